import { useState } from 'react';
import type { TextDiff } from '../../../../shared/model/index.ts';
import { count } from '../../ui/format.ts';
import styles from './Diff.module.css';
import { withoutStamp } from './sections.ts';

/** A run of a difference: words of one side, words of both, or lines of both that are folded away. */
type DiffRun = { op: 'same' | 'a' | 'b'; text: string } | { op: 'fold'; text: string; lines: number };

/** Lines of shared text that are shown before and after a difference. */
const AROUND = 2;

const foldSame = (text: string, first: boolean, last: boolean): DiffRun[] => {
  const lines = text.split('\n');
  const head = first ? 0 : AROUND;
  const tail = last ? 0 : AROUND + 1;
  const hidden = lines.length - head - tail;
  if (hidden < 4) return [{ op: 'same', text }];
  const join = (from: number, to: number) => lines.slice(from, to).join('\n');
  const runs: DiffRun[] = [
    { op: 'same', text: head === 0 ? '' : `${join(0, head)}\n` },
    { op: 'fold', text: join(head, lines.length - tail), lines: hidden },
    { op: 'same', text: tail === 0 ? '' : `\n${join(lines.length - tail, lines.length)}` },
  ];
  return runs.filter(({ op, text: part }) => op === 'fold' || part !== '');
};

/** A difference to read from top to bottom; long stretches that both have are folded. Their texts put together give both sides back. */
export function diffRuns({ segments }: Pick<TextDiff, 'segments'>): DiffRun[] {
  return segments.flatMap((segment, at) =>
    segment.op === 'same' ? foldSame(segment.text, at === 0, at === segments.length - 1) : [segment],
  );
}

/** Whether two builds differ in nothing that an agent learns: only in when they were made and of which inputs. */
export function isOnlyStamp({ segments }: Pick<TextDiff, 'segments'>): boolean {
  const side = (one: 'a' | 'b') => withoutStamp(segments.flatMap(({ op, text }) => (op === 'same' || op === one ? [text] : [])).join(''));
  return side('a') === side('b');
}

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
      {count(run.lines, 'identical line')} <u>show</u>
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
