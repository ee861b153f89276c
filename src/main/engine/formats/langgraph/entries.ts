import type { Facts } from '../format.ts';
import { asString, oneLine, without } from '../json.ts';
import type { Block } from '../snapshots/block.ts';
import { blocksOf } from '../snapshots/normal.ts';
import { asideEntry, type Entry, entriesOf } from '../snapshots/snapshot.ts';
import type { JsonObject } from '../values.ts';
import { type Checkpoint, checkpointOf, modelOf, stateOf, usageOf } from './record.ts';

/** Takes the row of a checkpoint, or of a write, apart into entries. Never throws. */
export function entriesIn(record: JsonObject): readonly Entry[] {
  const checkpoint = checkpointOf(record);
  if (checkpoint !== null) return checkpointEntries(record, checkpoint);
  return [record.channel === undefined ? strange(record) : written(record)];
}

const TITLE_CHARS = 120;
const PROMPT_CHARS = 2000;

function checkpointEntries(record: JsonObject, checkpoint: Checkpoint): readonly Entry[] {
  const { id, parent, time, source, step, messages, grew, state, next, namespace } = checkpoint;
  const last = messages?.at(-1) ?? null;
  const answer = last !== null && last.type === 'ai' && grew ? last : null;
  const model = answer === null ? null : modelOf(answer);
  const before = answer === null ? messages : (messages ?? []).slice(0, -1);
  const label = [
    source,
    step === null ? '' : `step ${step}`,
    namespace.split(':')[0] ?? '',
    next.length > 0 ? `next ${next.join(', ')}` : '',
  ];
  return entriesOf({
    request: answer === null ? '' : answerKey(answer, id),
    checkpoint: { id, parent },
    label: label.filter((word) => word !== '').join(' · '),
    ...{ time, ended: time, cost: null, failed: false, sidechain: namespace !== '' },
    model,
    usage: answer === null ? null : usageOf(answer),
    sent: before === null ? null : before.flatMap(messageBlocks),
    answer: answer === null ? [] : messageBlocks(answer),
    facts: { ...factsOf(record, checkpoint), ...(model !== null && { model }) },
    rest: { state: stateOf(state), metadata: record.metadata ?? null },
  });
}

const messageBlocks = (message: JsonObject): Block[] => blocksOf([message]);

/** An answer that later checkpoints have too is one request. */
const answerKey = (answer: JsonObject, checkpoint: string): string => asString(answer.id) ?? checkpoint;

function factsOf({ thread_id }: JsonObject, { messages, namespace }: Checkpoint): Facts {
  const session = asString(thread_id);
  const first = messages?.find(({ type }) => type === 'human' || type === 'user');
  const words =
    first === undefined
      ? ''
      : blocksOf([first])
          .map(({ text }) => asString(text) ?? '')
          .join(' ');
  return {
    ...(session !== null && { session }),
    ...(namespace === '' && words !== '' && { title: oneLine(words, TITLE_CHARS), titleRank: 0, prompt: words.slice(0, PROMPT_CHARS) }),
  };
}

const OF_THE_ROW: ReadonlySet<string> = new Set(['table', 'thread_id', 'checkpoint_ns', 'type']);

/** What a task wrote into a channel; of a checkpoint that nothing follows it is pending. */
function written(record: JsonObject): Entry {
  const channel = asString(record.channel) ?? '';
  return asideEntry({
    aside: 'write',
    label: channel,
    time: null,
    failed: channel === '__error__',
    unknown: false,
    facts: {},
    rest: without(record, OF_THE_ROW),
  });
}

const strange = (record: JsonObject): Entry =>
  asideEntry({
    aside: asString(record.table) ?? asString(record.kind) ?? 'record',
    label: '',
    time: null,
    failed: false,
    unknown: true,
    facts: {},
    rest: record,
  });
