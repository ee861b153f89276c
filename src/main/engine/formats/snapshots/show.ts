import type { Part } from '../../../../shared/model/index.ts';
import { asString, fewLines, oneLine, stringify, strings } from '../json.ts';
import { part } from '../part.ts';
import type { Json, JsonObject } from '../values.ts';
import { type Block, contentOf, isBlock } from './block.ts';

/** How the record of an entry (`Entry.record`) is searched, drawn and listed. */

/** The words of a result: its text, or what it is as JSON. */
const wordsOf = (output: Json | undefined): string => asString(output) ?? stringify(output ?? null, 2);

/** All text that a search should find. */
export function textOf(record: JsonObject): string {
  if (!isBlock(record)) return [asString(record.label) ?? '', strings(record.rest)].filter((words) => words !== '').join('\n');
  switch (record.block) {
    case 'call':
      return [asString(record.name) ?? '', strings(record.input)].join('\n');
    case 'result':
      return wordsOf(record.output);
    case 'tool':
      return [asString(record.name) ?? '', strings(record.definition)].join('\n');
    case 'other':
      return strings(record.value);
    default:
      return asString(record.text) ?? '';
  }
}

/** What the inspector draws. */
export function partsOf(record: JsonObject): Part[] {
  if (!isBlock(record)) return asideParts(record);
  const id = asString(record.id);
  const more = { ...(id !== null && { id }) };
  switch (record.block) {
    case 'call':
      return [part('tool_call', stringify(record.input ?? null, 2), { name: asString(record.name) ?? 'tool', ...more })];
    case 'result':
      return [part('tool_result', wordsOf(record.output), { ...more, ...(record.failed === true && { failed: true }) })];
    case 'tool':
      return [part('json', stringify(record.definition ?? null, 2), { name: asString(record.name) ?? 'tool' })];
    case 'other':
      return [part('json', stringify(record.value ?? null, 2))];
    default:
      return [part(record.block, asString(record.text) ?? '')];
  }
}

function asideParts(record: JsonObject): Part[] {
  const { rest = null, request, label, model = null, usage = null, cost = null, time = null, ended = null } = record;
  const said = part('json', stringify(rest, 2), { name: asString(label) ?? 'record' });
  return request === undefined ? [said] : [part('json', stringify({ model, usage, cost, time, ended }, 2), { name: 'request' }), said];
}

/** One to three lines for a list. */
export function previewOf(record: JsonObject): string {
  if (!isBlock(record)) return fewLines(asString(record.label) || oneLine(stringify(record.rest ?? record), 240));
  if (record.block === 'call') return fewLines(`${asString(record.name) ?? 'tool'} ${oneLine(stringify(record.input ?? null), 200)}`);
  if (record.block === 'tool') return fewLines(`${asString(record.name) ?? 'tool'} ${oneLine(strings(record.definition), 200)}`);
  return fewLines(record.block === 'other' ? oneLine(stringify(record.value ?? null), 240) : textOf(record).slice(0, 1200));
}

/** What makes it the same fact in another log. */
export function payloadOf(record: JsonObject): Json {
  return isBlock(record) ? contentOf(record as Block) : (record.rest ?? record);
}
