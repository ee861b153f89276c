import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completed, completionsOf, historyAfter, historyOf, tapeCommands } from './line.ts';

const names = (text: string) => completionsOf(text).map(({ name }) => name);

describe('completion of tape commands', () => {
  it('offers all of them after a comma, and none without one', () => {
    expect(names(',')).toHaveLength(tapeCommands.length);
    expect([names(''), names('hand'), names(' ,hand')]).toEqual([[], [], []]);
  });

  it('finds a command by its beginning, and by the part after the dot', () => {
    expect(names(',ta')).toEqual(['tape.info', 'tape.search', 'tape.log']);
    expect(names(',sea')).toEqual(['tape.search']);
    expect(names(',fork')).toEqual(['fork', 'forks']);
  });

  it('offers what reads where nothing may be written', () => {
    expect(completionsOf(',', false).map(({ name }) => name)).toEqual(['help', 'tape.info', 'tape.search', 'tape.log', 'anchors']);
  });

  it('keeps out of the arguments', () => {
    expect(names(',handoff ')).toEqual([]);
    expect(names(',handoff name=x')).toEqual([]);
  });

  it('begins the first argument', () => {
    const taken = (name: string) => completionsOf(`,${name}`).map(completed)[0];
    expect([taken('tape.search'), taken('anchors'), taken('reset')]).toEqual([',tape.search query=', ',anchors', ',reset archive=']);
  });
});

describe('history', () => {
  it('goes back to the first line and forward to the one being written', () => {
    expect([historyAfter(2, null, -1), historyAfter(2, 1, -1), historyAfter(2, 0, -1)]).toEqual([1, 0, 0]);
    expect([historyAfter(2, 0, 1), historyAfter(2, 1, 1), historyAfter(2, null, 1)]).toEqual([1, null, null]);
    expect(historyAfter(0, null, -1)).toBeNull();
  });

  it('never leaves the lines there are', () => {
    const steps = fc.array(fc.constantFrom(-1 as const, 1 as const));
    fc.assert(
      fc.property(fc.nat(5), steps, (length, moves) => {
        let at: number | null = null;
        for (const by of moves) {
          at = historyAfter(length, at, by);
          if (at !== null) expect(at >= 0 && at < length).toBe(true);
        }
      }),
    );
  });

  it('holds a line that was entered twice in a row once', () => {
    expect(historyOf([',help', ',help', 'a', ',help'])).toEqual([',help', 'a', ',help']);
  });
});
