import { expect, it, onTestFinished } from 'vitest';
import type { JsonObject } from '../formats/format.ts';
import { SHAPE } from '../testing/harbour.ts';
import { createRequests } from '../testing/requests.ts';
import { claudeTree } from '../testing/tree.ts';
import { importRecords } from '../views/testing/imported.ts';
import { createContexts } from './contexts.ts';
import { departureOf } from './departure.ts';

/** Two steps that log their requests; the reminder in between is in the first one only, whatever the rules would send. */
const session = (): JsonObject[] => {
  const [prompt, note, first, second, answer] = claudeTree(`
    u1 "Which ships came in?"
      x1 attach tide {"rendered":[{"content":"High water is at six."}]}
        a1 "The Heron." <- step m1
          u2 "And now?"
            a2 "The Tern." <- step m2
  `);
  const ask = createRequests(SHAPE);
  const said = (words: string): JsonObject => ({ type: 'text', text: words });
  const begin = { role: 'user', content: [said('High water is at six.\n'), said('Which ships came in?')] };
  const bare = { role: 'user', content: [said('Which ships came in?')] };
  const answered = { role: 'assistant', content: [said('The Heron.')] };
  const all = [
    ...[prompt, note, ...ask({ messages: [begin] }), first, second],
    ...[...ask({ messages: [bare, answered, { role: 'user', content: [said('And now?')] }] }), answer],
  ];
  return all.flatMap((record) => (record ? [record] : []));
};

it('takes a context from the request where that is recorded, and what left from there too', async () => {
  const { store, rim, tape, view } = importRecords(session());
  onTestFinished(() => store.close());
  const entriesOf = async (step: number): Promise<number[]> => (await view(step)).blocks.flatMap(({ entries }) => entries);
  const contexts = createContexts(rim.catalog, rim.catalog.tape(tape));
  for (const step of [1, 2]) {
    expect((await view(step)).evidence.state).toBe('recorded');
    expect([...((await contexts.at({ step }))?.seqs ?? [])].sort((a, b) => a - b)).toEqual((await entriesOf(step)).sort((a, b) => a - b));
  }
  const notes = (await entriesOf(1)).filter((seq) => rim.catalog.entriesAt(tape, [seq])[0]?.kind === 'attachment');
  expect(notes).toHaveLength(1);
  const [note] = notes;
  expect(await entriesOf(2)).not.toContain(note);
  // By the rules alone nothing leaves between the two steps.
  const [, , prompt] = rim.catalog.page(tape, 1, 100).items.filter(({ kind }) => kind === 'message');
  const departure = await departureOf(rim, tape, prompt?.seq ?? 0);
  expect(departure.left.ranges).toEqual([[note, note]]);
});
