import type { Format, Sample } from '../format.ts';
import { isObject } from '../json.ts';
import { share } from '../share.ts';
import { snapshotFormat } from '../snapshots/format.ts';
import type { JsonObject } from '../values.ts';
import { entriesIn } from './entries.ts';

/** Threads of LangGraph: rows of a saver, checkpoints and what was written into them. */
export const langGraph = {
  ...{ id: 'langgraph', name: 'LangGraph', detect, locate: () => ({}) },
  ...snapshotFormat(entriesIn),
} as const satisfies Format;

/** Rows of a checkpoint or a write name their thread, their checkpoint and the graph in it. */
function detect({ records }: Sample): number {
  return share(records.filter(isObject), likeness, ({ thread_id: thread }) => thread === undefined);
}

function likeness({ thread_id: thread, checkpoint_id: id, checkpoint_ns: namespace, checkpoint, channel }: JsonObject): number {
  if (typeof thread !== 'string' || typeof id !== 'string') return 0;
  if (typeof namespace !== 'string') return 0.4;
  return isObject(checkpoint) || typeof channel === 'string' ? 1 : 0.5;
}
