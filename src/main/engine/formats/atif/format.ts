import type { Format, Sample } from '../format.ts';
import { isObject, without } from '../json.ts';
import { showSaid } from '../said/said.ts';
import { sectionThread } from '../said/sections.ts';
import type { JsonObject } from '../values.ts';
import { costOf, part, read } from './read.ts';
import { saidIn } from './record.ts';

/** Ids, names and figures: nobody searches for them. */
const UNSEARCHED: ReadonlySet<string> = new Set([
  ...['schema_version', 'session_id', 'trajectory_id', 'step_id', 'timestamp', 'source', 'version', 'source_call_id', 'trajectory_path'],
]);

/** Where a trajectory differs from another that has the same steps. */
const OF_THE_COPY: ReadonlySet<string> = new Set(['session_id', 'trajectory_id', 'step_id', 'is_copied_context', 'metrics', 'extra']);

/** Trajectories in the Agent Trajectory Interchange Format, as Harbor writes them. */
export const atif = {
  ...{ id: 'atif', name: 'ATIF', read, part, cost: costOf, thread: sectionThread },
  document: { records: ['steps.*', 'subagent_trajectories.*.steps.*'] },
  detect,
  locate: () => ({}),
  ...showSaid(saidIn, UNSEARCHED),
  payload: (record) => (isObject(record) ? without(record, OF_THE_COPY) : record),
} as const satisfies Format;

const isStep = ({ step_id, source }: JsonObject): boolean => typeof step_id === 'number' && typeof source === 'string';

/** The head names the format; without it steps have a number and a source. */
function detect({ records, document }: Sample): number {
  if (!document?.keys.includes('steps')) return 0;
  const objects = records.filter(isObject);
  if (objects.some(({ schema_version: version }) => typeof version === 'string' && version.startsWith('ATIF'))) return 1;
  return objects.length > 0 && objects.every((record) => isStep(record) || isObject(record.agent)) ? 0.9 : 0;
}
