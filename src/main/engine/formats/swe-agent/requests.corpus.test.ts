import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { messagesOf } from '../../views/methods.ts';
import { importFile } from '../../views/testing/imported.ts';

const corpus = process.env.TAPESCOPE_CORPUS ?? '';
const FILE = 'swe-agent/SWE-agent__SWE-agent__marshmallow-1867__function_calling_replace_from_source.traj';

interface Message {
  role: string;
  content: string;
}

describe.skipIf(corpus === '')('messages that a trajectory holds for each step (TAPESCOPE_CORPUS)', () => {
  it('are the next request after it, but for placeholders of all outputs before the last five', async () => {
    const path = join(corpus, FILE);
    const { trajectory } = JSON.parse(readFileSync(path, 'utf8')) as { trajectory: { messages: Message[] }[] };
    const { store, rim, tape } = importFile(path);
    const asked = trajectory.map(({ messages }) => messages);
    expect(store.catalog.tape(tape).steps).toBe(asked.length);
    let replaced = 0;
    for (const [at, request] of asked.entries()) {
      const place = at + 1 < asked.length ? { step: at + 2 } : { next: true as const };
      const derived = await messagesOf(rim, tape, place, { type: 'as-recorded' });
      expect(derived.map(({ role }) => role)).toEqual(request.map(({ role }) => role));
      const outputs = request.flatMap(({ role }, place) => (role === 'tool' ? [place] : []));
      for (const [place, { content }] of request.entries()) {
        const old = outputs.includes(place) && outputs.indexOf(place) < outputs.length - 5;
        if (old) replaced += 1;
        expect(
          old ? /^Old environment output: \(\d+ lines? omitted\)$/.test(content) : derived[place]?.content === content,
          `${at} ${place}`,
        ).toBe(true);
      }
    }
    expect([asked.length, replaced]).toEqual([13, 36]);
    store.close();
  });
});
