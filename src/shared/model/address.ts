/** Where the text of a block is: an entry of a tape, or one part of its record. */
export interface Address {
  tape: string;
  seq: number;
  part?: number | undefined;
}

interface Addressed {
  entries: readonly number[];
  from?: { tape: string; entry: number } | undefined;
  request?: { entry: number; part: number } | undefined;
  instead?: number | undefined;
}

/** Where a block of a tape's context has its text: it may be brought from another tape, be part of a logged request, or be what took its place. */
export function addressOf(tape: string, { entries, from, request, instead }: Addressed): Address {
  if (from) return { tape: from.tape, seq: from.entry };
  return request ? { tape, seq: request.entry, part: request.part } : { tape, seq: instead ?? entries[0] ?? 0 };
}
