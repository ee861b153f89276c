import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { residencyOf } from '../residency/residency.ts';
import { importFile } from '../views/testing/imported.ts';
import { abouts } from './abouts.ts';

const corpus = process.env.TAPESCOPE_CORPUS ?? '';

/** Folders of the corpus that hold logs of a format, besides the one of its name and its own requests in the lab. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  'claude-code': ['cleared/*.jsonl', 'claude-code-trees/**/transcripts/*.jsonl'],
  bub: ['bub-oracle/*/**/*.jsonl'],
};

const logsOf = (id: string): string[] =>
  globSync([`${id}/**/*.{jsonl,zst,json}`, `lab/${id}/**/*.{jsonl,zst,json}`, ...(MORE[id] ?? [])], { cwd: corpus })
    .map((name) => join(corpus, name))
    .filter((file) => statSync(file).size > 0)
    .sort();

/** How the derived contexts of a log agree with the sizes that it records; null for a file of another format. */
const measured = (file: string, id: string) => {
  const imported = importOrNone(file);
  if (imported === null) return null;
  const { store, tape } = imported;
  try {
    if (store.catalog.tape(tape).format !== id) return null;
    const { steps, recorded, counted, estimated, unexplained } = residencyOf(store.catalog, tape, { type: 'as-recorded' });
    const sum = { files: 0, steps: 0, within500: 0, within2000: 0, above: 0 };
    for (const at of steps.keys()) {
      const size = recorded[at] ?? Number.NaN;
      if (!(size > 0)) continue;
      const off = Math.abs(unexplained[at] ?? Number.NaN);
      sum.steps += 1;
      sum.within500 += Number(off <= 500);
      sum.within2000 += Number(off <= 2000);
      sum.above += Number((counted[at] ?? 0) + (estimated[at] ?? 0) > size);
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

describe.skipIf(corpus === '')('what is said of an agent (TAPESCOPE_CORPUS)', () => {
  it.each(abouts.filter(({ own }) => !own).map(({ id, agreement }) => [id, agreement] as const))(
    '%s: derived contexts agree with recorded sizes as its facts say',
    (id, agreement) => {
      const sum = { files: 0, steps: 0, within500: 0, within2000: 0, above: 0 };
      for (const file of logsOf(id)) {
        const found = measured(file, id);
        if (found) for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += found[key];
      }
      expect(sum).toEqual(agreement);
    },
    600_000,
  );
});
