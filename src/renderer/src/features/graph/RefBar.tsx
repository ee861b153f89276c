import { useRefs } from '../../data/graphHooks.ts';
import { usePick } from '../../state/store.ts';
import styles from './Graph.module.css';

/** The named points of the tape: a click goes there. */
export function RefBar({ tape }: { tape: string }) {
  const refs = useRefs(tape).list.data?.items ?? [];
  const { select, moveTo } = usePick('select', 'moveTo');
  if (refs.length === 0) return null;
  return (
    <nav className={`${styles.refBar} row wrap rigid gap-1 pad-x-4 pad-y-1 line-below`} aria-label="Named points">
      {refs.map((ref) => (
        <button
          key={ref.name}
          type="button"
          className={`${styles.ref} rigid boxed-strong tiny margin-left-2 pad-x-2 round-full`}
          onClick={() => {
            select(ref.seq);
            if (ref.step !== null) moveTo(ref.step);
          }}
        >
          {ref.name}
        </button>
      ))}
    </nav>
  );
}
