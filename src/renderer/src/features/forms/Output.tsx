import { createContext, useContext, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { count } from '../../ui/format.ts';
import { Staged } from '../inspector/Staged.tsx';
import styles from './Forms.module.css';
import { matterOf, SHORT } from './matter.ts';

/** Whether all that was printed is shown at once: on paper nobody can ask for it. */
export const Whole = createContext(false);

/** What a command printed: of much of it the lines that matter, until somebody asks for all. */
export function Output({ text, lines }: { text: string; lines: number }) {
  const [whole, setWhole] = useState(useContext(Whole));
  if (text === '') return <p className="small dim">Nothing was printed.</p>;
  if (whole || lines <= SHORT)
    return (
      <Staged text={text}>
        {(shown) => <pre className={`${styles.output} pre-wrap break-anywhere on-sunk round-small pad-y-2 pad-x-3`}>{shown}</pre>}
      </Staged>
    );
  const matter = matterOf(text);
  return (
    <div className={`${styles.output} pre-wrap break-anywhere on-sunk round-small pad-y-2 pad-x-3`}>
      <pre>{matter.join('\n')}</pre>
      <p className="pad-top-tight dim">
        {count(lines - matter.length, 'more line')} ·{' '}
        <Button look="quiet" onClick={() => setWhole(true)}>
          show
        </Button>
      </p>
    </div>
  );
}
