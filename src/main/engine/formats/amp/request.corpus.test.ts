import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { messagesOf } from '../../views/methods.ts';
import { importFile } from '../../views/testing/imported.ts';
import { asList, asObject, isObject } from '../json.ts';
import type { JsonObject } from '../values.ts';

const corpus = process.env.TAPESCOPE_CORPUS ?? '';

/** Where the cache begins is a mark that moves from request to request. */
const unmarked = (messages: readonly JsonObject[]) =>
  messages.map(({ role, content }) => ({
    role,
    content: asList(content)
      .filter(isObject)
      .map(({ cache_control: _mark, ...block }) =>
        block.type === 'tool_result'
          ? {
              ...block,
              content: asList(block.content)
                .filter(isObject)
                .map(({ cache_control: _inner, ...piece }) => piece),
            }
          : block,
      ),
  }));

describe.skipIf(corpus === '')('the newest request that a thread holds (TAPESCOPE_CORPUS)', () => {
  it.each(corpus === '' ? [] : globSync('amp/*.json', { cwd: corpus }))('is its last context, block by block: %s', async (name) => {
    const path = join(corpus, name);
    const thread = JSON.parse(readFileSync(path, 'utf8')) as JsonObject;
    const request = asObject(asObject(thread['~debug'])?.lastInferenceInput);
    const { store, rim, tape } = importFile(path);
    const { steps } = store.catalog.tape(tape);
    expect(unmarked(await messagesOf(rim, tape, { step: steps }, { type: 'as-recorded' }))).toEqual(
      unmarked(asList(request?.messages).filter(isObject)),
    );
    store.close();
  });
});
