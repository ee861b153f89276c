import type { ForkRow, MergeConflict, MergePreview, NativeAnchor, NativeInfo } from '../../../../shared/model/native.ts';
import type { IndexRow, NativeHit } from '../../store/types.ts';
import { COMMANDS, type CommandRow, commandNamed, spelling } from './table.ts';

// Answers as lines of plain text. What an entry says is cut to one line: the panels show the whole of it.

const MOST_CHARS = 160;
/** Lines of a list; what is left out is counted. */
const MOST_LINES = 200;

/** Any text as one line of at most `most` characters. */
const oneLine = (text: string, most = MOST_CHARS): string => {
  const folded = text
    .slice(0, most * 8)
    .replace(/\s+/g, ' ')
    .trim();
  return folded.length > most ? `${folded.slice(0, most - 1).toWellFormed()}…` : folded.toWellFormed();
};

const grouped = (value: number): string => value.toLocaleString('en-US');
const plural = (value: number, one: string, many = `${one}s`): string => `${grouped(value)} ${value === 1 ? one : many}`;
const clock = (at: string): string => at.slice(0, 16).replace('T', ' ');

const capped = (lines: readonly string[], what: string): string[] => {
  if (lines.length <= MOST_LINES) return [...lines];
  return [...lines.slice(0, MOST_LINES), `and ${plural(lines.length - MOST_LINES, what)} more`];
};

const usage = (row: CommandRow): string => {
  const other = [`,${row.name}`, ...row.also.map((name) => `,${name}`)].filter((name) => name !== spelling(row));
  return other.length > 0 ? `Also spelled ${other.join(' ')}.` : '';
};

/** The list of commands, or one of them with its arguments. */
export function helpLines(about: string | null): string[] {
  const row = about === null ? undefined : commandNamed(about.replace(/^,/, ''));
  if (row !== undefined) {
    const { keys } = row.takes;
    const takes = keys.length > 0 ? `Arguments: ${keys.map((key) => `${key}=`).join(' ')}` : 'It takes no arguments.';
    return [`${spelling(row)}: ${row.help}.`, takes, `Example: ${row.example}`, usage(row)].filter((line) => line !== '');
  }
  const width = Math.max(...COMMANDS.map((each) => spelling(each).length));
  return [
    ...(about === null ? [] : [`There is no command ${oneLine(about, 60)}.`]),
    ...COMMANDS.map((each) => `${spelling(each).padEnd(width)}  ${each.help}`),
    'Any other line is appended as a message; put a space before one that begins with a comma.',
  ];
}

export function infoLines(info: NativeInfo): string[] {
  const { lastAnchor } = info;
  const state = [
    `${plural(info.entries, 'entry', 'entries')}, ${plural(info.anchors, 'anchor')}, ${grouped(info.bytes)} bytes, ${tokens(info)} tokens`,
    lastAnchor === null
      ? 'no anchor yet'
      : `last anchor ${alteredMark(lastAnchor)}${oneLine(lastAnchor.name, 80)} (entry ${lastAnchor.id}, ${clock(lastAnchor.at)}), ${plural(info.entriesSince, 'entry', 'entries')} since`,
    info.openForks.length === 0 ? 'no open forks' : `open forks: ${oneLine(info.openForks.join(', '))}`,
  ];
  const where = `session ${info.session}${info.fork === null ? '' : `, fork ${info.fork}`}, bound to ${info.root}`;
  return [where, ...state, ...info.notes];
}

const tokens = ({ tokens: { value, basis } }: NativeInfo): string => (basis === 'estimated' ? `about ${grouped(value)}` : grouped(value));

/** Comes before the words of a line that is not what was written. */
const alteredMark = ({ altered }: { altered?: true | undefined }): string => (altered ? '[altered] ' : '');

export function anchorLines(anchors: readonly NativeAnchor[]): string[] {
  if (anchors.length === 0) return ['There are no anchors.'];
  return capped(
    anchors.map((anchor) => {
      const state = Object.keys(anchor.state).length > 0 ? `  ${oneLine(JSON.stringify(anchor.state))}` : '';
      return `${anchor.seq}  ${alteredMark(anchor)}${oneLine(anchor.name, 60)}  entry ${anchor.id}, ${plural(anchor.entries, 'entry', 'entries')}${state}`;
    }),
    'anchor',
  );
}

export function forkLines(forks: readonly ForkRow[]): string[] {
  if (forks.length === 0) return ['There are no forks. ,fork name=… starts one.'];
  return capped(
    forks.map((fork) => {
      const state = fork.state === 'merged' ? `merged by entry ${fork.merged ?? '?'}` : 'open';
      const note = fork.note === null ? '' : `  ${oneLine(fork.note)}`;
      return `${oneLine(fork.name, 60)}  at ${fork.start}, ${plural(fork.entries, 'entry', 'entries')}, ${state}, by ${oneLine(fork.who, 40)}${note}`;
    }),
    'fork',
  );
}

export function logLines(rows: readonly IndexRow[]): string[] {
  return rows.length === 0 ? ['No entries.'] : rows.map((row) => `${row.id}  ${row.kind}  ${oneLine(row.summary)}`);
}

export function hitLines(hits: readonly NativeHit[], query: string): string[] {
  return hits.length === 0
    ? [`Nothing holds ${oneLine(query, 60)}.`]
    : hits.map(({ entry, snippet }) => `${entry.id}  ${entry.kind}  ${alteredMark(entry)}${oneLine(snippet)}`);
}

const conflictLine = ({ sentence }: MergeConflict): string => `conflict: ${oneLine(sentence, 300)}`;

/** What a merge would do, and that it was not done. */
export function previewLines(preview: MergePreview, names: readonly string[]): string[] {
  const { order, duplicates, left, conflicts } = preview;
  const counts = [
    `${plural(order.length, 'entry', 'entries')} would be appended`,
    plural(duplicates.length, 'duplicate'),
    plural(conflicts.length, 'conflict'),
    ...(left.length > 0 ? [`${grouped(left.length)} not taken`] : []),
  ];
  const how = `Nothing was merged: confirm it with Merge in the window, or run \`tape merge ${oneLine(names.join(' '), 120)}\` in a terminal.`;
  return [
    `${counts.join(', ')}.`,
    ...capped(
      order.map(
        (item) =>
          `${item.newId}  ${item.kind}  ${oneLine(item.summary)}  (${oneLine(item.from, 40)} ${item.id}${item.mark ? `, ${item.mark}` : ''})`,
      ),
      'entry',
    ),
    ...capped(conflicts.map(conflictLine), 'conflict'),
    preview.mergeable ? how : `Refused: conflicts. Choose on_conflict=keep-both, prefer-parent or prefer-fork.`,
  ];
}
