import { useSource } from '../../data/handoffHooks.ts';
import { useStore } from '../../state/store.ts';
import { formatClock } from '../../ui/format.ts';
import { Bar } from '../../ui/Skeleton.tsx';
import { NoteMark } from '../annotations/NoteMark.tsx';
import { sourceWords } from './labels.ts';
import styles from './Source.module.css';

interface Marked {
  text: string;
  hit: boolean;
  /** Where it begins in the text. */
  at: number;
}

const literally = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A text in pieces, those that are one of the words apart. Case does not matter; a word within a longer one is not a hit. */
export function marked(text: string, words: readonly string[]): Marked[] {
  if (words.length === 0) return [{ text, hit: false, at: 0 }];
  const longest = [...words].sort((a, b) => b.length - a.length).map(literally);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${longest.join('|')})(?![\\p{L}\\p{N}_])`, 'giu');
  const pieces: Marked[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > from) pieces.push({ text: text.slice(from, match.index), hit: false, at: from });
    pieces.push({ text: match[0], hit: true, at: match.index });
    from = match.index + match[0].length;
  }
  if (from < text.length || pieces.length === 0) pieces.push({ text: text.slice(from), hit: false, at: from });
  return pieces;
}

interface Props {
  tape: string;
  seq: number;
  /** Words to mark in it. */
  words: readonly string[];
  onEntry: (tape: string, seq: number) => void;
}

/** One source as it is in the file. A click shows it whole in the inspector. */
export function Source({ tape, seq, words, onEntry }: Props) {
  const open = useStore((state) => state.tape);
  const entry = useStore((state) => state.entry);
  const source = useSource(tape, seq).data;
  return (
    <button
      type="button"
      className={`${styles.source} block full-width pad-x-3 pad-y-2 on-panel boxed round margin-bottom-2 hover-line`}
      aria-pressed={tape === open && seq === entry}
      onClick={() => onEntry(tape, seq)}
    >
      <small className="row apart gap-2 dim nowrap">
        <span className="cut">
          {source && `${sourceWords(source.row)} · `}#{seq}
          {tape !== open && ' · another tape'} <NoteMark tape={tape} entries={[seq]} />
        </span>
        {source?.row.time != null && <span>{formatClock(source.row.time)}</span>}
      </small>
      <span className={`${styles.quote} clip code pre-wrap`}>
        {source === undefined ? (
          <Bar width="70%" />
        ) : (
          marked(source?.text ?? 'This entry is gone.', words).map(({ text, hit, at }) =>
            hit ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
          )
        )}
      </span>
    </button>
  );
}
