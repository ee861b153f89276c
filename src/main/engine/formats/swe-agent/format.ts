import type { Format, Sample } from '../format.ts';
import { isObject, without } from '../json.ts';
import { showSaid } from '../said/said.ts';
import type { Json, JsonObject } from '../values.ts';
import { ownOf, read, saidIn, thread } from './read.ts';

/** Names of the program's own: nobody searches for them. */
const UNSEARCHED: ReadonlySet<string> = new Set(['role', 'agent', 'message_type', 'extra', 'timestamp', 'trajectory_format']);

/** Where it was run, and what it took. */
const OF_THE_COPY: ReadonlySet<string> = new Set(['agent', 'extra', 'execution_time', 'state', 'timestamp']);

const shown = showSaid(saidIn, UNSEARCHED);

const own = (record: Json): Json => (isObject(record) ? ownOf(record) : record);

/** Trajectories of SWE-agent and mini-swe-agent. */
export const sweAgent = {
  ...{ id: 'swe-agent', name: 'SWE-agent', detect, read, thread, messages: shown.messages },
  document: { records: ['history.*', 'trajectory.*', 'messages.*', '*'] },
  locate: () => ({}),
  text: (record) => shown.text(own(record)),
  parts: (record) => shown.parts(own(record)),
  preview: (record) => shown.preview(own(record)),
  payload: (record) => (isObject(record) ? without(record, OF_THE_COPY) : record),
} as const satisfies Format;

const FILE = /\.traj(?:\.json)?$/;

const isMessage = ({ role, content }: JsonObject): boolean => typeof role === 'string' && content !== undefined;

/** A history with the name of an agent at each message, a format that is named, or messages in a file that is named as a trajectory is. */
function detect({ path, records, document }: Sample): number {
  if (document === undefined) return 0;
  const objects = records.filter(isObject);
  if (objects.some(({ trajectory_format: named }) => typeof named === 'string' && named.startsWith('mini-swe-agent'))) return 1;
  const { keys, list } = document;
  const steps = objects.filter(({ action, observation, role }) => role === undefined && action !== undefined && observation !== undefined);
  const messages = objects.filter(isMessage);
  if (keys.includes('trajectory') && steps.length > 0) return 1;
  if (keys.includes('history') && messages.some(({ agent }) => typeof agent === 'string')) return 0.95;
  return FILE.test(path) && (list || keys.includes('messages')) && messages.length > 0 ? 0.95 : 0;
}
