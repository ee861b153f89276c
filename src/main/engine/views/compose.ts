import type { EntryRow } from '../../../shared/model/index.ts';
import { formatPart, type Part, type PolicyChoice, partsOfPolicy } from '../../../shared/model/policy.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Brought } from '../formats/context/hints.ts';
import type { Finding, Material, Pick, Selection, Share } from '../formats/context/selection.ts';
import { withinBudget } from './compact.ts';
import { unique } from './conserve.ts';
import { anchorOf, groupsOf, partsOf, rowFinder } from './kept.ts';

type Composed = Extract<PolicyChoice, { type: 'composed' }>;

/**
 * What the parts of a policy make of what its origin shows: first whatever brings entries in, then what is left out, then the budget,
 * in whichever order they are spelled. Calls stay with their results. Pure.
 */
export function compose(material: Material, shown: Selection, choice: Composed): Selection {
  const [origin = ''] = partsOfPolicy(choice);
  const whole = { ...shown, picks: unique(shown.picks) };
  const state = stateIn(material, whole);
  const begun = choice.turn ? newestTurn(material, whole) : whole;
  let made: Selection = { ...begun, shares: [{ text: origin, added: begun.picks, removed: [] }] };
  const known = new Map(whole.picks.map((pick) => [pick.seq, pick]));
  for (const part of choice.parts) made = bring(material, made, { state, known }, part);
  const pinned = new Set(choice.parts.flatMap((part) => (part.type === 'pin' ? part.seqs : [])));
  for (const part of choice.parts) if (part.type === 'without') made = leaveOut(material, made, part, pinned);
  for (const part of choice.parts)
    if (part.type === 'budget')
      made = shared(made, withinBudget(material, made, part, { pinned, brought: broughtIn(made) }), formatPart(part));
  return made;
}

/** Entries of the anchor and its state: what is brought in comes after them. */
const stateIn = (material: Material, whole: Selection): ReadonlySet<number> =>
  new Set([...partsOf(material, whole).state].flatMap((at) => whole.picks[at]?.seq ?? []));

/** The state of the anchor and the newest turn. Calls of the turn stay with their results. */
const newestTurn = (material: Material, whole: Selection): Selection => {
  const { state, prompt, turn } = partsOf(material, whole);
  const kept = new Set<number>();
  for (const places of groupsOf(rowFinder(material), whole.picks))
    if (places.some((at) => at >= turn || state.has(at) || prompt.has(at))) for (const at of places) kept.add(at);
  const reasons = new Map(whole.reasons);
  whole.picks.forEach(({ seq }, at) => {
    if (!kept.has(at)) reasons.set(seq, 'not-selected');
  });
  return { ...whole, picks: whole.picks.filter((_, at) => kept.has(at)), reasons };
};

/** What a part brings in; null for one that brings nothing. Throws TapeError('refused') where nobody found it out beforehand. */
const broughtBy = (material: Material, whole: Selection, part: Part): readonly Brought[] | null => {
  const { hints } = material;
  switch (part.type) {
    case 'pin':
      return hints.brought?.get(formatPart(part)) ?? [];
    case 'summary':
      if (hints.cited || anchorOf(material, whole) === null) return hints.cited ?? [];
      throw refused('summary has to read what each anchor cites');
    case 'memory': {
      const found = hints.brought?.get(formatPart(part)) ?? hints.recalled;
      if (found) return found;
      throw refused('memory queries the index at each step');
    }
    default:
      return null;
  }
};

const refused = (why: string): TapeError =>
  new TapeError('refused', `The policy ${why}, so only the context view shows it, one step at a time.`);

interface Before {
  /** Entries of the anchor and its state. */
  state: ReadonlySet<number>;
  /** All that the origin shows, by entry. */
  known: ReadonlyMap<number, Pick>;
}

/**
 * Brings entries in: parts of an answer and results where the rest of the answer and the calls are, if those are there already; everything
 * else in file order after the state of the anchor, and what is from other tapes last.
 */
const bring = (material: Material, made: Selection, { state, known }: Before, part: Part): Selection => {
  const brought = broughtBy(material, made, part);
  if (brought === null) return made;
  const text = formatPart(part);
  const why = new Map(brought.map((one) => [one.seq, one.why]));
  const tell = (pick: Pick): Pick => {
    const words = why.get(pick.seq);
    return words === undefined ? pick : { ...pick, why: pick.why === undefined ? words : `${pick.why}; ${words}` };
  };
  const has = new Set(made.picks.map(({ seq }) => seq));
  const coming = [...why.keys()].filter(
    (seq) => !has.has(seq) && seq < material.step.first && (material.brought.has(seq) || material.rows.has(seq)),
  );
  const came = coming.map((seq) => tell({ ...known.get(seq), seq, part: text }));
  const picks = placed(material, [...made.picks.map(tell), ...came], state);
  return { ...made, picks, shares: [...(made.shares ?? []), { text, added: came, removed: [] }] };
};

/** What the origin shows in its order, with what parts brought in put in its places. */
const placed = (material: Material, picks: readonly Pick[], state: ReadonlySet<number>): Pick[] => {
  const [shown, brought] = [picks.filter(({ part }) => part === undefined), picks.filter(({ part }) => part !== undefined)];
  const hosts = hostsIn(material, shown, brought);
  const inOrder = brought.toSorted((a, b) => placeOf(a) - placeOf(b));
  const guests = Map.groupBy(inOrder, ({ seq }) => hosts.get(seq));
  const end = shown.findLastIndex(({ seq }) => state.has(seq)) + 1;
  const withGuests = (pick: Pick): Pick[] => {
    const own = guests.get(pick.seq) ?? [];
    return [...own.filter(({ seq }) => seq < pick.seq), pick, ...own.filter(({ seq }) => seq > pick.seq)];
  };
  return [...shown.slice(0, end).flatMap(withGuests), ...(guests.get(undefined) ?? []), ...shown.slice(end).flatMap(withGuests)];
};

/** Where an entry that was brought in is shown: next to another part of the same answer, or after the last part of the answer that has its call. */
const hostsIn = (material: Material, shown: readonly Pick[], brought: readonly Pick[]): ReadonlyMap<number, number> => {
  const rowOf = rowFinder(material);
  const rows = shown.flatMap(({ seq }) => rowOf(seq) ?? []);
  const answers = Map.groupBy(rows, answerOf);
  const restOf = (row: EntryRow): readonly EntryRow[] => (answerOf(row) === null ? [] : (answers.get(answerOf(row)) ?? []));
  const ends = new Map(rows.flatMap((row) => row.calls.map((call) => [call, (restOf(row).at(-1) ?? row).seq] as const)));
  const hosts = new Map<number, number>();
  for (const { seq } of brought.toSorted((a, b) => a.seq - b.seq)) {
    const row = rowOf(seq);
    if (row === undefined) continue;
    const rest = restOf(row);
    const host = (rest.findLast((other) => other.seq < seq) ?? rest[0])?.seq ?? row.results.flatMap((call) => ends.get(call) ?? [])[0];
    if (host === undefined) continue;
    hosts.set(seq, host);
    for (const call of row.calls) ends.set(call, rest.at(-1)?.seq ?? host);
  }
  return hosts;
};

/** The step whose answer an entry is part of. */
const answerOf = ({ role, step }: EntryRow): number | null => (role === 'assistant' ? step : null);

/** Entries of other tapes have numbers below 1, and come after all of this one. */
const placeOf = ({ seq }: Pick): number => (seq < 1 ? Number.MAX_SAFE_INTEGER + seq : seq);

const broughtIn = ({ picks }: Selection): ReadonlySet<number> =>
  new Set(picks.flatMap(({ seq, part }) => (part === undefined ? [] : [seq])));

/** Leaves entries out, each call with its results, but for what is pinned. */
const leaveOut = (material: Material, made: Selection, part: Part & { type: 'without' }, pinned: ReadonlySet<number>): Selection => {
  const text = formatPart(part);
  const unwanted = new Set(part.seqs);
  const out = new Set<number>();
  const findings: Finding[] = [];
  for (const places of groupsOf(rowFinder(material), made.picks)) {
    const seqs = places.flatMap((at) => made.picks[at]?.seq ?? []);
    if (!seqs.some((seq) => unwanted.has(seq))) continue;
    const pin = seqs.find((seq) => pinned.has(seq));
    if (pin === undefined) for (const seq of seqs) out.add(seq);
    else
      findings.push({ type: 'note', text: `${text} leaves nothing out of entry #${pin}, which is pinned, and of its call and results.` });
  }
  const reasons = new Map(made.reasons);
  const by = new Map(made.by);
  for (const seq of out) {
    reasons.set(seq, 'not-selected');
    by.set(seq, text);
  }
  const picks = made.picks.filter(({ seq }) => !out.has(seq));
  return shared(made, { ...made, reasons, by, picks, findings: [...made.findings, ...findings] }, text);
};

/** `after` with what it has less than `before` on the account of a part. */
const shared = (before: Selection, after: Selection, text: string): Selection => {
  const has = new Set(after.picks.map(({ seq }) => seq));
  const share: Share = { text, added: [], removed: before.picks.filter(({ seq }) => !has.has(seq)) };
  return { ...after, shares: [...(before.shares ?? []), share] };
};
