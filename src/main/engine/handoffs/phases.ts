import { isAgentTape } from '../../../shared/library/names.ts';
import type { HandoffEdge, Phase } from '../../../shared/model/handoff.ts';
import type { TapeRow } from '../../../shared/model/index.ts';
import { type Place, placeText } from '../../../shared/model/place.ts';
import type { Catalog } from '../catalog/types.ts';
import type { Json } from '../formats/format.ts';
import { isObject, whole } from '../formats/json.ts';
import { rulesOf } from '../formats/rules.ts';
import { countRefs, createRefFinder, type RefFinder } from '../states/resolve.ts';
import { type PhaseStart, startsOf } from '../states/starts.ts';
import { type PhaseState, statesOf } from '../states/state-of.ts';
import { type Context, createContexts } from './contexts.ts';
import { lengthsOf } from './json-text.ts';
import { fromTallies, type Left, leftBehind } from './left-counts.ts';
import { readsOn } from './read-on.ts';
import { phaseRequests } from './requests.ts';
import { reachedBy } from './state-reach.ts';
import { type PhaseTally, tallyPhases } from './tally.ts';

/** The phases of one tape, the newest `limit` of them, and what went from each to the next; edges name them by their place in `phases`. */
export interface TapePhases {
  phases: Phase[];
  edges: HandoffEdge[];
  /** Older phases that are not told. */
  more: number;
  /** Some figures of entries left behind were counted without looking at branches. */
  rough: boolean;
  /** States in the order of `phases`. */
  states: PhaseState[];
  /** What a request behind the last entry would have in its context: it stays behind where another tape begins again. */
  tail: Left;
}

export interface PhaseOptions {
  limit: number;
  /** Entries at the head that belong to the tape that this one was forked from, and to its phases. */
  shared?: number;
}

const KEYS = 50;
const NAME = 200;
/** Phases whose states are read by one look at the source. */
const TOGETHER = 64;

/** Costs one pass over the columns of the tape and what the told phases hold; the tape's records are not read but for their states. */
export async function phasesOf(catalog: Catalog, tape: TapeRow, { limit, shared = 0 }: PhaseOptions): Promise<TapePhases> {
  const all = startsOf(catalog, tape);
  const rules = rulesOf(tape.format);
  const starts =
    shared >= tape.entries
      ? []
      : all.slice(
          Math.max(
            0,
            all.findLastIndex(({ seq }) => seq <= shared + 1),
          ),
        );
  const froms = starts.map(({ seq }) => Math.max(seq, shared + 1));
  const { tallies, whole } = talliesOf(catalog, tape, starts, froms);
  const more = Math.max(0, starts.length - limit);
  const finder = createRefFinder(catalog, tape);
  const look = createContexts(catalog, tape);
  const requests = phaseRequests(catalog, tape);
  const seen = new Map<string, Context | null>();
  const contextOf = async (place: Place): Promise<Context | null> => {
    const key = placeText(place);
    const known = seen.get(key);
    if (known !== undefined) return known;
    const context = await look.at(place);
    // Neighbours ask for the same ones; contexts further back are not asked for again.
    if (seen.size > 8) seen.clear();
    seen.set(key, context);
    return context;
  };
  const phases: Phase[] = [];
  const edges: HandoffEdge[] = [];
  const states: PhaseState[] = [];
  let rough = false;
  for (const [no, start] of starts.entries()) {
    const at = no - more;
    // Few at a time: the pages of the catalog that a state was found by are still at hand when its first request is looked at.
    if (at >= 0 && at % TOGETHER === 0) states.push(...(await statesOf(catalog, tape, starts.slice(no, no + TOGETHER))));
    const [state, tally] = [states[at], tallies[no]];
    if (!state || !tally) continue;
    // The columns of a list tell it already, but not which request asked for a compaction; in a tree they do not say whose branch one is of.
    const first =
      rules.tree || start.type === 'compaction' ? requests.first(start, starts[no + 1]?.seq ?? tape.entries + 1) : tally.firstRequest;
    if (at > 0) {
      const last = rules.begins === 'compaction' ? requests.last(start) : null;
      const left = await leftAt(catalog, tape, { starts, tallies: whole, no, first, last, contextOf });
      rough ||= left.rough;
      edges.push({
        from: at - 1,
        to: at,
        type: edgeType(start),
        carried: carriedBy(start, state.value),
        left: left.left,
        leftTokens: left.leftTokens,
      });
    }
    phases.push(
      await phaseOf({ tape, start, from: froms[no] ?? start.seq, next: starts[no + 1] ?? null, first, tally, state, finder, contextOf }),
    );
  }
  return { phases, edges, more, rough, states, tail: fromTallies(talliesBefore(tape, starts, whole, starts.length)) };
}

/**
 * What the phases come to, and the same with the first one from its anchor on: a fork begins within a phase of its parent, and its first
 * requests read what both share.
 */
const talliesOf = (catalog: Catalog, tape: TapeRow, starts: readonly PhaseStart[], froms: readonly number[]) => {
  const agentTape = isAgentTape(tape);
  const [begin = 1] = starts.map(({ seq }) => seq);
  if (froms[0] === undefined || begin === froms[0]) {
    const tallies = tallyPhases(catalog, tape.id, froms, agentTape);
    return { tallies, whole: tallies };
  }
  const [head, first, ...rest] = tallyPhases(catalog, tape.id, [begin, ...froms], agentTape);
  if (head === undefined || first === undefined) return { tallies: [], whole: [] };
  return { tallies: [first, ...rest], whole: [{ ...first, sent: bothSent(head, first) }, ...rest] };
};

const bothSent = ({ sent: a }: PhaseTally, { sent: b }: PhaseTally): PhaseTally['sent'] => ({
  count: a.count + b.count,
  tokens: a.tokens + b.tokens,
});

interface Parts {
  tape: TapeRow;
  start: PhaseStart;
  from: number;
  next: PhaseStart | null;
  /** Its first request. */
  first: number | null;
  tally: PhaseTally;
  state: PhaseState;
  finder: RefFinder;
  contextOf: (place: Place) => Promise<Context | null>;
}

const phaseOf = async ({ tape, start, from, next, first, tally, state, finder, contextOf }: Parts): Promise<Phase> => ({
  tape: tape.id,
  seq: start.seq,
  name: whole(start.name, NAME),
  type: start.type,
  derived: start.derived,
  from,
  to: (next?.seq ?? tape.entries + 1) - 1,
  owner: ownerOf(state.value),
  outcome: outcomeOf(tape, next),
  started: tally.started,
  ended: tally.ended,
  live: next === null && tape.live,
  steps: tally.steps,
  firstStep: tally.firstStep,
  lastStep: tally.lastStep,
  byKind: tally.byKind,
  byTone: tally.byTone,
  errors: tally.errors,
  context: tally.context === null ? null : { value: tally.context, basis: 'recorded' },
  usage: tally.usage,
  state: { keys: isObject(state.value) ? Object.keys(state.value).slice(0, KEYS) : [], chars: lengthsOf(state.value)(state.value) },
  refs: countRefs(finder.led(state)),
  reached: await reachedBy(start, state.value, first === null ? null : { step: first }, contextOf),
});

const ownerOf = (state: Json): string | null =>
  isObject(state) && typeof state.owner === 'string' && state.owner !== '' ? whole(state.owner, NAME) : null;

const outcomeOf = (tape: TapeRow, next: PhaseStart | null): string => {
  if (next === null) {
    if (tape.relation === 'archive') return 'archived';
    if (tape.relation === 'fork' && tape.native?.open === false) return 'merged';
    return tape.live ? 'continues' : 'ended';
  }
  if (next.type === 'compaction') {
    const trigger = next.anchor?.compaction?.trigger ?? null;
    return trigger === null ? 'compacted' : `compacted (${whole(trigger, 40)})`;
  }
  if (next.type === 'plan') return 'plan approved';
  return next.type === 'reset' || next.type === 'start' ? 'reset' : `handed off to ${whole(next.name, NAME)}`;
};

const edgeType = ({ type }: PhaseStart): HandoffEdge['type'] => (type === 'anchor' || type === 'start' ? 'handoff' : type);

const many = (count: number, one: string): string => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;

/** Fields of a state that have words of their own. */
const NAMED = new Set(['summary', 'next_steps', 'source_ids', 'owner', 'phase', 'plan', 'file', 'allowedPrompts']);

/** What a state hands over, in a few words. */
const carriedBy = (start: PhaseStart, state: Json): string[] => {
  if (!isObject(state)) return state === null ? [] : ['a value'];
  const { summary, plan, next_steps: steps, source_ids: sources } = state;
  const kept = start.anchor?.compaction?.preserved.length ?? 0;
  const others = start.derived ? [] : Object.keys(state).filter((key) => !NAMED.has(key));
  return [
    ...(typeof summary === 'string' && summary !== '' ? ['summary'] : []),
    ...(state.encrypted_summary === true && start.derived ? ['encrypted summary'] : []),
    ...(typeof plan === 'string' && plan !== '' ? ['plan'] : []),
    ...(Array.isArray(steps) && steps.length > 0 ? [many(steps.length, 'next step')] : []),
    ...(Array.isArray(sources) && sources.length > 0 ? [many(sources.length, 'source id')] : []),
    ...(others.length > 0 ? [many(others.length, 'other value')] : []),
    ...(kept > 0 ? [`${kept.toLocaleString('en')} kept ${kept === 1 ? 'entry' : 'entries'}`] : []),
  ];
};

interface Around {
  starts: readonly PhaseStart[];
  /** The first of a fork with what it shares. */
  tallies: readonly PhaseTally[];
  no: number;
  /** The requests around it on its branch. */
  first: number | null;
  last: number | null;
  contextOf: (place: Place) => Promise<Context | null>;
}

/** Beginnings after which the context before continues. */
const goesOn = (start: PhaseStart | undefined): boolean => start?.type === 'plan';

/** The newest phase before `no` whose beginning left something behind. */
const cutBefore = (starts: readonly PhaseStart[], no: number): number => {
  let from = Math.max(0, no - 1);
  while (from > 0 && goesOn(starts[from])) from -= 1;
  return from;
};

/** The phases whose entries a request before the beginning of `no` reads; none where it reads nothing of them. */
const talliesBefore = (tape: TapeRow, starts: readonly PhaseStart[], tallies: readonly PhaseTally[], no: number): PhaseTally[] => {
  const from = cutBefore(starts, no);
  return readsOn(rulesOf(tape.format), (starts[from]?.anchor ?? null) !== null) ? tallies.slice(from, no) : [];
};

const leftAt = async (catalog: Catalog, tape: TapeRow, { starts, tallies, no, first, last, contextOf }: Around): Promise<Left> => {
  const start = starts[no];
  if (!start) return { left: 0, leftTokens: null, rough: false };
  const before = talliesBefore(tape, starts, tallies, no);
  const looks = rulesOf(tape.format).begins === 'compaction' && start.type !== 'plan';
  const contextAt = async (request: number | null): Promise<Context | null> =>
    looks && request !== null ? contextOf({ step: request }) : null;
  return leftBehind(catalog, { tape, start, tallies: before, last: await contextAt(last), next: await contextAt(first) });
};
