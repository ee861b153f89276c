import type { Handoffs } from '../../../shared/model/handoff.ts';
import type { Handlers } from '../../../shared/rpc/contract.ts';
import { joinDatabase } from '../database/schema.ts';
import type { Engine } from '../engine.ts';
import { markAltered } from '../entries/altered.ts';
import { createGraphReader } from '../families/material.ts';
import { createAsking } from '../jobs/ask.ts';
import { type HeavyEngine, heavyOf } from '../jobs/heavy.ts';
import { countRefs } from '../states/resolve.ts';
import { createRim } from '../views/rim.ts';
import { askedOf } from './cut.ts';
import { departureOf } from './departure.ts';
import { fidelityOf } from './fidelity.ts';
import { lengthsOf, textOf } from './json-text.ts';
import { createHandoffService, type HandoffQuery } from './service.ts';
import { findInState, treeOf, valueAt } from './state-tree.ts';
import { createStates } from './states.ts';

/** What a phase dropped, and whether its state agrees with its sources. On a long tape, both read much of it. */
export function leftMethods(engine: HeavyEngine): Pick<Handlers, 'handoffs.fidelity' | 'handoffs.left'> {
  const rim = createRim(engine.catalog);
  const heavy = heavyOf(engine);
  return {
    'handoffs.fidelity': (input, { signal }) =>
      heavy({ method: 'handoffs.fidelity', input }, [input.tape], () => fidelityOf(rim, input.tape, input.seq, signal), signal),
    'handoffs.left': (input, { signal }) =>
      heavy(
        { method: 'handoffs.left', input },
        [input.tape],
        () => departureOf(rim, input.tape, input.seq, { signal, asked: askedOf(input) }),
        signal,
      ),
  };
}

/** Characters of one value that cross the bridge. */
const MOST_CHARS = 1_000_000;

type Methods = 'handoffs.get' | 'handoffs.state' | 'handoffs.find' | 'handoffs.value' | 'handoffs.fidelity' | 'handoffs.left';

/** A window asks a thread: a tape of a million entries takes a second. The terminal has nothing else to do. */
const createPhases = ({ options: { home, host } }: Pick<Engine, 'options'>): ((query: HandoffQuery) => Promise<Handoffs>) => {
  let here: ((query: HandoffQuery) => Promise<Handoffs>) | null = null;
  const thread = createAsking<HandoffQuery, Handoffs>('handoffs/handoffs-worker', { home });
  return async (query) => {
    if (host !== 'terminal') return thread.ask(query);
    here ??= createHandoffService(createGraphReader(joinDatabase(home)));
    return here(query);
  };
};

/** Phases as they followed one another, the states that they hand over, and how true these are to what they stand for. */
export function handoffMethods(engine: Pick<Engine, 'catalog' | 'options'>): Pick<Handlers, Methods> {
  const phases = createPhases(engine);
  const states = createStates(engine.catalog);
  /** A state with the one that it is compared with, if any. */
  const both = async ({ tape, seq, against }: { tape: string; seq: number; against?: { tape: string; seq: number } | undefined }) => {
    const read = await states.at(tape, seq);
    const other = against && (await states.at(against.tape, against.seq));
    return { ...read, ...(other && { against: { value: other.state.value, comparison: states.compared(read, other) } }) };
  };
  return {
    'handoffs.get': async (input) => {
      const answer = await phases({ ...input, tape: engine.catalog.tape(input.tape).id });
      return { ...answer, phases: await markAltered(engine.catalog, answer.phases, (phase) => phase) };
    },
    'handoffs.state': async ({ path, from = 0, limit, ...at }) => {
      const { tape, state, refs, marked, against } = await both(at);
      const { nodes, ...told } = treeOf(state.value, { path, from, limit, ...(against && { against }) });
      return { tape: tape.id, seq: at.seq, nodes: marked(nodes), ...told, refs: countRefs(refs) };
    },
    'handoffs.find': async ({ tape, seq, query, limit }) => findInState((await states.at(tape, seq)).state.value, query, limit),
    'handoffs.value': async ({ path, ...at }) => {
      const { state, against } = await both(at);
      const value = valueAt(state.value, path, against);
      const chars = typeof value === 'string' ? value.length : lengthsOf(value)(value);
      return { text: textOf(value, MOST_CHARS), chars };
    },
    ...leftMethods(engine),
  };
}
