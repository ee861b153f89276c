import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsOf, longTape, sceneOf } from './testing/draw.ts';
import { ticksOf } from './ticks.ts';

const START = new Date(2026, 10, 24, 10, 41, 7).getTime();
const MINUTE = 60_000;
const texts = (held: Parameters<typeof sceneOf>[0], kind: 'entry' | 'step' | 'time') => {
  const { axis, scale } = sceneOf(held, kind);
  return ticksOf(held, axis, scale);
};

describe('ticks', () => {
  const times = Array.from({ length: 200 }, (_, at) => START + at * MINUTE);
  const held = columnsOf('ua'.repeat(100), { steps: Array.from({ length: 100 }, (_, at) => 2 * at + 2), time: times });

  it.each(['entry', 'step', 'time'] as const)('are clock times by %s, round ones where they are near', (kind) => {
    const found = texts(held, kind).map(({ text }) => text);
    expect(found.length).toBeGreaterThan(6);
    for (const text of found) expect(text).toMatch(/^\d\d:\d[05]$/);
  });

  it('never touch', () => {
    for (const kind of ['entry', 'time'] as const) {
      const found = texts(longTape(100_000), kind);
      for (let at = 1; at < found.length; at += 1) expect((found[at]?.x ?? 0) - (found[at - 1]?.x ?? 0)).toBeGreaterThan(72);
    }
  });

  it('name the day where it is another one', () => {
    const days = columnsOf('u'.repeat(60), { time: Array.from({ length: 60 }, (_, at) => START + at * 60 * MINUTE) });
    expect(texts(days, 'entry').map(({ text }) => text)).toContain('25 Nov 00:41');
  });

  it('have seconds where all is within minutes, and are none where nothing has a time', () => {
    const quick = columnsOf('u'.repeat(60), { time: Array.from({ length: 60 }, (_, at) => START + at * 1000) });
    for (const { text } of texts(quick, 'entry')) expect(text).toMatch(/^10:4[12]:\d[05]$/);
    expect(texts(columnsOf('uau'), 'entry')).toEqual([]);
  });

  it('have no seconds over hours, also where the last entry has no time', () => {
    const held = columnsOf('u'.repeat(31), { time: Array.from({ length: 30 }, (_, at) => START + at * 10 * MINUTE) });
    for (const { text } of texts(held, 'entry')) expect(text).toMatch(/^\d\d:\d\d$/);
  });

  it('have seconds where a minute fills more than one, and are none where a second does', () => {
    // A sub-agent that made most of its entries in one minute, and was waited for before.
    const burst = [0, ...Array.from({ length: 59 }, (_, at) => 20 * MINUTE + at * 500)];
    const found = texts(columnsOf('u'.repeat(60), { time: burst.map((after) => START + after) }), 'entry').map(({ text }) => text);
    expect(found[0]).toBe('11:01');
    expect(found.filter((text) => /^11:01:\d\d$/.test(text)).length).toBeGreaterThan(2);
    const at = columnsOf('u'.repeat(60), { time: Array.from({ length: 60 }, () => START) });
    expect(texts(at, 'entry').map(({ text }) => text)).toEqual(['10:41:07']);
  });

  it('never go back, where a first entry has the time of the last and others were written out of turn', () => {
    const day = new Date(2026, 10, 24, 10, 0).getTime();
    const late = [day + 59 * MINUTE, ...times.slice(1, 60).map((_, at) => day + at * MINUTE)];
    const texted = (time: number[]) => texts(columnsOf('u'.repeat(time.length), { time }), 'entry').map(({ text }) => text);
    const found = texted(late);
    expect(found.length).toBeGreaterThan(4);
    expect(found).toEqual(found.toSorted());
    for (const text of found) expect(text).toMatch(/^\d\d:\d\d$/);
    fc.assert(
      fc.property(fc.array(fc.nat(13 * 60), { minLength: 2, maxLength: 120 }), (minutes) => {
        const shown = texted(minutes.map((minute) => day + minute * MINUTE));
        expect(shown).toEqual(shown.toSorted());
      }),
    );
  });

  it('never say the same as their neighbour', () => {
    const gaps = fc.array(fc.oneof(fc.constant(0), fc.nat(2000), fc.nat(40 * MINUTE), fc.nat(30 * 60 * MINUTE)), {
      minLength: 2,
      maxLength: 90,
    });
    fc.assert(
      fc.property(gaps, fc.constantFrom('entry' as const, 'time' as const), (steps, kind) => {
        let now = START;
        const time = steps.map((gap) => (now += gap));
        const found = texts(columnsOf('u'.repeat(time.length), { time }), kind).map(({ text }) => text);
        for (let at = 1; at < found.length; at += 1) expect(found[at]).not.toBe(found[at - 1]);
      }),
    );
  });
});
