import type { Run, RunCall } from '../../../../shared/model/run.ts';
import { contextSize } from '../../../../shared/model/vocabulary.ts';

/** A stretch of a turn: the model answers, a person is waited for, a call runs. */
export interface Stretch {
  what: 'model' | 'waits' | 'call';
  ms: number;
}

/** A turn as the strip draws it. */
export interface TurnSpan {
  step: number;
  /** Its first tool, else what it does. */
  word: string;
  ms: number;
  stretches: readonly Stretch[];
  /** Tokens of its request; null while nobody knows. */
  context: number | null;
  live: boolean;
}

/** The turns of a run one after the other. What the newest takes is known by the clock until its end is on the tape. Pure. */
export function turnSpans(run: Pick<Run, 'turns' | 'running' | 'began' | 'ended' | 'earlier' | 'since'>, now: number): TurnSpan[] {
  // What a run within the run took is in the call that began it.
  const turns = run.turns.filter(({ within }) => within === null);
  const done = turns.reduce((sum, { ms }) => sum + (ms ?? 0), 0);
  return turns.map(({ step, calls, ms, usage, state }, at) => {
    const live = run.running && at === turns.length - 1;
    // If the first turns of a run are not shown, it is unknown here when the newest began.
    const whole = ms ?? (run.earlier > 0 ? 0 : Math.max(0, (run.ended ?? now) - run.began - done));
    const ended = calls.flatMap((call): Stretch[] => [
      ...(call.waited > 0 ? [{ what: 'waits' as const, ms: call.waited }] : []),
      ...(call.ms === null ? [] : [{ what: 'call' as const, ms: call.ms }]),
    ]);
    const left = Math.max(0, whole - sumOf(ended));
    const open = live ? openStretch(calls, Math.min(left, Math.max(0, now - run.since))) : [];
    const made = [...ended, ...open];
    return {
      ...{ step, live, ms: whole, context: usage === null ? null : contextSize(usage) },
      word: calls[0]?.tool ?? (state === 'done' ? 'answer' : state),
      stretches: [{ what: 'model' as const, ms: left - sumOf(open) }, ...made].filter((stretch) => stretch.ms > 0),
    };
  });
}

const sumOf = (stretches: readonly Stretch[]): number => stretches.reduce((sum, { ms }) => sum + ms, 0);

/** The call that runs, or waits for a person, so far. */
const openStretch = (calls: readonly RunCall[], ms: number): Stretch[] => {
  const call = calls.find(({ state }) => state === 'running' || state === 'asking');
  return call === undefined ? [] : [{ what: call.state === 'asking' ? 'waits' : 'call', ms }];
};
