import { globSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Graph } from '../../../shared/model/index.ts';
import { BRANCH_CLASSES } from '../../../shared/model/vocabulary.ts';
import { type CatalogStore, openCatalog } from '../catalog/open-catalog.ts';
import { createGraphReader } from '../families/material.ts';
import { bringSource } from '../sources/bring-source.ts';
import { tempFolder } from '../testing/files.ts';
import { claudeTree } from '../testing/tree.ts';
import { assemble } from '../views/assemble.ts';
import { createRim } from '../views/rim.ts';
import { bubRecords, nativeActs, nativeTape } from '../views/testing/drawn-tapes.ts';
import { importFile, importRecords } from '../views/testing/imported.ts';
import { headOf } from './active.ts';
import { createGraphService } from './service.ts';
import { drawings } from './surgery-drawings.ts';

type Asked = { store: CatalogStore; tape: string };

/** The nodes of some entries of the asked tape. */
const nodesOf = ({ owners: [owner], nodes }: Graph, entries: readonly number[]): string[] => {
  const at = (seq: number): number => owner?.node[owner.from.findLastIndex((first) => first <= seq)] ?? -1;
  return [...new Set(entries.map((seq) => nodes[at(seq)]?.id ?? ''))].sort();
};

/** Holds the marks of a graph to the view of its newest request; answers whether the log records that request. */
const hold = async ({ store, tape }: Asked): Promise<boolean> => {
  const reader = createGraphReader(store.db);
  const graph = await createGraphService(reader).graph({
    ...{ tape, family: false, show: [...BRANCH_CLASSES], agents: 'siblings', limit: 5000, refs: [] },
  });
  const view = await assemble(createRim(store.catalog), tape, headOf(reader.material(tape)).place, { type: 'as-recorded' });
  const entries = view.blocks.flatMap((block) => block.entries);
  expect(graph.nodes.flatMap(({ id, inContext }) => (inContext ? [id] : [])).sort()).toEqual(nodesOf(graph, entries));
  return view.evidence.state === 'recorded';
};

const holds = async (asked: Asked): Promise<boolean> => {
  try {
    return await hold(asked);
  } finally {
    asked.store.close();
  }
};

describe('the nodes in context are those of the view of the newest request', () => {
  it('of Claude Code', async () => {
    await fc.assert(
      fc.asyncProperty(drawings, async (drawing) => {
        await holds(importRecords(claudeTree(drawing)));
      }),
      { numRuns: 150 },
    );
  });

  it('of Bub', async () => {
    await fc.assert(
      fc.asyncProperty(bubRecords, async (records) => {
        await holds(importRecords(records, 'x__y.jsonl'));
      }),
      { numRuns: 60 },
    );
  });

  it('of a native tape with a fork that was merged', async () => {
    await fc.assert(
      fc.asyncProperty(nativeActs, async (acts) => {
        const store = openCatalog(tempFolder());
        await holds({ store, tape: bringSource(store.db, await nativeTape(acts)).source.id });
      }),
      { numRuns: 15 },
    );
  });

  const corpus = process.env.TAPESCOPE_CORPUS ?? '';
  const files = corpus === '' ? [] : globSync('lab/claude-code/2.1.330-*/transcripts/**/*.jsonl', { cwd: corpus }).sort();

  it.skipIf(files.length === 0)('of logs that record their requests (set TAPESCOPE_CORPUS to run)', async () => {
    let recorded = 0;
    for (const file of files) if (await holds(importFile(join(corpus, file)))) recorded += 1;
    expect(recorded).toBeGreaterThan(10);
  });
});
