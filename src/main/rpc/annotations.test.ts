import { expect, it } from 'vitest';
import { openEngine } from '../engine/open.ts';
import { tempFolder, writeTape } from '../engine/testing/files.ts';
import { claudeTree } from '../engine/testing/tree.ts';
import { createDispatch } from './dispatch.ts';

it('annotations are refused by a host that only reads, and told to it all the same', async () => {
  const { engine, handlers } = await openEngine({ home: tempFolder(), host: 'terminal', readOnly: false, samples: null });
  const { tapes } = await engine.ingest.open([writeTape(claudeTree('u1 "first" > a1 "one"'))], { text: false });
  const note = { tape: tapes[0], target: { type: 'entry', seq: 1 }, text: 'x' };
  const ask = (readOnly: boolean, method: string, input: object) =>
    createDispatch({ handlers, readOnly })(method, input, new AbortController().signal);
  expect(await ask(false, 'annotations.set', note)).toMatchObject({ ok: true });
  expect(await ask(true, 'annotations.set', note)).toMatchObject({ ok: false, error: { code: 'read-only' } });
  expect(await ask(true, 'annotations.remove', { id: 'x' })).toMatchObject({ ok: false, error: { code: 'read-only' } });
  expect(await ask(true, 'annotations.list', { tape: tapes[0] })).toMatchObject({ ok: true, value: { items: [{ text: 'x' }] } });
  await engine.close();
});
