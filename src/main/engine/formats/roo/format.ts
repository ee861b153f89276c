import { Flag } from '../../../../shared/model/vocabulary.ts';
import { detectTask, taskFormat } from '../cline/format.ts';
import { emptyDraft, factsOf } from '../draft.ts';
import type { Draft, Format, Sample } from '../format.ts';
import { asList, asNumber, asObject, asString, isObject, timeOf } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';

/** Tasks of Roo Code. */
export const roo = {
  id: 'roo',
  name: 'Roo Code',
  detect,
  ...taskFormat,
  read,
  document: { records: ['*', 'messages.*'] },
} as const satisfies Format;

const OWN = ['condenseId', 'condenseParent', 'truncationId', 'truncationParent', 'isSummary'] as const;

/** The same history as in the program that it comes from, in its own storage or with marks that only it writes. */
function detect(sample: Sample): number {
  const sure = detectTask(sample);
  if (sure === 0) return 0;
  const own = /[\\/]rooveterinaryinc\.roo-/.test(sample.path);
  return own || sample.records.some((record) => isObject(record) && OWN.some((key) => record[key] !== undefined)) ? 1 : 0;
}

/** As tasks of the whole family are read, with what links a sub-task to the call that started it. Never throws. */
function read(record: Json): Draft {
  if (isObject(record) && isItem(record)) return readItem(record);
  const draft = taskFormat.read(record);
  const asked = new Map((isObject(record) ? asList(record.content) : []).filter(isObject).flatMap(promptOf));
  draft.calls = draft.calls.map((call) => {
    const prompt = asked.get(call.id);
    return prompt === undefined ? call : { ...call, prompt };
  });
  return draft;
}

const PROMPT_CHARS = 2000;

/** What a sub-task is started with, by the id of its call. */
function promptOf({ id, name, input }: JsonObject): [string, string][] {
  const [call, message] = [asString(id), asString(asObject(input)?.message)];
  return name !== 'new_task' || call === null || message === null ? [] : [[call, message.slice(0, PROMPT_CHARS)]];
}

const isItem = ({ id, number, task, role, type }: JsonObject): boolean =>
  typeof id === 'string' && asNumber(number) !== null && typeof task === 'string' && role === undefined && type === undefined;

/** What the program lists of a task. */
function readItem({ id, ts, workspace, parentTaskId }: JsonObject): Draft {
  const draft = emptyDraft('session', Flag.Sidecar, timeOf(ts));
  const [session, cwd, parent] = [asString(id), asString(workspace), asString(parentTaskId)];
  draft.label = 'place and use';
  const facts = factsOf(draft);
  if (cwd) facts.cwd = cwd;
  if (session && parent) Object.assign(facts, { agent: session, spawnedBy: parent });
  return draft;
}
