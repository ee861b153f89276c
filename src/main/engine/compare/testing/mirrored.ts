import type { Comparison, Difference } from '../../../../shared/model/index.ts';

const otherSide = (side: number | null): number | null => (side === null ? null : 1 - side);

/** "only A read …" as the other way round says it. */
const otherWords = (text: string): string =>
  text
    .replace(/^only ([AB]) /, (_, side) => `only ${side === 'A' ? 'B' : 'A'} `)
    .replace(/^([AB]) (?=was compacted|continued from|read a placeholder)/, (_, side) => `${side === 'A' ? 'B' : 'A'} `)
    .replace(/ was (.*) for A and (.*) for B$/, ' was $2 for A and $1 for B');

const byText = (a: Difference, b: Difference): number => (a.text < b.text ? -1 : 1);

/** What a comparison of two sides says, in an order that does not depend on which of them was named first. */
export function saidBy({ sides, fork, pair }: Comparison) {
  return {
    own: sides.map(({ step, own }) => ({ step, ...own })),
    fork: fork && { ...fork, at: [...fork.at] },
    witnesses: pair.prefix?.witnesses,
    verdict: pair.prefix && [pair.prefix.sameIds, pair.prefix.sameText, pair.prefix.hermetic],
    tokens: pair.prefix?.tokens,
    differences: pair.prefix && [...pair.prefix.differences].sort(byText),
    counts: pair.counts,
  };
}

/** The same of the comparison the other way round, put back. */
export function mirrored(other: Comparison): ReturnType<typeof saidBy> {
  const said = saidBy(other);
  const differences = other.pair.prefix?.differences.map((one) => ({ ...one, side: otherSide(one.side), text: otherWords(one.text) }));
  return {
    ...said,
    own: said.own.toReversed(),
    fork: said.fork && { ...said.fork, at: said.fork.at.toReversed() },
    witnesses: said.witnesses && [said.witnesses[1], said.witnesses[0]],
    differences: differences ? differences.sort(byText) : null,
    counts: { ...said.counts, a: said.counts.b, b: said.counts.a },
  };
}
