import type { Format, Sample } from '../format.ts';
import { isObject, without } from '../json.ts';
import { showSaid } from '../said/said.ts';
import { sectionThread } from '../said/sections.ts';
import type { JsonObject } from '../values.ts';
import { read, saidIn, stepIn } from './read.ts';
import { entriesIn, isStep } from './whole.ts';

/** Ids and names: nobody searches for them. */
const UNSEARCHED: ReadonlySet<string> = new Set([
  ...['id', 'parent_id', 'author_tape_id', 'prompt_id', 'kind', 'node', 'llm'],
  ...['table', 'tape_id', 'timestamp'],
]);

/** A step has other ids in each tape that continues another. */
const OF_THE_COPY: ReadonlySet<string> = new Set(['metadata']);

/** Tapes of TapeAgents: one in a file, or a list of them; one in a row of a database. */
export const tapeAgents = {
  ...{ id: 'tapeagents', name: 'TapeAgents', detect, read, thread: sectionThread },
  document: { records: ['steps.*', '*.steps.*'] },
  locate: () => ({}),
  part: (record, at) => entriesIn(record)[at] ?? {},
  ...showSaid(saidIn, UNSEARCHED),
  payload: (record) => (isObject(record) ? without(stepIn(record), OF_THE_COPY) : record),
} as const satisfies Format;

const isTapeHead = ({ metadata }: JsonObject): boolean => isObject(metadata) && metadata.n_added_steps !== undefined;

/** A head, then its steps: a tape of YAML as its records are. */
const isTapeInLines = ([head, ...steps]: readonly JsonObject[]): boolean =>
  head !== undefined && isHeadAlone(head) && steps.every((step) => isStep(step) && isObject(step.metadata));

const isHeadAlone = (record: JsonObject): boolean =>
  isObject(record.metadata) && record.context !== undefined && Object.keys(record).every((key) => key === 'metadata' || key === 'context');

/** What a tape says of itself tells it, in the head of one and in each of a list. */
function detect({ records, document }: Sample): number {
  const objects = records.filter(isObject);
  if (!document) return isTapeInLines(objects) ? 0.8 : 0;
  if (document.list) return objects.length > 0 && objects.every((tape) => isTapeHead(tape) && Array.isArray(tape.steps)) ? 1 : 0;
  if (!document.keys.includes('steps')) return 0;
  if (objects.some(isTapeHead)) return 1;
  return objects.length > 0 && objects.every((record) => isStep(record) && isObject(record.metadata)) ? 0.8 : 0;
}
