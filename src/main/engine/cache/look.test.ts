import { expect, test } from 'vitest';
import { openCatalog } from '../catalog/open-catalog.ts';
import { answerOf, bodyOf, said, writeLines } from '../exchanges/testing/written.ts';
import { bringSource } from '../sources/bring-source.ts';
import { scan } from '../sources/scan.ts';
import { tempFolder } from '../testing/files.ts';
import { createRim } from '../views/rim.ts';
import { look } from './look.ts';

const tool = (name: string) => ({ name, input_schema: { type: 'object' } });

test('tools that came between two captured requests are what broke the prefix', async () => {
  const store = openCatalog(tempFolder());
  const prompt = said('user', 'Grind the barley.');
  const later = [prompt, said('assistant', 'It is ground.'), said('user', 'And the rye.')];
  const more = { tools: ['mill', 'sieve', 'sack'].map(tool) };
  const pairs = [
    { request: bodyOf([prompt]), response: answerOf('msg_1', 'It is ground.') },
    { request: bodyOf(later, more), response: answerOf('msg_2', 'That too.') },
    { request: bodyOf([...later, said('assistant', 'That too.'), said('user', 'Thanks.')], more), response: answerOf('msg_3', 'Gladly.') },
  ];
  for (const { path } of (await scan([writeLines(tempFolder(), pairs)], true)).candidates) bringSource(store.db, path);
  const [tape] = store.catalog.tapes();
  const rim = createRim(store.catalog);
  expect(tape?.steps).toBe(3);
  expect(await look(rim, tape?.id ?? '', 2, 1)).toEqual({ reason: 'tools-changed', basis: 'request', at: null, what: 'sieve, sack' });
  // What only came later breaks no prefix.
  expect(await look(rim, tape?.id ?? '', 3, 2)).toBeNull();
  store.close();
});
