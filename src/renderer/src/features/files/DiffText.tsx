import { useState } from 'react';
import type { TextDiff } from '../../../../shared/model/index.ts';
import { count } from '../../ui/format.ts';
import styles from './Diff.module.css';
import { type DiffRun, diffRuns, isOnlyStamp } from './diff.ts';

interface Props {
  diff: TextDiff;
  /** What the two sides are called. */
  names: readonly [string, string];
}

const Fold = ({ run }: { run: DiffRun & { op: 'fold' } }) => {
  const [open, setOpen] = useState(false);
  return open ? (
    run.text
  ) : (
    <button type="button" className={`${styles.fold} hover-ink block full-width pad-x-2 round-small dim`} onClick={() => setOpen(true)}>
      {count(run.lines, 'line')} alike <u>show</u>
    </button>
  );
};

/** Two texts in one, word by word: what only the first has is struck, what only the second has is marked. */
export function DiffText({ diff, names }: Props) {
  const runs = diffRuns(diff);
  const cut = diff.cut.a + diff.cut.b;
  return (
    <div className={`${styles.diff} pad-x-4 pad-top-2 pad-bottom-4`}>
      <p className="pad-top-1 pad-bottom-2 small dim">
        <del className="ink round-tiny">only {names[0]}</del> <ins className="ink round-tiny">only {names[1]}</ins>
        {isOnlyStamp(diff) && ' They differ only in build time and inputs; an agent learns the same from both.'}
      </p>
      <pre className={`${styles.text} pre-wrap break-anywhere`}>
        {runs.map((run, at) => {
          const key = `${run.op} ${String(at)}`;
          if (run.op === 'fold') return <Fold key={key} run={run} />;
          if (run.op === 'a')
            return (
              <del key={key} className="ink round-tiny">
                {run.text}
              </del>
            );
          if (run.op === 'b')
            return (
              <ins key={key} className="ink round-tiny">
                {run.text}
              </ins>
            );
          return <span key={key}>{run.text}</span>;
        })}
      </pre>
      {diff.unlike && (
        <p className="pad-top-1 pad-bottom-2 small dim">The texts are too different to compare by words: both are shown in full.</p>
      )}
      {cut > 0 && <p className="pad-top-1 pad-bottom-2 small dim">{count(cut, 'character')} more not compared.</p>}
    </div>
  );
}
