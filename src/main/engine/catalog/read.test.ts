import { describe, expect, it } from 'vitest';
import { openDatabase } from '../database/schema.ts';
import { openEngineRoom } from '../testing/catalog.ts';
import { writeTape } from '../testing/files.ts';
import { claudeTree } from '../testing/tree.ts';

const room = async (count = 600) => {
  const { ingest, store, home } = openEngineRoom();
  const records = Array.from({ length: count }, (_, at) =>
    claudeTree(at % 3 === 0 ? `u${at} "word" @-` : `a${at} "ok" @u0 <- step m${at}`),
  ).flat();
  const [id = ''] = (await ingest.open([writeTape(records)], { text: false })).tapes;
  return { catalog: store.catalog, id, home, store };
};

describe('reading the catalog', () => {
  it('finds a tape by a unique start of its id, and says what is not there', async () => {
    const { catalog, id } = await room(3);
    expect(catalog.tape(id.slice(0, 4)).id).toBe(id);
    for (const wrong of ['', 'zz', `${id}0`]) expect(() => catalog.tape(wrong)).toThrow('not in the catalog');
    expect(() => catalog.step(id, 99)).toThrow('no step 99');
    expect(() => catalog.children(id, 99)).toThrow('no entry 99');
  });

  it('gives ranges across pages, single entries in the order asked for, and leaves unknown ones out', async () => {
    const { catalog, id } = await room();
    expect(catalog.entries(id, 250, 262).map((row) => row.seq)).toEqual(Array.from({ length: 12 }, (_, at) => 250 + at));
    expect(catalog.entries(id, -5, 3).map((row) => row.seq)).toEqual([1, 2]);
    expect(catalog.entriesAt(id, [512, 1, 9999, 0, 257]).map((row) => row.seq)).toEqual([512, 1, 257]);
  });

  it('pages through entries of some kinds only', async () => {
    const { catalog, id } = await room();
    const page = catalog.page(id, 300, 10, ['message']);
    expect(page.total).toBe(600);
    expect(page.items.map((row) => row.seq)).toEqual(Array.from({ length: 10 }, (_, at) => 300 + at));
    expect(catalog.page(id, 1, 10, ['nothing'])).toEqual({ items: [], total: 0 });
  });

  it('pages through steps', async () => {
    const { catalog, id } = await room();
    expect(catalog.steps(id, 399, 10)).toMatchObject({ total: 400, items: [{ step: 399 }, { step: 400 }] });
  });
});

it('a catalog of another version is rebuilt, with a note', async () => {
  const { home, store } = await room(3);
  store.db.pragma('user_version = 999');
  const again = openDatabase(home);
  expect(again.note).toContain('another version');
  expect(again.db.prepare('SELECT count(*) FROM sources').pluck().get()).toBe(0);
  again.db.close();
});
