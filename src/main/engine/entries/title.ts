import type { EntryRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';

/** Longest first line that a heading takes in. */
const LONGEST = 120;

const firstLine = (text: string): string => {
  const line = text.trimStart().split('\n', 1)[0]?.trim() ?? '';
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
};

/**
 * What a person would call an entry: "Result of Read src/errors/map.ts". `preview` is the entry's own first text, `call` that
 * of the call that it answers, where there is one.
 */
export function titleOf(row: EntryRow, preview: string, call: string | null): string {
  const label = row.label === '' ? '' : ` ${row.label}`;
  if (row.kind === 'tool_result')
    return `${has(row.flags, Flag.Failed) ? 'Failed result' : 'Result'}${call ? ` of ${firstLine(call)}` : label}`;
  if (row.kind === 'tool_call') return firstLine(preview) || `Call of${label || ' a tool'}`;
  if (row.kind === 'message') return messageTitle(row);
  const name = NAMES[row.kind] ?? row.kind;
  return `${name}${label}`;
}

const NAMES: Readonly<Record<string, string>> = { system: 'System prompt', anchor: 'Anchor', event: 'Event', error: 'Error' };

const messageTitle = ({ flags, role }: EntryRow): string => {
  if (has(flags, Flag.Summary)) return 'Summary of a compaction';
  if (has(flags, Flag.Notification)) return 'A task reports back';
  if (has(flags, Flag.Queued)) return 'Prompt typed while the agent worked';
  if (has(flags, Flag.Thinking)) return 'Thinking';
  if (has(flags, Flag.Synthetic)) return 'Written by the agent program in the name of the model';
  if (role === 'assistant') return 'Answer';
  if (has(flags, Flag.Prompt)) return 'Prompt';
  if (has(flags, Flag.Meta)) return 'Added by the agent program';
  return has(flags, Flag.Sidechain) ? 'Prompt of a sub-agent' : 'Message';
};
