import type { Claim, Fidelity } from '../../../shared/model/handoff.ts';
import type { EntryRow, TapeRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import type { Waiting } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { isCitation } from '../states/refs.ts';
import { createRefFinder, type RefFinder } from '../states/resolve.ts';
import { type PhaseStart, startsOf } from '../states/starts.ts';
import { type PhaseState, statesOf } from '../states/state-of.ts';
import { cut } from '../text/excerpt.ts';
import type { Rim } from '../views/rim.ts';
import { claimsIn } from './claims.ts';
import { createContexts } from './contexts.ts';
import { citableIn } from './fidelity-phase.ts';
import { proseOf } from './fidelity-prose.ts';
import { phaseRequests } from './requests.ts';
import { lookUp, wordsOf } from './similarity.ts';
import { MEASURE, readTexts, type Texts, unreadNotes } from './similarity-texts.ts';
import { reachedBy } from './state-reach.ts';

const MOST_CLAIMS = 500;
const MOST_CITES = 5000;
const MOST_ALIKE = 3;
const CLAIM_CHARS = 2000;

/**
 * The state that a phase begins with, compared with the phase before: each sentence with what it cites and what is worded like it, and
 * which entries nothing cites. Facts and a lexical measure; nobody is asked.
 * Throws TapeError('not-found') where no phase begins at `seq`, and 'unreadable' where the source changed.
 */
export async function fidelityOf(rim: Rim, tapeId: string, seq: number, signal?: Waiting): Promise<Fidelity> {
  const tape = rim.catalog.tape(tapeId);
  const { start, before, first } = phaseAt(rim, tape, seq);
  const [state] = await statesOf(rim.catalog, tape, [start]);
  if (!state || state.changed) throw new TapeError('unreadable', `${tape.file} changed at entry ${seq}. Open the tape again to reload it.`);
  const finder = createRefFinder(rim.catalog, tape);
  const led = finder.led(state).filter(({ ref }) => isCitation(start, ref));
  const cited = new Set(led.flatMap(({ led: to }) => (to.tape === tape.id && to.seq !== null ? [to.seq] : [])));
  const phase = citableIn(rim.catalog, tape, [before?.seq ?? seq, seq], cited);
  const { held, unread } = await textsOf(rim, tape, phase.rows, cited, signal);
  const { claims, more } = claimsOf(state, finder);
  const alike = lookUp(held);
  return {
    tape: tape.id,
    seq,
    about: before && { tape: tape.id, from: before.seq, to: seq - 1, name: before.name },
    claims: claims.map((claim) => ({
      ...claim,
      alike: alike(wordsOf(claim.text), MOST_ALIKE).map((one) => ({ tape: tape.id, ...one })),
    })),
    moreClaims: more,
    cited: finder.told(led.slice(0, MOST_CITES)),
    uncited: phase.uncited,
    citable: phase.count,
    reached: await reachedBy(start, state.value, first === null ? null : { step: first }, createContexts(rim.catalog, tape).at),
    notes: [...(claims.length === 0 ? ['The state makes no claims.'] : [MEASURE]), ...unreadNotes(unread + phase.beyond)],
  };
}

interface PhaseAt {
  start: PhaseStart;
  before: PhaseStart | null;
  /** The phase's first request. */
  first: number | null;
}

const phaseAt = (rim: Rim, tape: TapeRow, seq: number): PhaseAt => {
  const starts = startsOf(rim.catalog, tape);
  const at = starts.findIndex((start) => start.seq === seq);
  const start = starts[at];
  if (start) {
    const first = phaseRequests(rim.catalog, tape).first(start, starts[at + 1]?.seq ?? tape.entries + 1);
    return { start, before: starts[at - 1] ?? null, first };
  }
  throw new TapeError('not-found', `No phase of ${tape.title} begins at entry ${seq}.`);
};

/** The words of the phase, and of what the state cites from elsewhere in the tape. An earlier summary is no evidence for a later one. */
const textsOf = (rim: Rim, tape: TapeRow, phase: readonly EntryRow[], cited: ReadonlySet<number>, signal?: Waiting): Promise<Texts> => {
  const known = new Set(phase.map((row) => row.seq));
  const others = [...cited].filter((seq) => !known.has(seq)).slice(0, MOST_CITES);
  const evidence = phase.filter((row) => cited.has(row.seq) || !has(row.flags, Flag.Summary));
  const rows = [...rim.catalog.entriesAt(tape.id, others), ...evidence].sort((a, b) => a.seq - b.seq);
  return readTexts({ tape, format: rim.formatOf(tape.format), rows, signal });
};

/** The sentences of all texts of a state, each with what it names itself. */
const claimsOf = (state: PhaseState, finder: RefFinder): { claims: Omit<Claim, 'alike'>[]; more: number } => {
  const all = proseOf(state.value).flatMap(({ path, text }) => claimsIn(text).map((claim) => ({ path, text: cut(claim, CLAIM_CHARS) })));
  const told = all.slice(0, MOST_CLAIMS);
  // All at once, so that ids are looked up together; the first step of a path then says whose reference it is.
  const refs = finder.told(finder.led({ ...state, value: told.map(({ text }) => text) }));
  const mine = Map.groupBy(refs, ({ path: [at] }) => at);
  return {
    claims: told.map(({ path, text }, at) => ({ path, text, cites: (mine.get(at) ?? []).map((ref) => ({ ...ref, path })) })),
    more: all.length - told.length,
  };
};
