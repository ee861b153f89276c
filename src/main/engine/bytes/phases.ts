/** The three files of a phase. Their order is part of pointers into native tapes. */
export const PHASE_FILES = ['messages.jsonl', 'tool_calls.jsonl', 'events.jsonl'] as const;

/** The sequence number that a phase's folder states; null for any other folder. */
export function seqOfFolder(folder: string): number | null {
  const digits = /^(\d{3,9})_./u.exec(folder)?.[1];
  return digits === undefined ? null : Number(digits);
}
