import type { TextDiff } from '../../../../shared/model/index.ts';
import { withoutStamp } from './sections.ts';

/** A run of a difference: words of one side, words of both, or lines of both that are folded away. */
export type DiffRun = { op: 'same' | 'a' | 'b'; text: string } | { op: 'fold'; text: string; lines: number };

/** Lines of shared text that stay before and behind a difference. */
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
