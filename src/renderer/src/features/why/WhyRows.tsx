import type { Why, WhyItem } from '../../../../shared/model/index.ts';
import { ALTERED, formatNumber } from '../../ui/format.ts';
import { kindColour, kindWord } from '../../ui/kinds.ts';
import type { Answer } from '../residency/rows.ts';
import styles from './Chart.module.css';
import { aroundMatch, CODE, placeWords } from './place.ts';
import { type Piece, type Row, rowsOf } from './rows.ts';

interface Props {
  why: Why;
  answer: Answer;
  /** Width of the steps, in pixels. */
  width: number;
  selected: number | null;
  onSelect: (seq: number) => void;
}

const percent = (share: number): string => `${share * 100}%`;
const placed = ({ left, width }: Piece) => ({ left: percent(left), width: percent(width) });

/** The rows that were asked for in colour, all others as silhouettes with their number, on one axis of steps. */
export function WhyRows({ why, answer, width, selected, onSelect }: Props) {
  return (
    <ul aria-label="Entries that contain it">
      {rowsOf(why.items, answer).map((row) =>
        'item' in row ? (
          <li key={`${row.item.tape} ${row.item.entry}`}>
            <Match
              row={row}
              width={width}
              here={why.tape}
              selected={selected === row.item.entry && row.item.tape === why.tape}
              onSelect={onSelect}
            />
          </li>
        ) : (
          <li
            key={`between ${row.first}`}
            className={`${styles.folded} grid middle tiny dim pad-y-1 pad-right-3`}
            title={`${formatNumber(row.between)} other entries`}
          >
            <span className="pad-right-2 text-right">{formatNumber(row.between)}</span>
            <span className={`${styles.lines} relative`}>
              {row.silhouettes.map((piece, at) => (
                <i
                  key={`${piece.seq} ${piece.left}`}
                  className="swatch absolute on-line-strong"
                  style={{ ...placed(piece), top: at * 2 }}
                />
              ))}
            </span>
          </li>
        ),
      )}
    </ul>
  );
}

interface MatchProps {
  row: Extract<Row, { item: WhyItem }>;
  width: number;
  here: string;
  selected: boolean;
  onSelect: (seq: number) => void;
}

const Match = ({ row: { item, bars, fate }, width, here, selected, onSelect }: MatchProps) => {
  const colour = kindColour(item.tone, item.role);
  const other = item.tape !== here;
  const word = wordOf(item);
  const words = placeWords(width, bars[0]?.left ?? 0, fate?.left ?? null, item.snippet.length, word);
  const said = other || (fate === null && !item.now) ? item.words : '';
  return (
    <button
      type="button"
      className={`${styles.row} grid full-width on-panel text-left pad-top-1 pad-bottom-2 pad-right-3`}
      aria-pressed={selected}
      disabled={other}
      title={item.words}
      onClick={() => onSelect(item.entry)}
    >
      <span className="grid tiny leading-16 content-start items-end pad-top-tight pad-right-2">
        <b>#{formatNumber(item.entry)}</b>
        <span style={{ color: colour }}>{kindWord(item.tone, item.role)}</span>
      </span>
      <span className={`${styles.cell} relative shrink-x`} data-stacked={words.stacked}>
        <span className={`${styles.text} cut absolute top-0`} style={words.text}>
          {item.altered && <b className="error">{ALTERED}</b>}
          {marked(aroundMatch(item, Math.floor(words.text.width / CODE))).map(({ text, hit, at }) =>
            hit ? (
              <mark key={at} className="pad-y-tight">
                {text}
              </mark>
            ) : (
              <span key={at}>{text}</span>
            ),
          )}
        </span>
        {words.fate && (
          <span className={`${styles.word} absolute tiny leading-20 dim nowrap cut top-0`} style={words.fate}>
            <b className="ink">{word}</b> {item.carried !== null && item.fate !== 'verbatim' && `“${item.carried}”`}
          </span>
        )}
        <span className="block relative tall-8">
          {bars.map((piece) => (
            <i key={piece.left} className={`${styles.bar} absolute top-0 tall-8`} style={{ ...placed(piece), background: colour }} />
          ))}
          {fate && <i className={`${styles.fate} absolute top-0 tall-8`} data-fate={item.fate ?? 'lost'} style={placed(fate)} />}
        </span>
        {said !== '' && <span className="block tiny leading-16 dim">{said}</span>}
        {item.now && item.cleared && <span className="block tiny leading-16 dim">Only a placeholder is sent.</span>}
      </span>
    </button>
  );
};

const FATES = { verbatim: 'verbatim', worded: 'reworded', cited: 'cited', lost: 'lost' } as const;

/** The word at the cut. */
const wordOf = ({ fate, by }: WhyItem): string => {
  if (fate !== null) return FATES[fate];
  return by?.type === 'clearing' ? 'cleared' : 'left out';
};

const marked = ({ snippet, matches }: Pick<WhyItem, 'snippet' | 'matches'>): { text: string; hit: boolean; at: number }[] => {
  const parts: { text: string; hit: boolean; at: number }[] = [];
  let from = 0;
  for (const [start, end] of matches) {
    parts.push({ text: snippet.slice(from, start), hit: false, at: from }, { text: snippet.slice(start, end), hit: true, at: start });
    from = end;
  }
  return [...parts, { text: snippet.slice(from), hit: false, at: from }].filter(({ text }) => text !== '');
};
