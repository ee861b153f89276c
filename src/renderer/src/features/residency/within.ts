import type { Span } from '../../state/span.ts';
import type { Range } from './range.ts';
import type { Answer } from './rows.ts';

/** The indexes of the steps of a span, `to` after the last; null where none of them is on the chart. */
export function indexesOf({ steps }: Pick<Answer, 'steps'>, { from, to }: Span): Range | null {
  const first = steps.findIndex((step) => step >= from);
  const last = steps.findLastIndex((step) => step <= to);
  return first < 0 || last < first ? null : { from: first, to: last + 1 };
}

/** The answer with what was in context at one of some steps alone; stays keep their ends. */
export function answerWithin(answer: Answer, { from, to }: Range): Answer {
  const stays: number[] = [];
  for (const at of answer.seq.keys()) if ((answer.to[at] ?? 0) >= from && (answer.from[at] ?? 0) < to) stays.push(at);
  const place = new Map(stays.map((stay, at) => [stay, at]));
  const earlier = Array.from(answer.earlier.stay.keys()).filter((at) => place.has(answer.earlier.stay[at] ?? 0));
  const seqs = new Set(stays.map((stay) => answer.seq[stay] ?? 0));
  const of = (column: Uint32Array): Uint32Array<ArrayBuffer> => Uint32Array.from(stays, (stay) => column[stay] ?? 0);
  return {
    ...answer,
    ...{ seq: of(answer.seq), from: of(answer.from), to: of(answer.to), tokens: of(answer.tokens) },
    left: Uint8Array.from(stays, (stay) => answer.left[stay] ?? 0),
    exact: Uint8Array.from(stays, (stay) => answer.exact[stay] ?? 0),
    costs: Float64Array.from(stays, (stay) => answer.costs[stay] ?? 0),
    earlier: {
      stay: Uint32Array.from(earlier, (at) => place.get(answer.earlier.stay[at] ?? 0) ?? 0),
      until: Uint32Array.from(earlier, (at) => answer.earlier.until[at] ?? 0),
      tokens: Uint32Array.from(earlier, (at) => answer.earlier.tokens[at] ?? 0),
    },
    costly: answer.costly.filter(({ seq }) => seqs.has(seq)),
    groups: answer.groups && { ...answer.groups, of: of(answer.groups.of) },
  };
}
