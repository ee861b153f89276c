import type { AnnotationTarget, TapeRow } from '../../../shared/model/index.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';

/** The first and the last entry that a target is about. */
export function rangeOf(target: AnnotationTarget): { first: number; last: number } {
  return target.type === 'span' ? { first: target.from, last: target.to } : { first: target.seq, last: target.seq };
}

const figure = (value: number): string => value.toLocaleString('en-US');

/** The target as it is kept: a span from its earlier end to its later one, and a span of one entry as that entry. */
export function checkTarget(target: AnnotationTarget, tape: Pick<TapeRow, 'entries' | 'steps'>): AnnotationTarget {
  const ends = target.type === 'span' ? [target.from, target.to].toSorted((a, b) => a - b) : [target.seq, target.seq];
  const [from = 1, to = 1] = ends;
  if (to > tape.entries) throw new TapeError('not-found', `This tape has ${figure(tape.entries)} entries; there is no ${figure(to)}.`);
  if (target.type === 'block' && target.step > tape.steps)
    throw new TapeError('not-found', `This tape has ${figure(tape.steps)} steps; there is no ${figure(target.step)}.`);
  if (target.type !== 'span') return target;
  return from === to ? { type: 'entry', seq: from } : { type: 'span', from, to };
}
