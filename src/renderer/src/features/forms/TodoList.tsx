import type { ListItem } from '../../../../shared/model/index.ts';
import styles from './Forms.module.css';

const words = { open: 'open', doing: 'in progress', done: 'done' } as const;

/** What is to be done, each with its state as a disc and in words. */
export function TodoList({ items }: { items: readonly ListItem[] }) {
  return (
    <ul className={styles.todo}>
      {items.map(({ text, state, was }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a list may say the same twice, and is drawn again as a whole.
        <li key={at} data-state={state}>
          <span className={styles.disc} aria-hidden="true" />
          <span>
            {text}
            <span className="unseen">, {words[state]}</span>
            {was !== undefined && <span className={styles.since}>{was === 'none' ? 'new' : `${words[state]} now`}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
