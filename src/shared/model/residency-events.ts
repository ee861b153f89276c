import { bisect } from './bisect.ts';
import type { Residency, ResidencyEvents } from './residency.ts';
import type { View } from './view.ts';

type Event = View['events'][number];

/** Packs events, which are in the order of their steps. */
export function packEvents(events: readonly Event[]): ResidencyEvents {
  const kinds = new Map<string, { at: number; type: string; basis: Event['basis']; note: string }>();
  const kind = Uint32Array.from(events, ({ type, basis, note }) => {
    const key = JSON.stringify([type, basis, note]);
    const known = kinds.get(key) ?? { at: kinds.size, type, basis, note };
    kinds.set(key, known);
    return known.at;
  });
  return {
    step: Uint32Array.from(events, ({ step }) => step),
    tokens: Float64Array.from(events, ({ tokens }) => tokens),
    kind,
    kinds: [...kinds.values()].map(({ type, basis, note }) => ({ type, basis, note })),
  };
}

/** The events of the steps from one to another, both inclusive, in order. Costs what it answers. */
export function* eventsBetween({ step, tokens, kind, kinds }: ResidencyEvents, from: number, to: number): Generator<Event> {
  const first = bisect(0, step.length, (at) => (step[at] ?? 0) >= from);
  for (let at = first; at < step.length && (step[at] ?? 0) <= to; at++) {
    const { type = '', basis = 'inferred', note = '' } = kinds[kind[at] ?? 0] ?? {};
    yield { type, step: step[at] ?? 0, tokens: tokens[at] ?? 0, basis, note };
  }
}

/** Reads all of them. */
export function eventsOf(events: ResidencyEvents): Event[] {
  return [...eventsBetween(events, 0, Number.POSITIVE_INFINITY)];
}

/** What events of one type added up to. */
export interface EventSum {
  type: string;
  tokens: number;
  /** The steps at which they happened. */
  steps: number[];
  /** What left was entries: they are in what the entries weigh, not in what events add. */
  ofEntries: boolean;
}

const OF_ENTRIES = new Set(['results-cleared', 'probably-not-sent']);

/** The events that the ledger of a step has in it, by type and in the order in which they came: those since its base was measured. */
export function eventsIn(
  { steps, base, addedBy, events }: Pick<Residency, 'steps' | 'base' | 'addedBy' | 'events'>,
  at: number,
): EventSum[] {
  let first = at;
  while (first > 0 && base[first - 1] === base[at]) first -= 1;
  const [from, to] = [steps[first] ?? 0, steps[at] ?? 0];
  const sums = new Map<string, EventSum>();
  for (const { type, step, tokens } of eventsBetween(events, from, to)) {
    const sum = sums.get(type) ?? { type, tokens: 0, steps: [], ofEntries: OF_ENTRIES.has(type) };
    sum.tokens += tokens;
    sum.steps.push(step);
    sums.set(type, sum);
  }
  const added = new Map(addedBy.map(({ name, tokens }) => [name, tokens[at] ?? 0]));
  return [...sums.values()].flatMap((sum) => {
    if (sum.ofEntries) return [sum];
    const tokens = added.get(sum.type) ?? 0;
    return tokens === 0 ? [] : [{ ...sum, tokens }];
  });
}
