import type { Timeline } from '../../../../shared/model/index.ts';

/**
 * Every entry has one lane. 0 … 4 are the lanes of the tape itself, 5 … 9 the same for sub-agents inside the file (drawn
 * dim), 10 is a failure, which is drawn through all of them.
 */
export const LANE = { user: 0, assistant: 1, call: 2, result: 3, other: 4, failed: 10 } as const;
export const SIDE = 5;
export const LANES = 11;

const TONE = { user: 1, assistant: 2, tool: 3, system: 4 } as const;
const FAILED = 8;
const SIDECAR = 16;
export const SIDECHAIN = 32;

/** The lane of one entry, from its kind and the tone byte of the timeline. Bookkeeping and events share the last lane. */
const laneOf = (kind: string, tone: number): number => {
  if ((tone & FAILED) !== 0 || kind === 'error') return LANE.failed;
  return plainLane(kind, tone) + ((tone & SIDECHAIN) !== 0 ? SIDE : 0);
};

const plainLane = (kind: string, tone: number): number => {
  if ((tone & SIDECAR) !== 0) return LANE.other;
  if (kind === 'tool_call') return LANE.call;
  if (kind === 'tool_result') return LANE.result;
  const role = tone & 7;
  if (role === TONE.user) return LANE.user;
  if (role === TONE.assistant) return LANE.assistant;
  return role === TONE.tool ? LANE.result : LANE.other;
};

/** Lanes of the entries of one answer, in its order. */
export function lanesOf(timeline: Pick<Timeline, 'kinds' | 'kind' | 'tone'>): Uint8Array {
  const lanes = new Uint8Array(timeline.kind.length);
  for (let i = 0; i < lanes.length; i++) {
    lanes[i] = laneOf(timeline.kinds[timeline.kind[i] ?? 0] ?? '', timeline.tone[i] ?? 0);
  }
  return lanes;
}
