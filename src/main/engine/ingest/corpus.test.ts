import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Stats } from '../../../shared/model/index.ts';
import { type CatalogStore, openCatalog } from '../catalog/open-catalog.ts';
import { tempFolder } from '../testing/files.ts';
import { createIngest } from './create-ingest.ts';
import type { Opened } from './ingest.ts';

const corpus = process.env.TAPESCOPE_CORPUS ?? '';

/** Rows of STATS.tsv by column name. */
const readStats = (): Record<string, string>[] => {
  const [head = '', ...lines] = readFileSync(join(corpus, 'STATS.tsv'), 'utf8').trimEnd().split('\n');
  const names = head.split('\t');
  return lines.map((line) => Object.fromEntries(line.split('\t').map((value, at) => [names[at], value])));
};

/** Columns of STATS.tsv and where the same figure is here. All agree; none is counted otherwise. */
const COLUMNS: Record<string, (stats: Stats) => number> = {
  lines: (stats) => stats.lines,
  nodes_uuid: (stats) => stats.nodes,
  roots: (stats) => stats.roots,
  leaves: (stats) => stats.leaves,
  branch_pts: (stats) => stats.branchPoints.total,
  tool_use: (stats) => stats.toolCalls,
  tool_result: (stats) => stats.toolResults,
  dangling_parents: (stats) => stats.danglingParents,
  // The classes that STATS.tsv has. Its authors had no class for compactions, copies and two writers, which do not occur in it.
  bp_rewind: (stats) => stats.branchPoints.rewind,
  bp_parallel_tool: (stats) => stats.branchPoints.parallelTools,
  bp_progress_or_hook: (stats) => stats.branchPoints.progress,
  bp_synthetic: (stats) => stats.branchPoints.synthetic,
  bp_other: (stats) => stats.branchPoints.other,
};

describe.skipIf(corpus === '')('the corpus (set TAPESCOPE_CORPUS to run)', () => {
  let store: CatalogStore;
  let opened: Opened;
  const rows = corpus === '' ? [] : readStats();
  const pathOf = (file: string | undefined): string => realpathSync(join(corpus, file ?? ''));

  beforeAll(async () => {
    const home = tempFolder();
    store = openCatalog(home);
    const ingest = createIngest({ home, store, onPush: () => {}, follow: false });
    opened = await ingest.open([join(corpus, 'claude-code'), join(corpus, 'bub'), ...rows.map((row) => pathOf(row.file))], { text: false });
    await ingest.close();
    return () => store.close();
  });

  it('is imported whole, and every receipt closes', () => {
    expect(opened.refused).toEqual([]);
    expect([...opened.receipts].length).toBeGreaterThanOrEqual(rows.length + 3);
    for (const { file, lines, bytes, waiting, entries } of opened.receipts) {
      // A checkout's files are as new as a live log's: a torn last line waits for a minute before it counts as unreadable.
      expect({ file, bytes: bytes + waiting }).toEqual({ file, bytes: statSync(file).size });
      expect({ file, sum: lines.withEntries + lines.blank + lines.unreadable }).toEqual({ file, sum: lines.total });
      expect(entries).toBeGreaterThanOrEqual(lines.withEntries);
    }
  });

  it.each(Object.keys(COLUMNS))('agrees with STATS.tsv on %s', (column) => {
    const tapes = new Map(store.catalog.tapes().map((tape) => [tape.file, tape.id]));
    const here = rows.map(({ file }) => [file, COLUMNS[column]?.(store.catalog.stats(tapes.get(pathOf(file)) ?? ''))]);
    expect(here).toEqual(rows.map((row) => [row.file, Number(row[column])]));
  });
});
