import type { Session } from './session.ts';

/** Most that `entries.previews` takes in one call. */
const PAGE = 300;

/** How entries begin, by their numbers: as much as a line of the terminal may hold. */
export const beginnings = async ({ call }: Session, tape: string, seqs: readonly number[], width: number): Promise<Map<number, string>> => {
  const found = new Map<number, string>();
  for (let at = 0; at < seqs.length; at += PAGE) {
    const { items } = await call('entries.previews', { tape, seqs: seqs.slice(at, at + PAGE), chars: Math.max(20, width) });
    for (const { seq, text, altered } of items) found.set(seq, altered ? `[altered] ${text}` : text);
  }
  return found;
};
