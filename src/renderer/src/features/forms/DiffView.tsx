import { useMemo, useState } from 'react';
import type { DiffLine } from '../../../../shared/model/index.ts';
import { Button } from '../../ui/Button.tsx';
import code from '../../ui/Code.module.css';
import { useHighlight } from '../../ui/Code.tsx';
import { count } from '../../ui/format.ts';
import type { Stretch } from '../../ui/highlight.ts';
import { seen } from '../../ui/steering.tsx';
import styles from './Forms.module.css';

interface Piece extends Stretch {
  /** Whether it is among what differs from the other line. */
  marked: boolean;
}

/** Stretches of a line cut where what differs begins and ends, so that each piece has one tone and is marked or not. Pure; the pieces joined are the line. */
export function piecesOf(stretches: readonly Stretch[], changed: readonly (readonly [number, number])[]): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  for (const { tone, text } of stretches) {
    const end = start + text.length;
    const edges = changed.flat().filter((edge) => edge > start && edge < end);
    const cuts = [start, ...edges, end];
    for (const [at, from] of cuts.slice(0, -1).entries()) {
      const to = cuts[at + 1] ?? end;
      const marked = changed.some(([a, b]) => from >= a && to <= b);
      if (to > from) pieces.push({ tone, text: text.slice(from - start, to - start), marked });
    }
    start = end;
  }
  return pieces;
}

/** Lines that are shown before somebody asks for the rest. */
const FIRST = 12;
const SIGN = { same: ' ', gone: '−', new: '+' } as const;
const WORD = { same: '', gone: 'removed: ', new: 'added: ' } as const;

const isReturned = ({ text }: Pick<DiffLine, 'text'>): boolean => text.endsWith('\r');

/** Whether some of the lines that go or come end with a carriage return and others do not: nobody would see what differs. */
export function endsDiffer(lines: readonly Pick<DiffLine, 'mark' | 'text'>[]): boolean {
  const changed = lines.filter(({ mark }) => mark !== 'same');
  return changed.some(isReturned) && !changed.every(isReturned);
}

interface Props {
  lines: readonly DiffLine[];
  /** Lines that were not compared, since the texts are too long. */
  hidden: number;
  /** Name of the file, for its language. */
  name: string;
}

/** What goes and what comes, line by line, with the words that differ. */
export function DiffView({ lines, hidden, name }: Props) {
  const [whole, setWhole] = useState(false);
  const highlight = useHighlight(name);
  const ends = useMemo(() => endsDiffer(lines), [lines]);
  const shown = whole || lines.length <= FIRST + 4 ? lines : lines.slice(0, FIRST);
  return (
    <div className={`${styles.diff} code scroll-x`}>
      {shown.map(({ mark, text, changed }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never move.
        <div key={at} className="grid pre-wrap break-anywhere" data-mark={mark}>
          <span className="dim no-select" aria-hidden="true">
            {SIGN[mark]}
          </span>
          <span>
            {mark !== 'same' && <span className="unseen">{WORD[mark]}</span>}
            <Line text={text} changed={changed ?? []} highlight={highlight} />
            {ends && mark !== 'same' && isReturned({ text }) && (
              <span className="dim" title="carriage return (CRLF)">
                ␍
              </span>
            )}
          </span>
        </div>
      ))}
      {shown.length < lines.length && (
        <p className="pad-top-1 dim">
          <Button look="quiet" onClick={() => setWhole(true)}>
            show {count(lines.length - shown.length, 'more line')}
          </Button>
        </p>
      )}
      {hidden > 0 && <p className="pad-top-1 dim">{count(hidden, 'more line')} in the source only.</p>}
    </div>
  );
}

interface LineProps {
  text: string;
  changed: NonNullable<DiffLine['changed']>;
  highlight: ReturnType<typeof useHighlight>;
}

function Line({ text, changed, highlight }: LineProps) {
  // An empty line is as tall as any other.
  if (text === '') return '\u200b';
  return piecesOf(highlight === null ? [{ tone: null, text }] : highlight(text), changed).map(({ tone, text: piece, marked }, at) => {
    const Tag = marked ? 'mark' : 'span';
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no name but their place, and are drawn again as a whole.
      <Tag key={at} className={tone === null ? undefined : code[tone]}>
        {seen(piece)}
      </Tag>
    );
  });
}
