import { describe, expect, it } from 'vitest';
import { contract } from '../../../shared/rpc/contract.ts';
import { openEngine } from '../open.ts';
import { tempFolder, writeTape } from '../testing/files.ts';
import { claudeTree } from '../testing/tree.ts';
import { residencyMethods } from './methods.ts';

const DRAWN = 'u1 "go" > a1 "ok" <- step m1 usage 900 40 100 0\n  u2 "left" > a2 "fine" <- step m2\n  u3 "right" > a3 "done" <- step m3';
const SIGNAL = { signal: new AbortController().signal };

const imported = async () => {
  const { engine, handlers } = await openEngine({ home: tempFolder(), host: 'terminal', readOnly: false, samples: null });
  const { tapes } = await engine.ingest.open([writeTape(claudeTree(DRAWN))], { text: false });
  return { engine, handlers, tape: tapes[0] ?? '' };
};

describe('residency.get', () => {
  it('answers in the shape of the contract, the same from a thread', async () => {
    const { engine, handlers, tape } = await imported();
    const input = contract['residency.get'].input.parse({ tape });
    const here = await handlers['residency.get'](input, SIGNAL);
    expect(contract['residency.get'].output.parse(here)).toEqual(here);
    expect(here.recorded[0]).toBe(1000);
    expect(here.cached[0]).toBe(100);
    const far = residencyMethods({ catalog: engine.catalog, options: { ...engine.options, host: 'desktop' } });
    expect(await far['residency.get'](input, SIGNAL)).toEqual(here);
    await engine.close();
  });

  it('knows no anchor that stands before no step', async () => {
    const { engine, handlers, tape } = await imported();
    const input = contract['residency.get'].input.parse({ tape, policy: 'from-anchor:nowhere' });
    await expect(Promise.resolve().then(() => handlers['residency.get'](input, SIGNAL))).rejects.toMatchObject({ code: 'not-found' });
    await engine.close();
  });
});

describe('residency.entry', () => {
  it('tells when an entry came, when it left, and why', async () => {
    const { engine, handlers, tape } = await imported();
    const ask = (seq: number) => handlers['residency.entry']({ tape, seq, policy: 'as-recorded' }, SIGNAL);
    expect(await ask(3)).toEqual({ stays: [{ from: 2, to: 2, left: { step: 3, reason: 'other-branch' } }] });
    expect(await ask(1)).toEqual({ stays: [{ from: 1, to: 3, left: null }] });
    await expect(ask(99)).rejects.toMatchObject({ code: 'not-found' });
    await engine.close();
  });
});
