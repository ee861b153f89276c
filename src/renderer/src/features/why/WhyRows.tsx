import type { Why, WhyItem } from '../../../../shared/model/index.ts';
import { formatNumber } from '../../ui/format.ts';
import { kindColour, kindWord } from '../../ui/kinds.ts';
import type { Answer } from '../residency/rows.ts';
import { type Piece, placeOf, type Row, rowsOf } from './rows.ts';
import styles from './Why.module.css';

interface Props {
  why: Why;
  answer: Answer;
  step: number | null;
  selected: number | null;
  onSelect: (seq: number) => void;
}

const percent = (share: number): string => `${share * 100}%`;
const placed = ({ left, width }: Piece) => ({ left: percent(left), width: percent(width) });

/** The rows that were asked for in colour, all others as silhouettes with their number, on one axis of steps. */
export const WhyRows = ({ why, answer, step, selected, onSelect }: Props) => {
  const rows = rowsOf(why.items, answer);
  return (
    <div className={styles.chart}>
      {step !== null && !why.next && (
        <div className={styles.track} aria-hidden="true">
          <span className={styles.playhead} style={{ left: percent(placeOf(answer.steps, step)) }} />
        </div>
      )}
      <ul className={styles.rows} aria-label="Entries that contain it">
        {rows.map((row) =>
          'item' in row ? (
            <li key={`${row.item.tape} ${row.item.entry}`}>
              <Match row={row} here={why.tape} selected={selected === row.item.entry && row.item.tape === why.tape} onSelect={onSelect} />
            </li>
          ) : (
            <li key={`between ${row.first}`} className={styles.folded} title={`${formatNumber(row.between)} other entries`}>
              <span className={styles.many}>{formatNumber(row.between)}</span>
              <span className={styles.lines}>
                {row.silhouettes.map((piece, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines of one fold have no other name, and none of their own state.
                  <i key={at} style={{ ...placed(piece), top: at * 2 }} />
                ))}
              </span>
            </li>
          ),
        )}
      </ul>
    </div>
  );
};

interface MatchProps {
  row: Extract<Row, { item: WhyItem }>;
  here: string;
  selected: boolean;
  onSelect: (seq: number) => void;
}

const Match = ({ row: { item, bars, fate }, here, selected, onSelect }: MatchProps) => {
  const colour = kindColour(item.tone, item.role);
  const other = item.tape !== here;
  return (
    <button type="button" className={styles.row} aria-pressed={selected} disabled={other} onClick={() => onSelect(item.entry)}>
      <span className={styles.name}>
        <b>#{formatNumber(item.entry)}</b>
        <span style={{ color: colour }}>{kindWord(item.tone, item.role)}</span>
      </span>
      <span className={styles.cell}>
        <span className={`${styles.text} cut`}>
          {marked(item).map(({ text, hit, at }) => (hit ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>))}
        </span>
        <span className={styles.bars}>
          {bars.map((piece) => (
            <i key={piece.left} className={styles.bar} style={{ ...placed(piece), background: colour }} />
          ))}
          {fate && <i className={`${styles.fate} ${styles[fateClass(item)]}`} style={placed(fate)} />}
        </span>
        <span className={styles.word} title={item.words}>
          {other ? `in the context of ${item.agent}` : <FateWord item={item} />}
        </span>
      </span>
    </button>
  );
};

const fateClass = ({ fate }: WhyItem): 'verbatim' | 'worded' | 'cited' | 'gone' => (fate === null || fate === 'lost' ? 'gone' : fate);

const WORDS = { verbatim: 'verbatim', worded: 'reworded', cited: 'cited', lost: 'lost' } as const;

const FateWord = ({ item }: { item: WhyItem }) => {
  if (item.now) return <>{item.cleared ? 'cleared' : 'in context'}</>;
  if (item.fate === null) return <>{item.by?.type === 'clearing' ? 'cleared' : item.words}</>;
  return (
    <>
      <b>{WORDS[item.fate]}</b> {item.carried !== null && item.fate !== 'verbatim' && `“${item.carried}”`}
    </>
  );
};

const marked = ({ snippet, matches }: WhyItem): { text: string; hit: boolean; at: number }[] => {
  const parts: { text: string; hit: boolean; at: number }[] = [];
  let from = 0;
  for (const [start, end] of matches) {
    parts.push({ text: snippet.slice(from, start), hit: false, at: from }, { text: snippet.slice(start, end), hit: true, at: start });
    from = end;
  }
  return [...parts, { text: snippet.slice(from), hit: false, at: from }].filter(({ text }) => text !== '');
};
