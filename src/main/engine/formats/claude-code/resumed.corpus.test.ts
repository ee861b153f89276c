import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DANGLING } from '../../../../shared/model/vocabulary.ts';
import { decide } from '../../views/assemble.ts';
import { evidenceOf } from '../../views/evidence.ts';
import { importFile } from '../../views/testing/imported.ts';

const corpus = process.env.TAPESCOPE_CORPUS ?? '';
const files =
  corpus === ''
    ? []
    : globSync(['claude-code/**/*.jsonl', 'claude-code-trees/**/*.jsonl', 'cleared/*.jsonl', 'lab/claude-code/**/*.jsonl'], {
        cwd: corpus,
      }).sort();

/** Cheap: whether some line names a parent that no line has. */
const lacksParent = (file: string): boolean => {
  const text = readFileSync(file, 'utf8');
  const ids = new Set([...text.matchAll(/"uuid":"([^"]+)"/g)].map(([, id]) => id));
  return [...text.matchAll(/"parentUuid":"([^"]+)"/g)].some(([, id]) => !ids.has(id));
};

describe.skipIf(corpus === '')('parents that real logs lack (TAPESCOPE_CORPUS)', () => {
  it('are the beginning of a file, except for one that the running agent still had behind it', () => {
    const found: Record<string, string[]> = { beginning: [], inferred: [], derived: [], ended: [] };
    for (const name of files.filter((file) => lacksParent(join(corpus, file)))) {
      const { store, rim, tape } = importFile(join(corpus, name));
      const { entries, steps, relation } = store.catalog.tape(tape);
      const gaps = store.catalog.entries(tape, 1, entries + 1).filter(({ parentSeq }) => parentSeq === DANGLING);
      const isInside = gaps.some(({ seq }) => seq > 1) && !name.includes('acompact');
      if (!isInside) found.beginning?.push(name);
      const states = new Set<string>();
      for (let step = 1; step <= steps && isInside; step += 1) {
        const { selection, step: place, request } = decide(rim, tape, step, { type: 'as-recorded' });
        if (!selection.findings.some(({ type }) => type === 'broken-chain' || type === 'mended-chain' || type === 'ended-chain')) continue;
        states.add(evidenceOf(request.rules.evidence, place, request.choice, selection.findings, selection.growth).state);
        if (selection.findings.some(({ type }) => type === 'ended-chain')) found.ended?.push(name);
      }
      for (const state of states) found[state]?.push(`${relation ?? 'main'} ${name}`);
      store.close();
    }
    expect(found.beginning).toHaveLength(9);
    // A line was lost while the agent ran: its next request was 399 tokens larger than the one before, and so were all others.
    expect(found.inferred).toEqual(['main claude-code/entireio__cli__6de70163f7e3-0.jsonl']);
    // Results of a sub-agent's parallel calls hang on lines that it never wrote; its requests held them.
    expect(found.derived).toHaveLength(1);
    expect(found.ended).toEqual([]);
  });
});
