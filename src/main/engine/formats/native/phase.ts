/** What a merge writes into `meta.from.mark` of an entry that lost a conflict. */
export const SUPERSEDED = 'superseded';

const field = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;

/** True for an entry that lost a conflict of a merge: it is on the tape, and stands for nothing there. Its line alone tells. */
export function isSuperseded(meta: unknown): boolean {
  return field(field(meta, 'from'), 'mark') === SUPERSEDED;
}

/** An anchor opens a phase, and a tape is rebuilt from there; one that a merge superseded is an entry of the phase it was appended to. */
export function opensPhase({ kind, meta }: { kind: string; meta?: unknown }): boolean {
  return kind === 'anchor' && !isSuperseded(meta);
}
