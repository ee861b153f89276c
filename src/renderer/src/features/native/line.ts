/** What a person may begin a line with. The engine knows what each does; `,help` says it in full. */
export interface TapeCommand {
  name: string;
  takes: string;
  what: string;
}

/** Commands in Bub's spelling, as `,help` lists them. */
export const tapeCommands: readonly TapeCommand[] = [
  { name: 'help', takes: '', what: 'every command' },
  { name: 'tape.info', takes: '', what: 'entries, anchors, forks, size' },
  { name: 'tape.search', takes: 'query=…', what: 'full text of this tape' },
  { name: 'anchors', takes: '', what: 'the phases' },
  { name: 'handoff', takes: 'name=… summary=…', what: 'hand off to a new phase' },
  { name: 'tape.handoff', takes: 'name=… summary=…', what: 'hand off to a new phase' },
  { name: 'tape.anchors', takes: '', what: 'the phases' },
  { name: 'tape.reset', takes: 'archive=true', what: 'begin anew, with an archive' },
];

/** The commands that what is typed may become; none once a name stands whole with a space behind it. */
export const completionsOf = (text: string, commands: readonly TapeCommand[] = tapeCommands): TapeCommand[] => {
  const match = /^,([\w.-]*)$/.exec(text);
  if (match === null) return [];
  const typed = match[1]?.toLowerCase() ?? '';
  const begins = commands.filter(({ name }) => name.startsWith(typed));
  const holds = commands.filter(({ name }) => !name.startsWith(typed) && name.split('.').some((part) => part.startsWith(typed)));
  return [...begins, ...holds];
};

/** The line with a command taken from the list: its first argument is begun, where it has one. */
export const completed = ({ name, takes }: TapeCommand): string => {
  const [first = ''] = takes.split('…');
  return takes === '' ? `,${name}` : `,${name} ${first}`;
};

/** Where ↑ (-1) and ↓ (+1) lead through what was entered before; null is the line being written. */
export const historyAfter = (length: number, at: number | null, by: -1 | 1): number | null => {
  if (length === 0) return null;
  if (at === null) return by === -1 ? length - 1 : null;
  const next = at + by;
  if (next >= length) return null;
  return Math.max(0, next);
};

/** What was entered, each line once in a row, so that ↑ never seems stuck. */
export const historyOf = (lines: readonly string[]): string[] => lines.filter((line, index) => line !== lines[index - 1]);
