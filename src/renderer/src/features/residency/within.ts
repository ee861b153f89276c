import type { Span } from '../../state/span.ts';
import type { Range } from './range.ts';
import type { Answer } from './rows.ts';

/** The indexes of the steps of a span, `to` after the last; null where none of them is on the chart. */
export function indexesOf({ steps }: Pick<Answer, 'steps'>, { from, to }: Span): Range | null {
  const first = steps.findIndex((step) => step >= from);
  const last = steps.findLastIndex((step) => step <= to);
  return first < 0 || last < first ? null : { from: first, to: last + 1 };
}

type Column = Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** The values at some places, written into a column of the same kind. */
const takeInto = <Of extends Column>(into: Of, column: ArrayLike<number>, places: Uint32Array): Of => {
  for (let at = 0; at < places.length; at++) into[at] = column[places[at] ?? 0] ?? 0;
  return into;
};

/** The places up to a count that are wanted. */
const placesWhere = (count: number, isWanted: (at: number) => boolean): Uint32Array<ArrayBuffer> => {
  const places = new Uint32Array(count);
  let found = 0;
  for (let at = 0; at < count; at++) if (isWanted(at)) places[found++] = at;
  return places.slice(0, found);
};

/** The answer with what was in context at one of some steps alone; stays keep their ends. There may be a million of them. */
export function answerWithin(answer: Answer, { from, to }: Range): Answer {
  const { seq, earlier, groups } = answer;
  const stays = placesWhere(seq.length, (at) => (answer.to[at] ?? 0) >= from && (answer.from[at] ?? 0) < to);
  /** Per stay its new place, plus 1. */
  const place = new Uint32Array(seq.length);
  for (let at = 0; at < stays.length; at++) place[stays[at] ?? 0] = at + 1;
  const kept = placesWhere(earlier.stay.length, (at) => (place[earlier.stay[at] ?? 0] ?? 0) > 0);
  const of = (column: Uint32Array): Uint32Array<ArrayBuffer> => takeInto(new Uint32Array(stays.length), column, stays);
  const ofEarlier = (column: Uint32Array): Uint32Array<ArrayBuffer> => takeInto(new Uint32Array(kept.length), column, kept);
  const seqs = of(seq);
  return {
    ...answer,
    ...{ seq: seqs, from: of(answer.from), to: of(answer.to), tokens: of(answer.tokens) },
    left: takeInto(new Uint8Array(stays.length), answer.left, stays),
    exact: takeInto(new Uint8Array(stays.length), answer.exact, stays),
    costs: takeInto(new Float64Array(stays.length), answer.costs, stays),
    earlier: {
      stay: ofEarlier(earlier.stay).map((stay) => (place[stay] ?? 1) - 1),
      until: ofEarlier(earlier.until),
      tokens: ofEarlier(earlier.tokens),
    },
    costly: answer.costly.filter((one) => seqs.includes(one.seq)),
    groups: groups && { ...groups, of: of(groups.of) },
  };
}
