import type { Usage } from '../../../../shared/model/index.ts';
import type { Facts } from '../format.ts';
import { asList, asNumber, asObject, asString, asStrings, isObject, oneLine, timeOf, without } from '../json.ts';
import type { Block } from '../snapshots/block.ts';
import { blocksOf, toolBlocks } from '../snapshots/normal.ts';
import { asideEntry, type Entry, entriesOf } from '../snapshots/snapshot.ts';
import type { Json, JsonObject } from '../values.ts';

/** Takes a record of a sample apart into entries. Never throws. */
export function entriesIn(record: JsonObject): readonly Entry[] {
  if (isObject(record.sample) && record.event === undefined) return [aside(record, 'sample', headFacts(record))];
  if (record.event === 'model') return modelEntries(record);
  return [aside(record, asString(record.event) ?? (record.result === undefined ? 'record' : 'result'), {})];
}

/** Events that tell what happened next to the requests. */
const KNOWN: ReadonlySet<string> = new Set([
  ...['sample', 'result', 'sample_init', 'sample_limit', 'sandbox', 'state', 'store', 'tool', 'approval', 'compaction', 'input', 'score'],
  ...['score_edit', 'error', 'logger', 'info', 'span_begin', 'span_end', 'step', 'subtask', 'anchor', 'branch', 'checkpoint', 'interrupt'],
]);

const TITLE_CHARS = 120;

function headFacts({ sample, evaluation }: JsonObject): Facts {
  const { id, epoch, input, uuid } = asObject(sample) ?? {};
  const { task, model, run_id: run } = asObject(evaluation) ?? {};
  const asked = asString(input) ?? wordsIn(blocksOf(input));
  const session =
    asString(uuid) ??
    [run, id, epoch]
      .map((one) => (typeof one === 'number' ? String(one) : (asString(one) ?? '')))
      .join(' ')
      .trim();
  const name = asString(model);
  const title = oneLine([asString(task) ?? '', asked].filter((word) => word !== '').join(': '), TITLE_CHARS);
  return {
    ...(session !== '' && { session }),
    ...(name !== null && { model: name }),
    ...(title !== '' && { title, titleRank: 1 }),
    ...(asked !== '' && { prompt: asked.slice(0, 2000) }),
  };
}

const wordsIn = (blocks: readonly Block[]): string => blocks.map(({ text }) => asString(text) ?? '').join(' ');

function aside(record: JsonObject, name: string, facts: Facts): Entry {
  const label = [asString(record.action), asString(record.type), asString(record.name), asString(record.function)].filter(
    (word) => word !== null,
  );
  return asideEntry({
    ...{ aside: name, label: label.join(' ') || asString(record.anchor_id) || '', time: timeOf(record.timestamp) },
    failed: name === 'error' || (name === 'tool' && isObject(record.error)),
    unknown: !KNOWN.has(name),
    ...(name === 'anchor' && { anchor: asString(record.anchor_id) ?? 'anchor' }),
    facts,
    rest: record,
  });
}

/** What is in other blocks of the entry. */
const TOLD: ReadonlySet<string> = new Set(['input', 'tools']);

function modelEntries(record: JsonObject): readonly Entry[] {
  const output = asObject(record.output) ?? {};
  const [choice] = asList(output.choices).filter(isObject);
  const usage = usageOf(asObject(output.usage));
  const model = asString(output.model) ?? asString(record.model);
  return entriesOf({
    request: asString(record.uuid) ?? `${asString(record.timestamp) ?? ''} ${asString(record.span_id) ?? ''}`.trim(),
    label: ['model', model ?? ''].join(' ').trim(),
    ...{ time: timeOf(record.timestamp), ended: timeOf(record.completed), model, usage },
    ...{ cost: null, failed: asString(record.error) !== null, sidechain: isAside(record) },
    sent: record.input === undefined ? null : [...toolBlocks(record.tools), ...asList(record.input).flatMap(messageBlocks)],
    answer: choice === undefined ? [] : messageBlocks(choice.message ?? null),
    facts: {},
    rest: without(record, TOLD),
  });
}

/** A model that grades an answer, or that an agent asks within another agent, is not who the sample is about. */
function isAside({ within }: JsonObject): boolean {
  const spans = asStrings(within);
  return spans.some((span) => /^scorers?\b/.test(span)) || spans.filter((span) => /^agent\b/.test(span)).length > 1;
}

function usageOf(usage: JsonObject | null): Usage | null {
  const of = (name: string): number => Math.max(0, asNumber(usage?.[name]) ?? 0);
  const found = {
    input: of('input_tokens'),
    output: of('output_tokens'),
    cacheRead: of('input_tokens_cache_read'),
    cacheWrite: of('input_tokens_cache_write'),
  };
  return found.input + found.output + found.cacheRead + found.cacheWrite > 0 ? found : null;
}

/** A message in the shape that blocks are made of: its calls name the function, and thinking has a key of its own. */
function messageBlocks(message: Json): Block[] {
  const item = asObject(message);
  if (item === null) return [];
  const { tool_calls: calls, content } = item;
  return blocksOf([
    {
      ...item,
      content: Array.isArray(content) ? content.map(partOf) : (content ?? null),
      ...(Array.isArray(calls) && { tool_calls: calls.map(callOf) }),
    },
  ]);
}

const partOf = (part: Json): Json => {
  const item = asObject(part);
  if (item === null) return part;
  if (item.type === 'reasoning') return { type: 'reasoning', content: item.reasoning ?? item.summary ?? '' };
  return item.type === 'text' ? { type: 'text', text: item.text ?? '' } : item;
};

const callOf = (call: Json): Json => {
  const item = asObject(call);
  if (item === null || isObject(item.function)) return call;
  return { id: item.id ?? null, name: item.function ?? null, arguments: item.arguments ?? {} };
};
