import fc from 'fast-check';
import type { Fact, ForkFacts } from '../facts.ts';

/** A tape before it is numbered: references are given as a distance back. */
interface Rough {
  kind: string;
  word: string;
  back: number | null;
  cite: number | null;
  time: number;
}

const rough: fc.Arbitrary<Rough> = fc.record({
  kind: fc.constantFrom('message', 'message', 'tool_call', 'tool_result', 'anchor', 'insight', 'event'),
  word: fc.constantFrom('a', 'b', 'c'),
  back: fc.option(fc.nat(6), { freq: 3 }),
  cite: fc.option(fc.nat(6), { freq: 3 }),
  time: fc.nat(20),
});

/** Few words, so that the same facts, names and calls turn up on all sides. */
export function factOf(id: number, { kind, word, back, cite, time }: Rough): Fact {
  const corrects = back === null || id - 1 - back < 1 ? null : id - 1 - back;
  const cites = cite === null || id - 1 - cite < 1 ? [] : [id - 1 - cite];
  const said = kind === 'anchor' ? { key: word, source_ids: cites } : { word, cites };
  return {
    id,
    kind,
    at: new Date(Date.UTC(2026, 0, 1) + time * 1000).toISOString(),
    digest: JSON.stringify([kind, said]),
    numbers: [],
    summary: word,
    corrects,
    cites,
    insight: kind === 'insight',
    superseded: false,
    calls: kind.startsWith('tool_') ? [word] : [],
    anchor: kind === 'anchor' ? { name: word === 'a' ? 'one' : 'two', state: said } : null,
  };
}

export interface Scene {
  /** The whole parent. */
  parent: Fact[];
  forks: ForkFacts[];
}

export function scenes(forks: number): fc.Arbitrary<Scene> {
  return fc
    .record({
      parent: fc.array(rough, { minLength: 1, maxLength: 10 }),
      forks: fc.array(fc.record({ start: fc.nat(9), own: fc.array(rough, { maxLength: 7 }) }), { minLength: forks, maxLength: forks }),
    })
    .map((drawn) => ({
      parent: drawn.parent.map((one, at) => factOf(at + 1, one)),
      forks: drawn.forks.map(({ start, own }, at) => {
        const shared = 1 + (start % drawn.parent.length);
        return { name: `fork-${at}`, start: shared, facts: own.map((one, nth) => factOf(shared + nth + 1, one)) };
      }),
    }));
}
