import { expect, it } from 'vitest';
import { sourceReads } from '../bytes/load.ts';
import { bub } from '../formats/bub/format.ts';
import { bubTape } from '../testing/bub-script.ts';
import { countRows, MOST_COUNTED } from './count.ts';
import { importRecords } from './testing/imported.ts';
import { createCounter } from './tokenizer.ts';

it('counts the same entries of a huge view at every look, and leaves the rest to the estimate', async () => {
  const imported = importRecords(bubTape('user "hi there" <- run r1'), '0b871d5e50e7c192__0b871d5e50e7c192.jsonl');
  const tape = imported.store.catalog.tape(imported.tape);
  const [row] = imported.store.catalog.entriesAt(tape.id, [1]);
  imported.store.close();
  if (!row) throw new Error('the tape has one entry');
  const rows = Array.from({ length: MOST_COUNTED + 5 }, (_, at) => ({ ...row, seq: at + 1 }));
  const counter = createCounter();
  const first = await countRows(rows, tape, bub, 'o200k_base', counter);
  expect(first.size).toBe(MOST_COUNTED);
  expect(first.get(MOST_COUNTED)).toBe(2);
  const { opens } = sourceReads;
  expect(await countRows(rows, tape, bub, 'o200k_base', counter)).toEqual(first);
  expect(sourceReads.opens).toBe(opens);
});
