/** Steps that somebody selected, the last one included: all views show these alone. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The span between two steps, whichever comes first. */
export function spanOf(one: number, other: number): Span {
  return { from: Math.min(one, other), to: Math.max(one, other) };
}

/** "298-326", as a link has it; null where it makes no sense. */
export function spanIn(text: string | null): Span | null {
  const [, from, to] = /^([1-9]\d{0,9})-([1-9]\d{0,9})$/.exec(text ?? '') ?? [];
  return from === undefined || to === undefined ? null : spanOf(Number(from), Number(to));
}

/** The step, or the end of the span that is nearer; null is the newest step. */
export function clampTo(span: Span | null, step: number | null): number | null {
  return span === null ? step : Math.max(span.from, Math.min(span.to, step ?? span.to));
}

/** The span after one step more or less at the end that is not the playhead. */
export function extended(span: Span | null, head: number, by: 1 | -1, steps: number): Span {
  const { from, to } = span ?? { from: head, to: head };
  const within = (step: number): number => Math.max(1, Math.min(steps, step));
  if (head === from) return spanOf(head, within(to + by));
  if (head === to) return spanOf(head, within(from + by));
  return by === 1 ? { from, to: within(to + 1) } : { from: within(from - 1), to };
}

/** What a tape of this many steps has of a span; null for nothing. */
export function withinSteps({ from, to }: Span, steps: number): Span | null {
  return from > steps ? null : { from, to: Math.min(to, steps) };
}

/** Whether steps from `first` to `last` and a span have one in common. Null for what has no steps, which meets none. */
export function meets({ from, to }: Span, first: number | null, last: number | null): boolean {
  return first !== null && last !== null && first <= to && last >= from;
}

/** First and last entry of the steps of a span; what comes before the first step belongs to it. */
export function entriesIn(
  { from, to }: Span,
  { steps, stepFirst, entries }: { steps: number; stepFirst: Uint32Array; entries: number },
): [number, number] {
  const first = from <= 1 ? 1 : from > steps ? entries + 1 : (stepFirst[from - 1] ?? 1);
  return [first, to >= steps ? entries : (stepFirst[to] ?? entries + 1) - 1];
}
