import type { Residency, StepRow } from '../../../shared/model/index.ts';
import { EVIDENCE, type Outside as Named } from '../../../shared/model/residency.ts';
import { packEvents } from '../../../shared/model/residency-events.ts';
import type { Growth } from '../formats/context/growth-state.ts';
import { evidenceOf } from '../views/evidence.ts';
import type { Whole } from './material.ts';
import type { Outside } from './outside.ts';
import type { Sent } from './sent.ts';

type Columns = Pick<Residency, 'evidence' | 'base' | 'added' | 'addedBy' | 'unexplained' | 'events' | 'outside'>;

/** What each context is made of, step by step, besides its entries: the base, events, what no entry has, and what is not explained. */
export interface Ledger {
  take(at: number, step: StepRow, sent: Sent, outside: Outside): void;
  end(recorded: Float64Array, sums: { counted: Float64Array; estimated: Float64Array }): Columns;
}

export function createLedger({ asked: { choice, rules } }: Whole, steps: number): Ledger {
  const empty = (): Float64Array => new Float64Array(steps);
  const evidence = new Uint8Array(steps);
  /** The request is at hand with every part of it. */
  const whole = new Uint8Array(steps);
  const base = empty().fill(Number.NaN);
  const added = empty().fill(Number.NaN);
  const addedBy = new Map<string, Float64Array>();
  const outside = new Map<Named, Float64Array>();
  const events: Growth['events'] = [];

  const measured = (at: number, step: StepRow, growth: Growth): void => {
    base[at] = growth.base ?? Number.NaN;
    added[at] = growth.added;
    for (const [type, tokens] of growth.addedBy) columnOf(addedBy, type, empty)[at] = tokens;
    for (let from = growth.events.length - 1; from >= 0 && growth.events[from]?.step === step.step; from -= 1) {
      const event = growth.events[from];
      if (event) events.push(event);
    }
  };

  return {
    take(at, step, { told, growth }, weighed) {
      for (const [what, tokens] of weighed) columnOf(outside, what, empty)[at] = tokens;
      const isRecorded = choice.type === 'as-recorded' && told.recorded !== null;
      const { state } = isRecorded ? RECORDED : evidenceOf(rules.evidence, step, choice, told.findings, told.growth ?? null);
      evidence[at] = EVIDENCE.indexOf(state);
      // A request that is at hand holds its system prompt and tools: nothing is left for a base.
      if (isRecorded) [base[at], whole[at]] = [0, 1];
      else if (growth !== null && growth.base !== null) measured(at, step, growth);
    },
    end(recorded, { counted, estimated }) {
      const done = recorded.length;
      const cut = <Key>(columns: Map<Key, Float64Array>) => [...columns].map(([key, tokens]) => [key, tokens.slice(0, done)] as const);
      const rest = (size: number, at: number): number =>
        whole[at] === 1 ? size - size : size - (base[at] ?? 0) - (added[at] ?? 0) - (counted[at] ?? 0) - (estimated[at] ?? 0);
      return {
        evidence: evidence.slice(0, done),
        base: base.slice(0, done).map((tokens, at) => (whole[at] === 1 && Number.isNaN(recorded[at]) ? Number.NaN : tokens)),
        added: added.slice(0, done),
        addedBy: cut(addedBy).map(([name, tokens]) => ({ name, tokens })),
        outside: cut(outside).map(([name, tokens]) => ({ name, tokens })),
        unexplained: recorded.map((size, at) => (choice.type === 'as-recorded' ? rest(size, at) : Number.NaN)),
        events: packEvents(events),
      };
    },
  };
}

const RECORDED = { state: 'recorded' } as const;

const columnOf = <Key>(columns: Map<Key, Float64Array>, key: Key, empty: () => Float64Array): Float64Array => {
  const known = columns.get(key) ?? empty();
  columns.set(key, known);
  return known;
};
