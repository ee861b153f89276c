import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { parsePolicy } from '../../../../shared/model/policy.ts';
import { formatRows } from '../../formats/rows.ts';
import { createFinder } from '../../search/find.ts';
import { assemble } from '../../views/assemble.ts';
import { createRim } from '../../views/rim.ts';
import { openEngineRoom } from '../catalog.ts';
import { writeTape } from '../files.ts';
import { holdDrawn } from '../laws/drawn-laws.ts';
import { holdHostile } from '../laws/hostile-laws.ts';
import { drawing } from './drawing.ts';

// The tables with one more row each, as CONTRIBUTING.md says; no other file knows the format.
vi.mock('../../formats/index.ts', async (original) => {
  const { parrot } = await import('./format.ts');
  return (await import('../with-toy.ts')).withFormat(parrot)(original);
});
vi.mock('../../formats/rules.ts', async (original) => {
  const real = await original<typeof import('../../formats/rules.ts')>();
  const { parrotRules } = await import('./context.ts');
  return { rulesOf: (id: string) => (id === 'parrot' ? parrotRules : real.rulesOf(id)) };
});
vi.mock('../../formats/abouts.ts', async (original) => {
  const real = await original<typeof import('../../formats/abouts.ts')>();
  const { about } = await import('./about.ts');
  const abilitiesOf = (id: string) => (id === about.id ? real.abilities(about.cannot) : real.abilitiesOf(id));
  return { ...real, abilitiesOf, abouts: [...real.abouts, about] };
});

const LOG = [
  { who: 'user', says: 'Say mango', at: '2026-01-05T09:00:00Z' },
  { who: 'assistant', says: 'Mango!', at: '2026-01-05T09:00:01Z', read: 12, wrote: 3 },
  { who: 'perch', says: 'The perch was cleaned', at: '2026-01-05T09:00:02Z' },
  { who: 'user', says: 'Again', at: '2026-01-05T09:00:03Z' },
  { who: 'assistant', says: 'Mango, mango!', at: '2026-01-05T09:00:04Z', read: 20, wrote: 5 },
];

const open = async () => {
  const { home, ingest, store } = openEngineRoom({ workers: 0 });
  await ingest.open([writeTape(LOG)]);
  await ingest.idle();
  const tape = store.catalog.tapes()[0];
  if (!tape) throw new Error('nothing was imported');
  return { home, store, tape };
};

describe('the format of CONTRIBUTING.md', () => {
  it('is detected and read: every line an entry, and what it does not know keeps its name', async () => {
    const { store, tape } = await open();
    expect(tape).toMatchObject({ format: 'parrot', entries: 5, steps: 2 });
    expect(store.catalog.entries(tape.id, 1, 6).map(({ kind }) => kind)).toEqual(['message', 'message', 'perch', 'message', 'message']);
    expect(store.catalog.receipt(tape.id)).toMatchObject({ entries: 5, lines: { total: 5, withEntries: 5, unreadable: 0 } });
  });

  it('has a step for each answer, with its usage, and a view of each by its own rule', async () => {
    const { store, tape } = await open();
    const steps = store.catalog.steps(tape.id, 1, 10).items;
    expect(steps.map(({ first, usage }) => [first, usage?.input, usage?.output])).toEqual([
      [2, 12, 3],
      [5, 20, 5],
    ]);
    const rim = createRim(store.catalog);
    const seqsAt = async (step: number) => {
      const { blocks, evidence } = await assemble(rim, tape.id, step, parsePolicy('as-recorded'));
      expect(evidence).toMatchObject({ state: 'derived', rule: 'Every message before the answer.' });
      return blocks.flatMap(({ entries }) => entries);
    };
    expect(await seqsAt(1)).toEqual([1]);
    expect(await seqsAt(2)).toEqual([1, 2, 4]);
  });

  it('is searched', async () => {
    const { home, store } = await open();
    const find = createFinder(home, store.db);
    const seqs = (query: string) => find({ query, limit: 10 }).hits.map(({ seq }) => seq);
    expect(seqs('cleaned')).toEqual([3]);
    expect(seqs('mango').toSorted()).toEqual([1, 2, 5]);
  });

  it('has a row in the list of formats, with its roots and the reason for what cannot be done', () => {
    const settings = { logs: {}, tapeHome: '/none' };
    const row = formatRows({ settings, env: { PARROT_HOME: '/none/logs' }, home: '/none' }).find(({ id }) => id === 'parrot');
    expect(row).toMatchObject({ name: 'Parrot', can: { fork: false, check: true }, roots: [{ path: '/none/logs', found: false }] });
  });
});

holdDrawn('parrot', drawing);
holdHostile('parrot', drawing);

describe('CONTRIBUTING.md', () => {
  const root = new URL('../../../../../', import.meta.url);
  const text = readFileSync(new URL('CONTRIBUTING.md', root), 'utf8');

  it.each(['format.ts', 'context.ts', 'about.ts', 'drawing.ts'])('shows %s as it is tested here', (name) => {
    const code = readFileSync(new URL(name, import.meta.url), 'utf8')
      .replaceAll("'../../formats/", "'../")
      .replaceAll("'../laws/", "'../../../testing/laws/");
    const place = name === 'drawing.ts' ? `testing/${name}` : name;
    expect(text).toContain(`\`\`\`ts\n// src/main/engine/formats/parrot/${place}\n${code}\`\`\`\n`);
  });
});
