import type { Format, Sample } from '../format.ts';
import { isObject } from '../json.ts';
import { showSaid } from '../said/said.ts';
import { sectionThread } from '../said/sections.ts';
import type { JsonObject } from '../values.ts';
import { isStep, read, saidIn } from './read.ts';

/** Ids and names: nobody searches for them. */
const UNSEARCHED: ReadonlySet<string> = new Set(['id', 'parent_id', 'author_tape_id', 'prompt_id', 'kind', 'node', 'llm']);

/** A step has other ids in each tape that continues another. */
const OF_THE_COPY: ReadonlySet<string> = new Set(['metadata']);

/** Tapes of TapeAgents: one in a file, or a list of them. */
export const tapeAgents = {
  ...{ id: 'tapeagents', name: 'TapeAgents', detect, read, thread: sectionThread },
  document: { records: ['steps.*', '*.steps.*'] },
  locate: () => ({}),
  ...showSaid(saidIn, UNSEARCHED),
  payload: (record) => (isObject(record) ? Object.fromEntries(Object.entries(record).filter(([key]) => !OF_THE_COPY.has(key))) : record),
} as const satisfies Format;

const isTapeHead = ({ metadata }: JsonObject): boolean => isObject(metadata) && metadata.n_added_steps !== undefined;

/** What a tape says of itself tells it, in the head of one and in each of a list. */
function detect({ records, document }: Sample): number {
  if (!document) return 0;
  const objects = records.filter(isObject);
  if (document.list) return objects.length > 0 && objects.every((tape) => isTapeHead(tape) && Array.isArray(tape.steps)) ? 1 : 0;
  if (!document.keys.includes('steps')) return 0;
  if (objects.some(isTapeHead)) return 1;
  return objects.length > 0 && objects.every((record) => isStep(record) && isObject(record.metadata)) ? 0.8 : 0;
}
