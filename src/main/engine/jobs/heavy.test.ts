import { readdirSync, readFileSync, utimesSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, it } from 'vitest';
import { compareMethods } from '../compare/methods.ts';
import { surgeryMethods } from '../graph/surgery-methods.ts';
import { leftMethods } from '../handoffs/methods.ts';
import { openEngineRoom } from '../testing/catalog.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { claudeTree } from '../testing/tree.ts';
import { branchesAt } from '../views/branches.ts';
import { residencyMethods } from '../why/methods.ts';
import { heavyOf } from './heavy.ts';

const still = { signal: new AbortController().signal };

const opened = async () => {
  const { store, ingest, home } = openEngineRoom();
  const file = writeFile(
    tempFolder(),
    'session-1.jsonl',
    claudeTree('u1 "go" > a1 "ready" <- step m1\nu2 "left" @a1 > a2 "left" <- step m2\nu3 "right" @a1 > a3 "right" <- step m3'),
  );
  utimesSync(file, new Date('2026-01-06'), new Date('2026-01-06'));
  const { tapes } = await ingest.open([file], { text: false });
  const options = { home, host: 'browser' as const, readOnly: false, samples: null };
  return { catalog: store.catalog, ingest, options, tape: tapes[0] ?? '' };
};

it('a thread answers a long tape as it would be answered here', async () => {
  const { catalog, options, tape } = await opened();
  const here = { ...compareMethods({ catalog }), ...surgeryMethods({ catalog }) };
  const heavy = heavyOf({ catalog, options }, 0);
  const elsewhere = () => Promise.reject(new Error('this ran here'));
  const sides = [2, 3].map((step) => ({ tape, step, policy: 'as-recorded' as const }));
  const comparison = { method: 'compare.run' as const, input: { sides, pair: [0, 1] as [number, number] } };
  expect(await heavy(comparison, [tape], elsewhere)).toEqual(await here['compare.run'](comparison.input, still));
  const check = { method: 'tapes.check' as const, input: { tape } };
  expect(await heavy(check, [tape], elsewhere)).toEqual(await here['tapes.check'](check.input, still));
  const preview = { method: 'surgery.preview' as const, input: { tape, change: { op: 'fork-session' as const, at: 2 } } };
  expect(await heavy(preview, [tape], elsewhere)).toEqual(await here['surgery.preview'](preview.input, still));
  const branches = { method: 'steps.branches' as const, input: { tape } };
  expect(await heavy(branches, [tape], elsewhere)).toEqual(branchesAt(catalog, tape));
  expect(branchesAt(catalog, tape).branches).toHaveLength(2);
  const phases = leftMethods({ catalog });
  for (const method of ['handoffs.left', 'handoffs.fidelity'] as const) {
    const input = { tape, seq: 1 };
    expect(await heavy({ method, input }, [tape], elsewhere)).toEqual(await phases[method](input, still));
  }
});

it.runIf(process.platform === 'linux')('a thread comes after the one that answers windows, whose priority stays', async () => {
  const own = getPriority();
  const { catalog, options, tape } = await opened();
  await heavyOf({ catalog, options }, 0)({ method: 'steps.branches', input: { tape } }, [tape], () =>
    Promise.reject(new Error('this ran here')),
  );
  const priorities = readdirSync('/proc/self/task').map((thread) => {
    const [, fields = ''] = readFileSync(`/proc/self/task/${thread}/stat`, 'latin1').split(') ');
    return Number(fields.split(' ')[16]);
  });
  expect(priorities).toContain(Math.min(19, own + 5));
  expect(getPriority()).toBe(own);
});

it('the branches of a long tape are no pause of the thread that answers windows', async () => {
  const { ingest, store, home } = openEngineRoom();
  const line = (at: number) => ({
    ...{ uuid: `n${at}`, parentUuid: at === 0 ? null : `n${at - 1}` },
    ...(at % 2 === 0
      ? { type: 'user', message: { role: 'user', content: 'on' } }
      : { type: 'assistant', message: { id: `m${at}`, role: 'assistant', model: 'claude-x', content: [{ type: 'text', text: 'yes' }] } }),
  });
  const file = writeFile(tempFolder(), 'long.jsonl', [...Array(10_001).keys()].map(line));
  const { tapes } = await ingest.open([file], { text: false });
  const options = { home, host: 'browser' as const, readOnly: false, samples: null };
  const catalog = { ...store.catalog, entryRuns: () => expect.fail('this ran here'), stepRuns: () => expect.fail('this ran here') };
  const methods = residencyMethods({ catalog, ingest, options });
  expect(await methods['steps.branches']({ tape: tapes[0] ?? '' }, still)).toEqual({ branches: [], of: new Uint32Array(0) });
});

it('what a thread refuses is refused with its code and sentence', async () => {
  const { catalog, options, tape } = await opened();
  const heavy = heavyOf({ catalog, options }, 0);
  const change = { op: 'fork-session' as const, at: 1 };
  const write = heavy({ method: 'surgery.write', input: { tape, change } }, [tape], () => Promise.reject(new Error('this ran here')));
  await expect(write).rejects.toMatchObject({ code: 'refused', message: expect.stringContaining('You cannot fork at entry 1.') });
});

it('a short tape, and a terminal, do it where they are; a copy is in the library then', async () => {
  const { catalog, ingest, options, tape } = await opened();
  const written = await surgeryMethods({ catalog, ingest, options })['surgery.write'](
    { tape, change: { op: 'fork-session', at: 2 } },
    still,
  );
  expect(written.tape).toMatchObject({ file: written.file, entries: 3 });
  const terminal = heavyOf({ catalog, options: { ...options, host: 'terminal' } }, 0);
  const failure = new Error('this ran here');
  await expect(terminal({ method: 'tapes.check', input: { tape } }, [tape], () => Promise.reject(failure))).rejects.toBe(failure);
});
