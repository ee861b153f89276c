import { evidenceAt, ledgerAt, outsideName, restIn } from '../../../../shared/model/ledger.ts';
import { type EventSum, eventsIn } from '../../../../shared/model/residency-events.ts';
import { verdictOf } from '../../../../shared/model/verdict.ts';
import { EVIDENCE_WORDS, type EvidenceState } from '../../ui/Evidence.tsx';
import { count, formatNumber, formatShare } from '../../ui/format.ts';
import { type Answer, figure } from './rows.ts';

/** One line of what a request held. */
export interface LedgerRow {
  name: string;
  value: string;
  /** What the figure looks like on the curve; `step` and `recorded` are the headings. */
  look?: 'step' | 'recorded' | 'cached' | 'fresh' | 'held';
  /** More about the name or the value, for a pointer. */
  title?: string | undefined;
  /** How the request is known, next to the step. */
  known?: string;
  /** Where there is no room for all rows, those with the greatest rank share one. */
  rank: number;
}

/** Height of a row, in pixels. */
export const LEDGER_ROW = 16;

const signed = (value: number): string => (value < 0 ? `−${formatNumber(-value)}` : formatNumber(value));

/**
 * What one request held, in words with their basis: as many rows as `room` pixels take, the least important in one row if need be. `proof` is what
 * a captured request says of the step.
 */
export function ledgerRows(residency: Answer, at: number, room: number, proof: EvidenceState | null = null): LedgerRow[] {
  const rows = [
    ...sentRows(residency, at, proof ?? evidenceAt(residency, at)),
    ...weighedRows(residency, at),
    ...explainedRows(residency, at, proof),
  ];
  const fit = Math.max(1, Math.floor(room / LEDGER_ROW));
  if (rows.length <= fit) return rows;
  const kept = new Set(rows.toSorted((a, b) => a.rank - b.rank).slice(0, fit - 1));
  const folded = rows.filter((row) => !kept.has(row));
  const title = folded.map(({ name, value }) => `${name}: ${value}`).join('\n');
  return [...rows.filter((row) => kept.has(row)), { name: `${folded.length} more`, value: '…', title, rank: 0 }];
}

/** The step, and what its log records of the request. */
const sentRows = (residency: Answer, at: number, evidence: EvidenceState): LedgerRow[] => {
  const { step, recorded, cached, new: fresh } = ledgerAt(residency, at);
  const own = residency.policy === 'as-recorded';
  const title = own ? undefined : 'of the request as sent, not of this policy';
  return [
    { look: 'step', name: 'step', value: formatNumber(step), title: EVIDENCE_WORDS[evidence], ...(own && { known: evidence }), rank: 0 },
    { look: 'recorded', name: 'recorded', value: recorded === null ? 'none' : formatNumber(recorded), title, rank: 1 },
    ...(recorded === null ? [] : cacheRows(recorded, cached, fresh ?? 0)),
  ];
};

const cacheRows = (recorded: number, cached: number | null, fresh: number): LedgerRow[] => [
  {
    ...{ look: 'cached', name: 'cached', rank: 8 },
    value: cached === null ? '–' : formatNumber(cached),
    title: cached === null ? undefined : formatShare(cached, recorded),
  },
  { look: 'fresh', name: 'new', value: formatNumber(fresh), rank: 7 },
];

/** What the entries in context weigh, and what of that is not an entry. */
const weighedRows = (residency: Answer, at: number): LedgerRow[] => {
  const { counted, estimated } = ledgerAt(residency, at);
  const { tokenizer } = residency;
  const outside = residency.outside.flatMap(({ name, tokens }) => (tokens[at] ? [[name, tokens[at]] as const] : []));
  const parts = outside.map(([name, tokens]) => `${outsideName(name)} ~${formatNumber(tokens)}`).join('\n');
  const sum = outside.reduce((total, [, tokens]) => total + tokens, 0);
  return [
    ...row(tokenizer !== null, {
      look: 'held',
      name: 'counted',
      value: formatNumber(counted),
      title: `by the tokenizer ${tokenizer}`,
      rank: 3,
    }),
    ...row(tokenizer === null || estimated > 0, {
      ...{ name: 'estimated', value: `~${formatNumber(estimated)}`, rank: 3 },
      ...(tokenizer === null && { look: 'held' as const }),
    }),
    ...row(outside.length > 0, { name: 'in no entry', value: `~${formatNumber(sum)}`, title: `part of the estimate:\n${parts}`, rank: 9 }),
  ];
};

/** How the weight of the entries and the recorded size go together. */
const explainedRows = (residency: Answer, at: number, proof: EvidenceState | null): LedgerRow[] => {
  const line = ledgerAt(residency, at);
  const { base, events, unexplained } = line;
  const evidence = evidenceAt(residency, at);
  const rest = restIn(line, evidence, verdictOf(proof));
  const twice = residency.groups?.twice;
  const [files, older] = [twice?.files[at] ?? 0, twice?.tokens[at] ?? 0];
  return [
    ...row(base !== null && evidence !== 'recorded', { name: 'base', value: formatNumber(base ?? 0), title: BASE, rank: 6 }),
    ...eventRows(residency, at, events),
    ...row(unexplained !== null && unexplained !== 0, { name: 'not explained', value: signed(unexplained ?? 0), rank: 4 }),
    ...(rest === null ? [] : [{ name: rest.words, value: signed(rest.tokens), rank: 2 }]),
    ...row(files > 0, {
      ...{ name: `${count(files, 'file')} twice`, title: TWICE, rank: 10 },
      value: figure(older, residency.tokenizer !== null && !residency.exact.includes(0)),
    }),
  ];
};

const BASE = 'system prompt, tools and whatever else is in no entry, measured at the first request';
const TWICE = 'files that were read more than once and are in this context more than once, and what the older reads weigh';

const row = (there: boolean, one: LedgerRow): LedgerRow[] => (there ? [one] : []);

/** Types of events that have a row of their own; the rest share one. */
const MOST_TYPES = 2;

const nameOf = ({ type }: EventSum): string => type.replaceAll('-', ' ');

const atSteps = ({ steps }: EventSum): string =>
  `at ${steps.length === 1 ? 'step' : 'steps'} ${steps.slice(-8).map(formatNumber).join(', ')}`;

/** What changed the size of the requests and is not an entry: a row for each type, or one for all where they are many. */
const eventRows = (residency: Answer, at: number, sum: number | null): LedgerRow[] => {
  const sums = eventsIn(residency, at);
  if (sum === null || (sum === 0 && sums.length === 0)) return [];
  if (sums.length > 0 && sums.length <= MOST_TYPES)
    return sums.map((one) => ({ name: nameOf(one), value: signed(one.tokens), title: atSteps(one), rank: 5 }));
  const title = sums.map((one) => `${nameOf(one)} ${atSteps(one)}: ${signed(one.tokens)}`).join('\n');
  return [{ name: 'events', value: signed(sum), title, rank: 5 }];
};
