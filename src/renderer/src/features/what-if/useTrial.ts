import { useMemo } from 'react';
import type { Answer, Arrived, Spending, TapeRow, View } from '../../../../shared/model/index.ts';
import { useCancelJob, useJobs } from '../../data/appHooks.ts';
import { useClient } from '../../data/client.tsx';
import { type Spot, useView } from '../../data/hooks.ts';
import { usePlan, useWhatIfSetup } from '../../data/whatIfHooks.ts';
import { useStore } from '../../state/store.ts';
import { useRested } from '../../ui/useRested.ts';
import { READ_ONLY } from '../native/actions.ts';
import { useNative } from '../native/useNative.ts';
import { whyNoModel } from '../run/settings.ts';
import { answered, type Bench, EMPTY, NO_EDITS, useWhatIfState } from './state.ts';
import { type Bounds, inputOf, keyOf, settle, temperatureIn, type Variation } from './variation.ts';

const RESTS_MS = 250;

/** The context at a place as it is and as it is edited, the requests of both, and how the edited one is sent. */
export function useTrial(tape: TapeRow, spot: Spot) {
  const policy = useStore((state) => state.policy);
  const instead = useStore((state) => state.instead) ?? policy;
  const setup = useWhatIfSetup(tape);
  const edits = useWhatIfState((state) => state.edits[tape.id]) ?? NO_EDITS;
  const typed = useWhatIfState((state) => state.typed);
  const place = `${tape.id} ${spot === 'next' ? `next ${tape.entries}` : spot}`;
  const bench = useWhatIfState((state) => state.benches[place]) ?? EMPTY;
  const now = useView(tape.id, spot, policy);
  const then = useView(tape.id, spot, instead);
  const model = edits.model ?? setup?.model ?? '';
  const temperature = temperatureIn(typed.temperature) ?? null;
  const replace = useMemo(() => inContext(edits.replace, then.data), [edits.replace, then.data]);
  const edited: Variation = { policy: instead, replace, system: edits.system, model, temperature };
  const asIs: Variation = { policy, replace: [], system: null, model, temperature };
  const rested = useRested(keyOf(edited), RESTS_MS);
  const asked = JSON.parse(rested) as Variation;
  const ask = (variation: Variation) => (setup === undefined ? null : inputOf(tape.id, spot, variation));
  const plan = usePlan(ask(asked));
  const before = usePlan(ask({ ...asked, policy, replace: [], system: null }));
  return { tape, spot, place, bench, setup, now, then, edited, asIs, plan, before };
}

export type Trial = ReturnType<typeof useTrial>;

/** The system prompt that is known of the request, until somebody writes another; empty for none. */
export function knownSystem({ before, plan }: Trial): string {
  return before.data?.system ?? plan.data?.system ?? '';
}

const inContext = (replace: Variation['replace'], view: View | undefined): Variation['replace'] => {
  const held = new Set(view?.blocks.flatMap(({ entries }) => entries));
  return replace.filter(({ seq }) => held.has(seq));
};

/** Why nothing can be sent, as one sentence; null where it can. */
function useWhyNot({ setup, edited, plan }: Trial): string | null {
  const { readOnly } = useNative();
  const bounds = settle(useWhatIfState((state) => state.typed));
  if (readOnly) return READ_ONLY;
  if ('why' in bounds) return bounds.why;
  if (setup === undefined) return null;
  return whyNoModel(edited.model, setup) ?? plan.error?.message ?? null;
}

/** Why not all was sent; null where it was. */
export function stopWords({ stop: { reason, message } }: Pick<Spending, 'stop'>): string | null {
  if (reason === 'done') return null;
  return reason === 'cancelled' ? 'Stopped by you.' : (message ?? `Stopped: ${reason}.`);
}

const arriving = (variation: Variation, { answers, spending }: Arrived, read: Bench['read']): Partial<Bench> => {
  const { input, output, cacheRead, cacheWrite } = spending.usage;
  const usage = { input: input + cacheRead + cacheWrite, output };
  const sent = { answers, requests: spending.requests, usage, cost: spending.cost };
  return { arriving: { variation, sent }, read: read ?? { key: keyOf(variation), at: 0 } };
};

/** Sends the edited context, or the same without each block. What comes back is kept, whatever the window shows by then. */
export function useSending(trial: Trial) {
  const client = useClient();
  const jobs = useJobs().data?.items;
  const cancel = useCancelJob();
  const why = useWhyNot(trial);
  const { tape, spot, place, bench, setup, edited } = trial;
  const job = jobs?.find(({ phase, tape: of, state }) => phase === 'what-if' && of === tape.id && state === 'running');
  const { change } = useWhatIfState.getState();
  const can = !bench.busy && why === null && setup !== undefined;
  /** Does one thing at a time, and keeps why it failed. */
  const begin = async (work: (bounds: Bounds) => Promise<void>): Promise<void> => {
    const bounds = settle(useWhatIfState.getState().typed);
    if (!can || 'why' in bounds) return;
    change(place, () => ({ busy: true, problem: null }));
    try {
      await work(bounds);
    } catch (failure) {
      change(place, () => ({ problem: failure instanceof Error ? failure.message : String(failure) }));
    } finally {
      change(place, () => ({ busy: false }));
    }
  };
  const send = (variation: Variation) =>
    begin(async ({ n, budget }) => {
      const id = crypto.randomUUID();
      const arrive = (arrived: Arrived) => {
        if (arrived.answers.length > 0) change(place, ({ read }) => arriving(variation, arrived, read));
      };
      const leave = client.bridge.subscribe((push) => push.type === 'what-if' && push.id === id && arrive(push));
      try {
        const sent = await client.call('whatIf.send', { ...inputOf(tape.id, spot, variation), n, budget, id });
        arrive(sent);
        change(place, () => ({ problem: stopWords(sent.spending) }));
      } finally {
        leave();
        // Also where it failed: what came was paid for.
        change(place, (now) => ({ variants: answered(now), arriving: null }));
      }
    });
  const ablate = () =>
    begin(async ({ n, blocks, budget }) => {
      const found = await client.call('whatIf.ablate', { ...inputOf(tape.id, spot, edited), n, blocks, budget });
      change(place, () => ({ ablation: { key: keyOf(edited), found } }));
    });
  const replay = () =>
    begin(async ({ steps, budget }) => {
      if (spot === 'next') return;
      const done = await client.call('whatIf.replay', { ...inputOf(tape.id, spot, edited), step: spot, steps, budget });
      change(place, () => ({ replay: done }));
    });
  /** An answer on a tape of its own, which is then shown. */
  const proceed = (variation: Variation, { decision, usage, ms }: Answer) =>
    begin(async () => {
      if (decision === null) return;
      const made = await client.call('whatIf.continue', { ...inputOf(tape.id, spot, variation), decision, usage, ms });
      useStore.getState().openTape(made.tape.id, { panel: 'context' });
    });
  return {
    ...{ proceed: (variation: Variation, answer: Answer) => void proceed(variation, answer) },
    ...{ why, can, job, stop: () => job && cancel.mutate(job.id) },
    ...{ send: () => void send(edited), sendAsIs: () => void send(trial.asIs), ablate: () => void ablate(), replay: () => void replay() },
  };
}
