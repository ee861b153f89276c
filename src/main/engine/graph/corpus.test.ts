import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TapeRow } from '../../../shared/model/index.ts';
import { type CatalogStore, openCatalog } from '../catalog/open-catalog.ts';
import { createGraphReader, type GraphReader } from '../families/material.ts';
import { walkChain } from '../formats/context/chain.ts';
import { createIngest } from '../ingest/create-ingest.ts';
import { tempFolder } from '../testing/files.ts';
import { activePath } from './active.ts';
import { growForest } from './forest.ts';
import { createGraphService, type GraphService } from './service.ts';
import { shapeOf } from './shape.ts';

const corpus = process.env.TAPESCOPE_CORPUS ?? '';

/** `bp_rewind` of STATS.tsv by real path. */
const rewinds = (): [file: string, rewinds: number][] => {
  const [head = '', ...lines] = readFileSync(join(corpus, 'STATS.tsv'), 'utf8').trimEnd().split('\n');
  const column = head.split('\t').indexOf('bp_rewind');
  return lines.map((line) => line.split('\t')).map((cells) => [realpathSync(join(corpus, cells[0] ?? '')), Number(cells[column])]);
};

describe.skipIf(corpus === '')('graphs of the corpus (set TAPESCOPE_CORPUS to run)', () => {
  let store: CatalogStore;
  let reader: GraphReader;
  let service: GraphService;
  let tapes: TapeRow[];

  beforeAll(async () => {
    const home = tempFolder();
    store = openCatalog(home);
    const ingest = createIngest({ home, store, onPush: () => {}, follow: false });
    const folders = ['claude-code', 'claude-code-trees', 'fixtures', 'bub']
      .map((name) => join(corpus, name))
      .filter((path) => existsSync(path));
    await ingest.open(folders, { text: false });
    await ingest.close();
    reader = createGraphReader(store.db);
    service = createGraphService(reader);
    tapes = store.catalog.tapes();
    return () => store.close();
  });

  const graph = (tape: TapeRow, more = {}) =>
    service.graph({ tape: tape.id, family: false, show: ['rewind'], agents: 'nested', limit: 5000, refs: [], ...more });

  it('draw as many rewinds as STATS.tsv counts, and no other fork', async () => {
    // Both sides apply the same rule; in this corpus nothing differs.
    const expected = new Map(rewinds());
    const differing: unknown[] = [];
    for (const tape of tapes.filter(({ file }) => expected.has(file))) {
      const { nodes } = await graph(tape);
      const forks = nodes.filter(({ fork }) => fork !== null);
      const drawn = forks.filter(({ fork }) => fork === 'rewind').length;
      if (drawn !== expected.get(tape.file) || forks.length !== drawn)
        differing.push([tape.file, drawn, forks.length, expected.get(tape.file)]);
    }
    expect(differing).toEqual([]);
  });

  it.each([
    { agents: 'nested', show: ['rewind'], family: false },
    {
      agents: 'siblings',
      show: ['rewind', 'parallelTools', 'progress', 'synthetic', 'twoWriters', 'compaction', 'copiedPrefix', 'other'],
      family: false,
    },
    { agents: 'siblings', show: ['rewind'], family: true },
  ] as const)('hold every entry once: %o', async (query) => {
    for (const tape of tapes) {
      const found = await graph(tape, query);
      const opened = found.tapes.filter((one) => one.opened);
      const counted = found.nodes.filter(({ first }) => first > 0).reduce((sum, { entries }) => sum + entries, 0);
      expect({ file: tape.file, counted }).toEqual({ file: tape.file, counted: found.total });
      expect(found.total).toBe(opened.reduce((sum, { entries, shared }) => sum + entries - shared, 0));
      expect(found.owners.map((owner) => owner.tape)).toEqual(opened.map(({ id }) => id));
      for (const owner of found.owners) expect([...owner.node].every((node) => node >= 0 && node < found.nodes.length)).toBe(true);
      expect(found.nodes.map(({ row }) => row)).toEqual(found.nodes.map((_, row) => row));
      const rows = new Map(found.nodes.map(({ id, row }) => [id, row]));
      expect(rows.size).toBe(found.nodes.length);
      for (const { from, to } of found.edges) expect(rows.get(from) ?? -1).toBeLessThan(rows.get(to) ?? -1);
    }
  });

  it('hold the chain of the newest request to be alive', () => {
    const differing: unknown[] = [];
    let compared = 0;
    for (const tape of tapes) {
      const material = reader.material(tape.id);
      if (material.linear || tape.entries === 0) continue;
      const forest = growForest([{ ...material, sidechains: new Map(), tie: null, shares: null, idOf: null }]);
      const { start } = activePath(shapeOf(forest), []);
      const rows = new Map(store.catalog.entries(tape.id, 1, tape.entries + 1).map((row) => [row.seq, row]));
      const row = rows.get(start + 1);
      if (!row) continue;
      const anchors = store.catalog.anchors(tape.id).filter(({ seq }) => seq < row.seq);
      const chain = walkChain({ start: row, rows, anchors, from: 1, floor: 1, past: 'through' });
      const above: number[] = [];
      for (let at = forest.up[start] ?? -1; at >= 0; at = forest.up[at] ?? -1) above.push(at + 1);
      if (above.reverse().join() !== chain.path.join()) differing.push([tape.file, above.length, chain.path.length]);
      compared += 1;
    }
    expect(differing).toEqual([]);
    expect(compared).toBeGreaterThan(30);
  });
});
