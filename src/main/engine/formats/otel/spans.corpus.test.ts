import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assemble } from '../../views/assemble.ts';
import { messagesOf } from '../../views/methods.ts';
import { importFile } from '../../views/testing/imported.ts';
import { asList, asObject, asString, isObject } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';

const corpus = process.env.TAPESCOPE_CORPUS ?? '';
const files = corpus === '' ? [] : globSync(['otel-genai/{Arize,evil}*.json', 'otel-genai/*.trace.json'], { cwd: corpus }).toSorted();

/** Attributes of the spans of a document in which a model was asked, by the id of each: the test's own reading, which knows nothing of the reader. */
function attributesIn(value: Json, found = new Map<string, Record<string, string>>()): Map<string, Record<string, string>> {
  if (Array.isArray(value)) for (const one of value) attributesIn(one, found);
  if (!isObject(value)) return found;
  const id = asString(value.spanId) ?? asString(asObject(value.context)?.span_id);
  const isModel =
    value.span_kind === 'LLM' || JSON.stringify(value.attributes ?? '').includes('"openinference.span.kind","value":{"stringValue":"LLM"}');
  if (id !== null && isModel)
    found.set(id, Object.fromEntries(Array.isArray(value.attributes) ? pairs(value.attributes) : plain(asObject(value.attributes) ?? {})));
  for (const one of Object.values(value)) attributesIn(one, found);
  return found;
}

const pairs = (list: Json[]): [string, string][] =>
  list.filter(isObject).map(({ key, value }) => [String(key), String(Object.values(asObject(value) ?? {})[0])]);

const plain = (attributes: JsonObject): [string, string][] => Object.entries(attributes).map(([key, value]) => [key, String(value)]);

/** Messages as OpenInference numbers them: role and words of each. */
const numbered = (attributes: Record<string, string>): string[] => {
  const out: string[] = [];
  for (let at = 0; attributes[`llm.input_messages.${at}.message.role`] !== undefined; at += 1) {
    const key = `llm.input_messages.${at}.message`;
    const contents = Object.keys(attributes).filter((name) => name.startsWith(`${key}.contents.`) && name.endsWith('.text'));
    const words = [attributes[`${key}.content`] ?? '', ...contents.map((name) => attributes[name] ?? '')].join('');
    const calls = Object.keys(attributes).filter((name) => name.startsWith(`${key}.tool_calls.`) && name.endsWith('.function.name'));
    out.push([attributes[`${key}.role`], words, ...calls.map((name) => attributes[name])].join(' | '));
  }
  return out;
};

const told = ({ role, parts }: JsonObject): string => {
  const items = asList(parts).filter(isObject);
  const words = items.map((part) => asString(part.content) ?? asString(part.response) ?? '').join('');
  return [role, words, ...items.flatMap(({ type, name }) => (type === 'tool_call' ? [name] : []))].join(' | ');
};

describe.skipIf(corpus === '')('traces of the corpus (TAPESCOPE_CORPUS)', () => {
  it('have as the context of each request the messages that its span recorded, in their order', async () => {
    const sum = { files: 0, requests: 0, unknown: 0, numbered: 0, entries: 0, sent: 0 };
    for (const file of files) {
      const spans = attributesIn(JSON.parse(readFileSync(join(corpus, file), 'utf8')) as Json);
      const { rim, tape, store } = importFile(join(corpus, file));
      const requests = new Set<string>();
      for (const { step } of store.catalog.steps(tape, 1, 1000).items) {
        const view = await assemble(rim, tape, step, { type: 'as-recorded' });
        expect(view.evidence.state, `${file} ${step}`).toBe(view.blocks.length > 0 ? 'recorded' : 'unknown');
        if (view.blocks.length === 0) sum.unknown += 1;
        requests.add((await messagesOf(rim, tape, step, { type: 'as-recorded' })).map(told).join('\n'));
        sum.requests += 1;
        sum.sent += view.blocks.length;
      }
      for (const attributes of spans.values()) {
        const messages = numbered(attributes);
        if (messages.length === 0) continue;
        expect([...requests], file).toContain(messages.join('\n'));
        sum.numbered += 1;
      }
      sum.files += 1;
      sum.entries += store.catalog.tape(tape).entries;
      store.close();
    }
    console.log(`traces: ${JSON.stringify(sum)}`);
    expect(sum).toMatchObject({ files: 14, requests: 66, unknown: 4, numbered: 45 });
    // A block is an entry once, although most were sent again and again.
    expect(sum.sent).toBeGreaterThan(sum.entries);
  });
});
