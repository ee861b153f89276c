import type { EntryRow, Problem, TokenCount } from '../../../../shared/model/index.ts';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { formatBytes, formatClock, formatDuration, formatMoment, formatNumber } from '../../ui/format.ts';
import { entryTone, kindColour, kindHint, kindWord } from '../../ui/kinds.ts';
import { Bar } from '../../ui/Skeleton.tsx';
import { NoteMark } from '../annotations/NoteMark.tsx';
import { tokensLong, tokensShort } from '../context/figures.ts';
import { usePreview } from '../context/usePreview.ts';
import { ReadMark } from '../files/ReadMark.tsx';
import { useMarked } from '../native/state.ts';
import shared from './Entries.module.css';
import styles from './EntryLine.module.css';
import { brokenWords } from './pages.ts';
import { Cell } from './scroll/Grid.tsx';

/** Where an entry is in the loop of an agent that logs one: it begins a turn, begins or ends a request of it, or belongs to a request. */
export function loopOf({ id, kind, step, label, flags }: EntryRow): 'turn' | 'request' | 'part' | undefined {
  if (has(flags, Flag.Turn)) return 'turn';
  // The end of a request is as far in as its beginning, though it belongs to no step any more.
  if (has(flags, Flag.Request) || (kind === 'event' && /^loop\.step(\.|$)/.test(label))) return 'request';
  return id === null && step !== null ? 'part' : undefined;
}

interface Props {
  tape: string;
  seq: number;
  /** Undefined while it comes. */
  row: EntryRow | undefined;
  /** What it weighs in the context of the playhead; undefined where it is not in it. */
  tokens: TokenCount | undefined;
  /** Milliseconds since the entry before; null where the log does not say. */
  took: number | null;
  /** Unreadable lines directly before it. */
  broken: readonly Problem[];
}

const colourOf = (row: EntryRow): string => (has(row.flags, Flag.Failed) ? 'var(--k-error)' : kindColour(entryTone(row), row.role));

/** What a reader of the list should know beyond its kind. */
const marksOf = (row: EntryRow): string[] => [
  ...(has(row.flags, Flag.Sidechain) ? ['sub-agent'] : []),
  ...(has(row.flags, Flag.Repaired) ? ['repaired'] : []),
  ...(has(row.flags, Flag.Unknown) ? ['unknown type'] : []),
];

/** One entry in a line: where it is, what it is, how it begins. */
export function EntryLine({ tape, seq, row, tokens, took, broken }: Props) {
  const preview = usePreview(tape, seq);
  const marked = useMarked(tape).includes(seq);
  return (
    <Cell className={`${shared.columns} ${shared.entry} grid gap-x-3 tiny dim nowrap`} data-broken={broken.length > 0}>
      <span className={`${shared.number} text-right`}>{seq}</span>
      <span className={`${shared.number} text-right`}>{row && formatNumber(row.line)}</span>
      <span title={row && formatMoment(row.time)}>{row && (row.time === null ? '–' : formatClock(row.time))}</span>
      <span className="swatch row baseline shrink-x small semibold" style={{ color: row && colourOf(row) }}>
        {row && (
          <span className="cut" title={kindHint(entryTone(row)) ?? row.kind}>
            {kindWord(entryTone(row), row.role)}
          </span>
        )}
      </span>
      <span className={`${styles.text} row middle shrink-x ink`} data-loop={row && loopOf(row)}>
        {row && preview !== undefined && row.label !== '' && !preview?.text.startsWith(row.label) && (
          <b className="rigid cut semibold">{row.label}</b>
        )}
        {preview === undefined ? <Bar width={`${30 + ((seq * 13) % 55)}%`} /> : <span>{preview?.text}</span>}
        {marked && <em className="rigid ink">source</em>}
        <NoteMark tape={tape} entries={[seq]} />
        {row?.kind === 'tool_call' && <ReadMark tape={tape} seq={seq} />}
        {row && marksOf(row).map((mark) => <i key={mark}>{mark}</i>)}
        {broken.length > 0 && <i className={styles.lost}>{brokenWords(broken)}</i>}
      </span>
      <span className={`${shared.number} text-right`}>{row?.step !== null && row && formatNumber(row.step)}</span>
      <span className={`${shared.number} text-right`} title={tokens ? tokensLong(tokens) : 'Not in context at the playhead'}>
        {tokens && tokens.value > 0 ? tokensShort(tokens) : '–'}
      </span>
      <span
        className={`${shared.number} text-right`}
        title={took === null ? 'The log does not say how long it took' : 'Since the entry before'}
      >
        {took === null ? '–' : formatDuration(took)}
      </span>
      <span className={`${shared.number} text-right`}>{row && formatBytes(row.length)}</span>
    </Cell>
  );
}
