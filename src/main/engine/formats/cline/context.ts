import { figure } from '../../../../shared/model/figure.ts';
import type { EntryRow, OmissionReason } from '../../../../shared/model/index.ts';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import type { CameBetween } from '../context/chain-rules.ts';
import { type Gone, listRules } from '../context/list-rules.ts';
import type { Rules } from '../context/rules.ts';
import type { Material, Pick, Selector } from '../context/selection.ts';
import { COMPACTED, compacted } from './compacted.ts';
import { EDIT, editedIn } from './edits.ts';
import { LEFT, SEEN, WITHOUT } from './read.ts';

/** What the user saw of a request. */
const REQUEST = 'api_req_started';

const RANGE = new RegExp(`^${WITHOUT} (\\d+)–(\\d+)`);

const rangeIn = (rows: readonly EntryRow[]): readonly [from: number, to: number] | null => {
  const found = rows.findLast(({ kind, label }) => kind === SEEN && RANGE.test(label));
  const [, from, to] = RANGE.exec(found?.label ?? '') ?? [];
  return from === undefined || to === undefined ? null : [Number(from), Number(to)];
};

const historyIn = (rows: readonly EntryRow[]): EntryRow[] => rows.filter(({ flags }) => !has(flags, Flag.Sidecar));

/**
 * What was out of the history: the range that the newest word of a request names, and messages that name a summary or a mark that was there by then.
 * A request that comes next has the newest range of all.
 */
export const gone: Gone = (before, own) => {
  const history = historyIn(before);
  const range = rangeIn(own) ?? (own.length === 0 ? rangeIn(before) : null);
  const left = new Map<number, OmissionReason>();
  if (range !== null) for (const { seq } of history.slice(range[0], range[1] + 1)) left.set(seq, 'compacted');
  const marks = new Set(history.flatMap(({ id, flags }) => (has(flags, Flag.Boundary) && id !== null ? [id] : [])));
  for (const { seq, label } of history)
    if (label.startsWith(`${LEFT} `) && marks.has(label.slice(LEFT.length + 1))) left.set(seq, 'compacted');
  return left;
};

const isMark = ({ kind, label, flags }: EntryRow): boolean =>
  has(flags, Flag.Boundary) || label.startsWith(`${LEFT} `) || kind === EDIT || kind === COMPACTED;

const rewritten = new WeakMap<ReadonlyMap<number, EntryRow>, boolean>();

/** Whether anything among entries is sent in the place of others; known once for the same entries. */
const isRewritten = (rows: ReadonlyMap<number, EntryRow>): boolean => {
  const known = rewritten.get(rows) ?? [...rows.values()].some(({ kind }) => kind === EDIT || kind === COMPACTED);
  rewritten.set(rows, known);
  return known;
};

/** While both requests name the same range, and nothing says what was removed or rewritten, the history only grows. */
export function grows({ rows, before, now, ownOf, decided }: CameBetween): boolean {
  const [then, range] = [before, now].map((step) => String(rangeIn(ownOf(step))));
  return then === range && !rows.some(isMark) && !isRewritten(decided);
}

const rules = listRules({
  evidence: {
    step: 'The history before this answer without the messages that were deleted from it by then, each text as Cline sent it.',
    next: 'The history without the messages that were deleted from it, each text as Cline sends it; the next prompt comes after it.',
  },
  lacking: () => [
    { what: 'system-prompt', note: 'system prompt' },
    { what: 'tools', note: 'tool definitions' },
  ],
  begins: 'compaction',
  gone,
  grows,
  readsOwn: true,
});

const withoutEdits = rules.selectors['as-recorded'];

const asRecorded: Selector = {
  ...withoutEdits,
  select(material, name) {
    const selection = withoutEdits.select(material, name);
    if (selection === null) return null;
    const before = [...material.rows.values()].filter(({ seq }) => seq < material.step.first).sort((a, b) => a.seq - b.seq);
    const history = historyIn(before);
    return compacted({ ...selection, picks: edited(selection.picks, { before, history, made: madeAt(material) }) }, before, history);
  },
};

interface Before {
  /** Entries before the request, in order. */
  before: readonly EntryRow[];
  history: readonly EntryRow[];
  made: number;
}

/** Picks with the newest edit that was there when the request was made. */
function edited(picks: readonly Pick[], { before, history, made }: Before): Pick[] {
  const edits = before.filter(({ kind, time }) => kind === EDIT && typeof time === 'number' && time < made);
  const by = new Map(edits.map(({ seq, label }) => [history[editedIn(label)]?.seq, seq]));
  return picks.map((pick) => {
    const instead = by.get(pick.seq);
    if (instead === undefined) return pick;
    return { ...pick, instead, why: `edited: entry ${figure(instead)} has what was sent in the place of its text` };
  });
}

/** When a request was made: an edit has the time of the request before. Of one that nobody saw it is not known. */
function madeAt({ step, own }: Material): number {
  const request = own.find(({ kind, label }) => kind === SEEN && label.endsWith(REQUEST));
  return step.step === null ? Number.POSITIVE_INFINITY : (request?.time ?? 0);
}

/** How tasks of Cline become contexts. */
export const clineRules: Rules = {
  ...rules,
  selectors: { ...rules.selectors, 'as-recorded': asRecorded },
  replaces: ({ kind }) => kind === EDIT || kind === COMPACTED,
};
