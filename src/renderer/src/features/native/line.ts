/** What a person may begin a line with. The engine knows what each does; `,help` says it in full. */
export interface TapeCommand {
  name: string;
  takes: string;
  what: string;
  /** It may be asked of the log of an agent too. */
  reads?: true;
}

/** Commands as `,help` lists them. */
export const tapeCommands: readonly TapeCommand[] = [
  { name: 'help', takes: '', what: 'every command, or one of them with its arguments', reads: true },
  { name: 'tape.info', takes: '', what: 'entries, anchors, forks and size', reads: true },
  { name: 'tape.search', takes: 'query=… kinds=… limit=…', what: 'entries by their text, the newest first', reads: true },
  { name: 'tape.log', takes: 'limit=… kind=…', what: 'the newest entries', reads: true },
  { name: 'anchors', takes: '', what: 'the phases with their state', reads: true },
  { name: 'handoff', takes: 'name=… summary=…', what: 'a new phase with this state' },
  { name: 'fork', takes: 'name=… at=… note=…', what: 'a fork that shares everything up to an entry' },
  { name: 'forks', takes: '', what: 'the forks, open and merged' },
  { name: 'discard', takes: 'name=… note=…', what: 'discard a fork; its entries go to the archive' },
  { name: 'merge', takes: 'name=… dedup=…', what: 'what a merge would append; confirm it in the window' },
  { name: 'reset', takes: 'archive=true', what: 'start over, with the old entries in an archive' },
];

/** The commands that what is typed may become; none once a name is whole with a space after it. */
export function completionsOf(text: string, writes = true): TapeCommand[] {
  const match = /^,([\w.-]*)$/.exec(text);
  if (match === null) return [];
  const typed = match[1]?.toLowerCase() ?? '';
  const offered = tapeCommands.filter(({ reads }) => writes || reads);
  const begins = offered.filter(({ name }) => name.startsWith(typed));
  const holds = offered.filter(({ name }) => !name.startsWith(typed) && name.split('.').some((part) => part.startsWith(typed)));
  return [...begins, ...holds];
}

/** The line with a command taken from the list: its first argument is begun, where it has one. */
export function completed({ name, takes }: TapeCommand): string {
  const first = takes.slice(0, takes.indexOf('=') + 1);
  return takes === '' ? `,${name}` : `,${name} ${first}`;
}

/** Where ↑ (-1) and ↓ (+1) lead through what was entered before; null is the line being written. */
export function historyAfter(length: number, at: number | null, by: -1 | 1): number | null {
  if (length === 0) return null;
  if (at === null) return by === -1 ? length - 1 : null;
  const next = at + by;
  if (next >= length) return null;
  return Math.max(0, next);
}

/** What was entered, each line once in a row, so that ↑ never seems stuck. */
export function historyOf(lines: readonly string[]): string[] {
  return lines.filter((line, index) => line !== lines[index - 1]);
}
