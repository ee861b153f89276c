import { useState } from 'react';
import type { Problem } from '../../../../shared/model/index.ts';
import { useStore } from '../../state/store.ts';
import { count, formatNumber } from '../../ui/format.ts';
import styles from './BrokenLines.module.css';
import shared from './Entries.module.css';

/** Lines that could not be read, and so are not entries: folded to one sentence, each opens in the inspector. */
export function BrokenLines({ problems, total }: { problems: readonly Problem[]; total: number }) {
  const [open, setOpen] = useState(false);
  // A line may be torn after a whole record: it has an entry, and a part that could not be read.
  const torn = new Set(problems.map((problem) => problem.line)).size - total;
  const inspect = useStore((state) => state.inspectProblem);
  const shown = useStore((state) => state.problem);
  return (
    <div className={`${styles.broken} pad-y-2 pad-x-3 ink margin-bottom-2 margin-x-4`}>
      <p>
        <b>{count(total, 'line')}</b>
        {torn > 0 && ` and ${count(torn, 'part')} of ${torn === 1 ? 'another' : 'others'}`} could not be read. The rest of the tape is
        complete.
        <button type="button" className="dim link" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'hide' : 'show'}
        </button>
      </p>
      {open && (
        <ul className="margin-top-1 scroll-y">
          {problems.map((problem) => (
            <li key={problem.offset}>
              <button
                type="button"
                className="grid gap-3 full-width pad-y-tight leading-20 hover-shade"
                aria-current={shown?.offset === problem.offset}
                onClick={() => inspect(problem)}
              >
                <span className={`${shared.number} text-right`}>line {formatNumber(problem.line)}</span>
                <span>{problem.reason}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
