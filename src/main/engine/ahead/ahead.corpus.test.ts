import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formats } from '../formats/index.ts';
import { assemble } from '../views/assemble.ts';
import { importFile } from '../views/testing/imported.ts';
import { aheadOf, withoutPlaces } from './ahead.ts';

const corpus = process.env.TAPESCOPE_CORPUS;

/** Of a log: what is said is to be true however little is read. */
const SHARES = [0.1, 0.3, 0.6];
const LEAST = 60_000;

const logsIn = (folder: string): string[] =>
  !existsSync(folder)
    ? []
    : readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.jsonl') && !/subagents|trajectory/.test(name))
        .map((name) => join(folder, name))
        .filter((file) => statSync(file).size > LEAST);

type Told = NonNullable<Awaited<ReturnType<typeof aheadOf>>>;

const toldOf = async (file: string): Promise<Told[]> => {
  const { size } = statSync(file);
  const found: Told[] = [];
  for (const at of SHARES.keys()) {
    const ahead = await aheadOf(
      file,
      SHARES.slice(at).map((share) => Math.round(size * share)),
    );
    if (ahead) found.push(ahead);
  }
  return found;
};

describe.skipIf(corpus === undefined)('the end of a real log', () => {
  it('says what all of it says, or nothing', async () => {
    let told = 0;
    for (const file of formats().flatMap(({ id }) => logsIn(join(corpus ?? '', id)))) {
      const found = await toldOf(file);
      if (found.length === 0) continue;
      const { store, rim, tape } = importFile(file);
      const { blocks } = await assemble(rim, tape, { next: true }, { type: 'as-recorded' });
      store.close();
      for (const ahead of found)
        expect(
          ahead.blocks.map(({ text: _, ...block }) => block),
          `${file} ${ahead.read / ahead.of}`,
        ).toEqual(blocks.map(withoutPlaces));
      told += found.length;
    }
    expect(told).toBeGreaterThan(15);
  });
});
