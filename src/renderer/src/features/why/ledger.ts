import type { View } from '../../../../shared/model/index.ts';
import { count, formatNumber } from '../../ui/format.ts';
import { OF_ENTRIES } from '../context/events.ts';
import { baseOf, blockCount, eventWords } from '../context/figures.ts';

/** A line of what a request was made of. */
export interface LedgerRow {
  /** What it looks like in the curve. */
  tone: 'base' | 'event' | 'entries' | 'absent' | 'rest';
  name: string;
  note: string;
  tokens: number;
  /** Added to what is above it. */
  added: boolean;
}

type Shown = Pick<View, 'tokens' | 'events' | 'omissions' | 'blocks' | 'policy' | 'evidence'>;

/**
 * What a request was made of, closing on its size: the base, what events added, the entries, what of them was cleared, and what nobody can
 * explain. Answers the size with its basis.
 */
export function ledgerOf(view: Shown): { total: number; basis: 'recorded' | 'estimated'; rows: LedgerRow[] } {
  const { recorded, counted, estimated, unexplained } = view.tokens;
  const sent = view.policy === 'as-recorded' && recorded !== null;
  const base = baseOf(view);
  const events = base > 0 ? byType(view.events) : [];
  const added = events.reduce((sum, { tokens }) => sum + tokens, 0);
  const rest = sent && base > 0 ? (unexplained ?? 0) : 0;
  const cleared = clearedOf(view);
  const gone = cleared.reduce((sum, { tokens }) => sum + tokens, 0);
  const total = sent ? recorded : base + added + counted + estimated;
  // What is left for the entries: by construction the sum closes on the size.
  const entries = base > 0 || !sent ? total - base - added - rest - gone : counted + estimated - gone;
  const unknown = total - base - added - entries - gone;
  const rows: LedgerRow[] = [
    ...(base > 0 ? [{ tone: 'base' as const, name: 'base', note: 'not in any entry', tokens: base, added: false }] : []),
    ...events,
    { tone: 'entries', name: 'entries', note: `${formatNumber(blockCount(view.blocks))} in context`, tokens: entries, added: base > 0 },
    ...cleared,
    ...(unknown === 0 ? [] : [{ tone: 'rest' as const, name: 'not explained', note: '', tokens: unknown, added: false }]),
  ];
  return { total, basis: sent ? 'recorded' : 'estimated', rows };
}

const byType = (events: View['events']): LedgerRow[] => {
  const types = new Map<string, View['events']>();
  for (const event of events) if (!OF_ENTRIES.includes(event.type)) types.set(event.type, [...(types.get(event.type) ?? []), event]);
  return [...types].map(([type, ones]) => ({
    tone: 'event',
    name: eventWords(type),
    note:
      ones.length === 1
        ? `step ${formatNumber(ones[0]?.step ?? 0)}`
        : `${ones.length} times, last at step ${formatNumber(ones.at(-1)?.step ?? 0)}`,
    tokens: ones.reduce((sum, { tokens }) => sum + tokens, 0),
    added: true,
  }));
};

const clearedOf = ({ omissions }: Pick<View, 'omissions'>): LedgerRow[] => {
  const cleared = omissions.filter(({ reason, tokens }) => reason === 'cleared' && (tokens?.value ?? 0) > 0);
  if (cleared.length === 0) return [];
  const inferred = cleared.some(({ basis }) => basis === 'inferred');
  return [
    {
      tone: 'absent',
      name: inferred ? 'probably not sent' : 'results cleared',
      note: `${count(
        cleared.reduce((sum, one) => sum + one.count, 0),
        'entry',
        'entries',
      )}${inferred ? ', inferred' : ''}`,
      tokens: -cleared.reduce((sum, { tokens }) => sum + (tokens?.value ?? 0), 0),
      added: true,
    },
  ];
};
