import type { MergeDuplicate, NativeEntry, Verdict } from '../../../../shared/model/native.ts';
import type { Json } from '../../formats/format.ts';
import { asObject } from '../../formats/json.ts';
import type { MergePlanOptions } from '../types.ts';
import type { MergeInput, MergePlan } from './plan.ts';

// The events that fork and merge leave on the parent.

/** An event of governance on its own tape: one that came with a merge is only told there. */
export function isGovernance(entry: Pick<NativeEntry, 'kind' | 'payload' | 'meta'>): boolean {
  const payload = asObject(entry.payload as Json);
  const event = asObject(payload?.data)?.event;
  return (
    entry.kind === 'event' &&
    entry.meta.from === undefined &&
    event === payload?.name &&
    (event === 'fork' || event === 'merge' || event === 'discard')
  );
}

export interface ForkEvent {
  ts: string;
  session: string;
  start: number;
  branch: string;
  who: string;
  /** Hex of the chain digest of the parent at `start`: the witness of what is shared. */
  prefix: string;
  note: string | null;
}

export function forkEvent({ ts, session, start, branch, who, prefix, note }: ForkEvent) {
  return {
    kind: 'event',
    payload: { name: 'fork', data: { event: 'fork', ts, parent: `${session}@${start}`, branch, who, prefix_sha: prefix, note } },
    at: ts,
  };
}

export interface DiscardEvent {
  ts: string;
  session: string;
  branch: string;
  who: string;
  /** Where its folder is now, relative to the tape's. */
  archive: string;
  note: string | null;
}

export function discardEvent({ ts, session, branch, who, archive, note }: DiscardEvent) {
  return {
    kind: 'event',
    payload: { name: 'discard', data: { event: 'discard', ts, parent: session, branch, who, archive, note } },
    at: ts,
  };
}

export interface MergeEvent {
  ts: string;
  session: string;
  input: MergeInput;
  plan: MergePlan;
  options: MergePlanOptions;
  verdict: Verdict | null;
  reviewer: string;
  /** Witness of each fork's prefix, by name. */
  prefixes: Readonly<Record<string, string>>;
}

/** Where a merge was refuted nothing joined: the event stands alone and its forks stay open. */
export function mergeEvent({ ts, session, input, plan, options, verdict, reviewer, prefixes }: MergeEvent) {
  const refuted = verdict?.verdict === 'refuted';
  const order = refuted ? [] : plan.order;
  const data = {
    event: 'merge',
    ts,
    join: refuted ? null : `${session}@${plan.head + 1}`,
    inputs: input.forks.map(({ name }) => name),
    gate: verdict?.gate ?? null,
    verdict: verdict?.verdict ?? null,
    ...(verdict === null ? {} : { exit: verdict.exit, output: verdict.output }),
    reviewer,
    order: options.order,
    dedup: options.dedup,
    on_conflict: options.onConflict,
    insights_only: options.insightsOnly,
    prefix_sha: prefixes,
    entries: Object.fromEntries(input.forks.map(({ name }) => [name, ranges(order.filter(({ from }) => from === name))])),
    duplicates: refuted ? 0 : plan.duplicates.length,
    duplicate_of: refuted ? [] : plan.duplicates.map(briefly),
    conflicts: refuted ? 0 : plan.conflicts.length,
  };
  return { kind: 'event', payload: { name: 'merge', data }, at: ts };
}

/** Runs of entries that kept their distance: the first old id, the first new one, and how many. */
function ranges(items: readonly { id: number; newId: number }[]): [oldId: number, newId: number, count: number][] {
  const runs: [number, number, number][] = [];
  for (const { id, newId } of items) {
    const last = runs.at(-1);
    if (last && id === last[0] + last[2] && newId === last[1] + last[2]) last[2] += 1;
    else runs.push([id, newId, 1]);
  }
  return runs;
}

/** Fork, id there, and the id of the parent that says the same; null for one that another fork of this merge brings. */
const briefly = ({ from, id, of }: MergeDuplicate): [string, number, string | null, number] => [from, id, of.from, of.id];
