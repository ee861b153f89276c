interface Tokens {
  counted: number;
  estimated: number;
  base: number | null;
  events: number | null;
}

/** Tokens of a whole context that nobody recorded: its blocks, with the base and events that no entry holds, where they were measured. */
export function wholeSize({ counted, estimated, base, events }: Tokens): number {
  return counted + estimated + (base ?? 0) + (events ?? 0);
}
