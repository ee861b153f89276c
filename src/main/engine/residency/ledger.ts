import type { Residency, StepRow } from '../../../shared/model/index.ts';
import { grow } from '../views/growth.ts';
import { type Growth, heldBy } from '../views/growth-state.ts';
import { listGrowth } from '../views/list-growth.ts';
import type { Chosen } from '../views/material.ts';
import type { Whole } from './material.ts';
import type { Change } from './stays.ts';

type Columns = Pick<Residency, 'base' | 'added' | 'unexplained' | 'events'>;

/** What following said of one context. */
interface Followed {
  change: Change;
  growth?: Growth | undefined;
  whole?: Chosen | null | undefined;
}

/** What each recorded size is made of, step by step: the base, events, entries, and what is not explained. Only of what was sent. */
export interface Ledger {
  /** Takes in the next step; answers what the recorded sizes say by then, null where the policy is not the agent's own. */
  take(at: number, step: StepRow, followed: Followed): Growth | null;
  end(steps: number, recorded: Float64Array, sums: { counted: Float64Array; estimated: Float64Array }): Columns;
}

export function createLedger({ asked, source, weights }: Whole, steps: number): Ledger {
  const base = new Float64Array(steps).fill(Number.NaN);
  const added = new Float64Array(steps).fill(Number.NaN);
  const events: Residency['events'] = [];
  let list: Growth | null = null;

  const counted = ({ seq }: { seq: number }): number | undefined => (weights.exact[seq] === 1 ? weights.tokens[seq] : undefined);

  /** A list grows by what came; where it began at another place, all is looked at. */
  const listed = ({ change, whole }: Followed, request: StepRow): Growth | null => {
    if (whole) list = listGrowth(asked, whole, source, counted);
    else if (list !== null && change.type === 'grown') {
      for (const seq of change.left) list.held -= heldBy(list, seq);
      for (const seq of change.left) list.forgotten.add(seq);
      const rows = source.entriesAt(change.came.filter((seq) => list?.rows.has(seq) === false).sort((a, b) => a - b));
      grow(list, { request, rows, outputOf: (step) => source.step(step).usage?.output ?? null, counted, clears: false });
    }
    return list;
  };

  return {
    take(at, step, followed) {
      if (asked.choice.type !== 'as-recorded') return null;
      const growth = asked.rules.tree ? (followed.growth ?? null) : listed(followed, step);
      if (growth === null || growth.base === null) return null;
      base[at] = growth.base;
      added[at] = growth.added;
      for (let from = growth.events.length - 1; from >= 0 && growth.events[from]?.step === step.step; from -= 1) {
        const event = growth.events[from];
        if (event) events.push(event);
      }
      return followed.whole ? { ...growth, touched: [...growth.rows.values()] } : growth;
    },
    end(done, recorded, { counted: exact, estimated }) {
      const unexplained = recorded.map((size, at) => size - (base[at] ?? 0) - (added[at] ?? 0) - (exact[at] ?? 0) - (estimated[at] ?? 0));
      return { base: base.slice(0, done), added: added.slice(0, done), unexplained, events };
    },
  };
}
