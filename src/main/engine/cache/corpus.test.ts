import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CacheFate } from '../../../shared/model/index.ts';
import { tally } from '../../../shared/model/tally.ts';
import { importFile } from '../views/testing/imported.ts';
import { cacheMethods } from './methods.ts';

const corpus = process.env.TAPESCOPE_CORPUS ?? '';

const fatesIn = async (file: string): Promise<{ fates: CacheFate[]; told: ReadonlyMap<number, string | null>; close: () => void }> => {
  const { store, tape } = importFile(file);
  const methods = cacheMethods({ catalog: store.catalog, options: { home: store.home, host: 'terminal', readOnly: true, samples: null } });
  const { items } = await methods['cache.steps']({ tape }, { signal: new AbortController().signal });
  const steps = store.catalog.steps(tape, 1, 5000).items;
  return {
    fates: items,
    told: new Map(steps.flatMap(({ step, told }) => (told ? [[step, told.reason] as const] : []))),
    close: () => store.close(),
  };
};

describe.skipIf(corpus === '')('caches over the corpus (TAPESCOPE_CORPUS)', () => {
  it('are explained: what the log says is believed, and few misses have no reason', async () => {
    const files = globSync('claude-code/*.jsonl', { cwd: corpus }).sort();
    const reasons: Record<string, number> = {};
    const again: Record<string, number> = {};
    let believed = 0;
    for (const file of files) {
      const { fates, told, close } = await fatesIn(join(corpus, file));
      for (const fate of fates) {
        tally(reasons, fate.reason, 1);
        tally(again, fate.reason, fate.again);
        const said = told.get(fate.step);
        if (said == null) continue;
        expect([fate.reason, fate.basis]).toEqual([said, 'log']);
        believed += 1;
      }
      close();
    }
    const sum = (of: Record<string, number>) => Object.values(of).reduce((all, one) => all + one, 0);
    expect(believed).toBeGreaterThan(5);
    expect((reasons.warm ?? 0) / sum(reasons)).toBeGreaterThan(0.9);
    expect((again.unknown ?? 0) / sum(again)).toBeLessThan(0.15);
  });
});
