import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Catalog } from '../catalog/types.ts';
import { forkTape } from '../store/fork.ts';
import { digestOf } from '../store/line.ts';
import { mergeForks } from '../store/merge/merge.ts';
import { openEngineRoom } from '../testing/catalog.ts';
import { assistant, call, nativeHome, result, user } from '../testing/native.ts';
import { entryMethods } from './methods.ts';

const NEVER = { signal: new AbortController().signal };

const linksIn = async (catalog: Catalog, tape: string, seq: number) => {
  const { links } = await entryMethods({ catalog })['entries.get']({ tape, seq }, NEVER);
  return links
    .filter(({ relation }) => relation !== 'phase')
    .map(({ relation, tape: to, seq: at, label }) => [relation, to ?? null, at ?? null, label]);
};

describe('entries of native tapes', () => {
  it('name their file, the place in it, and the digest that the store has', async () => {
    const { main } = nativeHome();
    main.append([user('one'), user('two')]);
    const { store, ingest } = openEngineRoom();
    const [tape = ''] = (await ingest.open([main.folder])).tapes;
    const methods = entryMethods(store);
    const detail = await methods['entries.get']({ tape, seq: 3 }, NEVER);
    const [row] = main.rows({ ids: [3, 3] });
    expect(detail.file).toBe(join(main.folder, 'anchors/001_session-start/messages.jsonl'));
    expect(detail.row).toMatchObject({ seq: 3, line: 2, offset: row?.byte_offset, length: row?.byte_length });
    expect(detail.digest).toBe(digestOf('message', { role: 'user', content: 'two' }).toString('hex'));
    expect(detail.raw).toContain('"id":3');
    expect((await methods['entries.previews']({ tape, seqs: [3, 2], chars: 280 }, NEVER)).items.map(({ text }) => text)).toEqual([
      'two',
      'one',
    ]);
  });

  it('lead to what they correct, answer, hand over, start and join', async () => {
    const { main, open } = nativeHome();
    main.append([user('blue'), user('red', { corrects: 2 }), call('c1', 'bash'), result('c1', 'out')]);
    main.handoff({ name: 'phase-1', sourceIds: [3, 5] });
    forkTape(main, { name: 'try' });
    open('main', 'try').append([assistant('in the fork')]);
    await mergeForks(main, {
      names: ['try'],
      order: 'append',
      dedup: 'none',
      onConflict: 'refuse',
      insightsOnly: false,
      gate: null,
      head: null,
    });
    const { store, ingest } = openEngineRoom();
    const [tape = '', fork = ''] = (await ingest.open([main.folder])).tapes;
    const links = (seq: number) => linksIn(store.catalog, tape, seq);
    expect(await links(2)).toEqual([['corrected-by', null, 3, 'entry 3']]);
    expect(await links(3)).toEqual([['corrects', null, 2, 'entry 2']]);
    expect(await links(5)).toEqual([['call', null, 4, 'tool call bash']]);
    expect(await links(6)).toEqual([
      ['source', null, 3, 'entry 3'],
      ['source', null, 5, 'entry 5'],
    ]);
    expect(await links(7)).toEqual([['fork', fork, null, 'try']]);
    const joined = store.catalog.entries(tape, 8, 10);
    const copy = joined.find(({ kind }) => kind === 'message');
    const event = joined.find(({ kind }) => kind === 'event');
    expect(copy?.label).toBe('from try');
    expect(await links(copy?.seq ?? 0)).toEqual([['merged-from', fork, 7, 'try, entry 7']]);
    expect(await links(event?.seq ?? 0)).toEqual([['merged-from', fork, null, 'try']]);
  });
});
