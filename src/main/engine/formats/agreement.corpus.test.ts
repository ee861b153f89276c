import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contextSize } from '../../../shared/model/vocabulary.ts';
import { isDatabaseName } from '../bytes/row-place.ts';
import { counted, encodingOf } from '../residency/counts.ts';
import { loadWhole, type Whole } from '../residency/material.ts';
import { createSent } from '../residency/sent.ts';
import { createStays, type Weights } from '../residency/stays.ts';
import { tapesInDatabase } from '../sources/row-tapes.ts';
import { importFile } from '../views/testing/imported.ts';
import { createCounter } from '../views/tokenizer.ts';
import { abouts } from './abouts.ts';

const corpus = process.env.TAPESCOPE_CORPUS ?? '';

/**
 * Folders of the corpus that hold logs of a format, besides the one of its name. Not those that a scripted server answered: the sizes in them
 * are invented.
 */
const MORE: Readonly<Record<string, readonly string[]>> = {
  'claude-code': ['cleared/*.jsonl', 'claude-code-trees/**/transcripts/*.jsonl'],
  opencode: ['opencode-db/*.db'],
  langgraph: ['langgraph/*.sqlite'],
  inspectai: ['inspect-eval/*.eval'],
};

/** Formats of which the corpus has samples alone, whose sizes nobody measured: prompts of thousands of characters are said to have a hundred tokens. */
const INVENTED: ReadonlySet<string> = new Set(['atif']);

const logsOf = (id: string): string[] =>
  globSync(INVENTED.has(id) ? [] : [`${id}/**/*.{jsonl,zst,json}`, ...(MORE[id] ?? [])], { cwd: corpus })
    .map((name) => join(corpus, name))
    .filter((file) => statSync(file).size > 0)
    .sort()
    .flatMap((file) => (isDatabaseName(file) ? tapesInDatabase(file).map(({ path }) => path) : [file]));

/** What each context weighs by its text alone: the sizes that the log records have no say in it, but for what an answer weighs later. */
const sizesOf = (whole: Whole, weights: Weights): number[] => {
  const sent = createSent(whole, { rows: 0, whole: 0 }, true);
  const stays = createStays(whole.tape.entries, weights);
  return whole.steps.map((step) => {
    const { change, fixed } = sent(step).told;
    const { counted: exact, estimated } = stays.add(change, fixed);
    return exact + estimated;
  });
};

/** An estimate may be off by that much of a size, and by the frames of a few messages. */
const MARGIN = 0.1;
const FRAMES = 16;

const NOTHING = { files: 0, steps: 0, within500: 0, within2000: 0, above: 0 };

/** How the derived contexts of a log agree with the sizes that it records; null for a file of another format. */
const measured = async (file: string, id: string): Promise<typeof NOTHING | null> => {
  const imported = importOrNone(file);
  if (imported === null) return null;
  const { store, tape } = imported;
  try {
    if (store.catalog.tape(tape).format !== id) return null;
    const whole = loadWhole(store.catalog, tape, { type: 'as-recorded' });
    const encoding = encodingOf(whole);
    const sizes = sizesOf(whole, encoding === null ? whole.weights : await counted(whole, encoding, createCounter(), async () => {}));
    const sum = { ...NOTHING };
    let before: number | null = null;
    for (const [at, { usage }] of whole.steps.entries()) {
      const size = usage === null ? 0 : contextSize(usage);
      if (size === 0) continue;
      const rest = size - (sizes[at] ?? 0);
      const off = before === null ? Number.NaN : Math.abs(rest - before);
      before = rest;
      sum.above += Number(-rest > Math.max(MARGIN * size, FRAMES));
      if (Number.isNaN(off)) continue;
      sum.steps += 1;
      sum.within500 += Number(off <= 500);
      sum.within2000 += Number(off <= 2000);
    }
    return { ...sum, files: Number(sum.steps > 0) };
  } finally {
    store.close();
  }
};

const importOrNone = (file: string) => {
  try {
    return importFile(file);
  } catch {
    return null;
  }
};

describe.skipIf(corpus === '')('the description of an agent (TAPESCOPE_CORPUS)', () => {
  it.each(abouts.filter(({ own }) => !own).map(({ id, agreement }) => [id, agreement] as const))(
    '%s: derived contexts agree with recorded sizes as its facts say',
    async (id, agreement) => {
      const sum = { ...NOTHING };
      for (const file of logsOf(id)) {
        const found = await measured(file, id);
        if (found) for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += found[key];
      }
      expect(sum).toEqual(agreement);
    },
    600_000,
  );
});
