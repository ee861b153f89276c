import type { MergeConflict, MergeDuplicate, Merged, MergeItem, MergePreview, Verdict } from '../../../shared/model/native.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Gate, MergeCommand, Tape } from '../../engine/store/types.ts';
import type { Context, Declaration, Given } from '../command.ts';
import { Exit } from '../exit.ts';
import { json, WHICH } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { spans } from '../format/ids.ts';
import { nextLines } from '../format/next.ts';
import { count, plural } from '../format/number.ts';
import type { Layout } from '../format/style.ts';
import { type Cell, type Column, table } from '../format/table.ts';
import { truncate } from '../format/width.ts';
import { wrap } from '../format/wrap.ts';
import { choiceHere, nameOf, withTape } from '../native.ts';
import { choiceOf, textOf, wholeOf } from '../options.ts';

export const command: Declaration = {
  flags: [
    { name: 'preview', description: 'print what would be appended, in order, and the next request after it; append nothing' },
    { name: 'policy', value: 'P', description: 'with --preview: the next request under this policy (default: as-recorded)' },
    {
      name: 'order',
      value: 'O',
      offers: ['append', 'time'],
      description: 'append: one fork after the other; time: forks by time (default: append)',
    },
    {
      name: 'dedup',
      value: 'D',
      offers: ['none', 'digest', 'tool-call-id'],
      description: 'leave out entries that the tape already has: none, digest or tool-call-id (default: none)',
    },
    {
      name: 'on-conflict',
      value: 'C',
      offers: ['refuse', 'keep-both', 'prefer-parent', 'prefer-fork'],
      description: 'refuse, keep-both, prefer-parent or prefer-fork (default: refuse)',
    },
    { name: 'insights-only', description: 'only anchors and entries marked as insights, with their sources' },
    { name: 'gate', value: 'CMD', description: 'a command that gets the union on stdin; exit code 0 accepts it' },
    { name: 'gate-timeout', value: 'S', description: 'seconds until the gate is stopped and the merge refuted (default: 60)' },
    { name: 'skip-gate', description: 'do not ask the gate that config.json names' },
    ...WHICH,
    json,
  ],
  notes: [
    'Rewrites nothing; each merged entry names the fork and the id that it comes from.',
    'Conflicts: two corrections of one entry, two anchors of one name, two values of one state key. Unless --on-conflict settles them, tape merge prints them, appends nothing and exits with 3. It does the same if the gate refutes the merge.',
    'A gate is split at spaces, except in quotes, and run without a shell.',
    'The JSON of --preview holds {order: [{from, id, newId, mark}], duplicates, conflicts, verdict, next}.',
  ],
  example: ['tape merge try-cache --preview', 'shows what a merge would do'],
  run,
};

const LONGEST_TIMEOUT = 86_400;

/** The gate of the command line, else that of `config.json`; a preview asks only one that is named. */
const gateOf = async (given: Given, { workspace }: Tape): Promise<Gate | null> => {
  const text = textOf(given, 'gate');
  const skip = given.options['skip-gate'] === true;
  if (text !== undefined && skip) throw new TapeError('bad-input', '--gate and --skip-gate cannot both be given.');
  const timeoutMs = 1000 * wholeOf(given, 'gate-timeout', 60, [1, LONGEST_TIMEOUT]);
  if (text !== undefined) {
    const { splitWords } = await import('../../engine/store/merge/gate-command.ts');
    return { words: splitWords(text), timeoutMs };
  }
  const { gate } = workspace.config;
  return gate && !skip && given.options.preview !== true ? { words: gate, timeoutMs } : null;
};

const commandOf = async (given: Given, tape: Tape): Promise<MergeCommand> => ({
  names: given.operands,
  order: choiceOf(given, 'order', ['append', 'time']),
  dedup: choiceOf(given, 'dedup', ['none', 'digest', 'tool-call-id']),
  onConflict: choiceOf(given, 'on-conflict', ['refuse', 'keep-both', 'prefer-parent', 'prefer-fork']),
  insightsOnly: given.options['insights-only'] === true,
  gate: await gateOf(given, tape),
  head: null,
});

/** What the merge did, in words. */
const mergedLines = ({ terminal: { layout } }: Context, names: readonly string[], merged: Merged): string[] => {
  const { ids, duplicates, conflicts, verdict, event } = merged;
  const judged = verdict ? formatVerdict(verdict, layout) : [];
  if (verdict?.verdict === 'refuted') return [...judged, `Nothing was merged; the verdict is entry ${event}, and the forks stay open.`];
  const extra = [
    duplicates > 0 ? `${plural(duplicates, 'duplicate')} left out` : '',
    conflicts > 0 ? `${plural(conflicts, 'conflict')} settled and marked` : '',
  ].filter((part) => part !== '');
  const what = ids.length === 0 ? 'nothing of its own' : `${plural(ids.length, 'entry', 'entries')}, ${spans(ids)}`;
  return [...judged, `Merged ${names.map(clean).join(', ')}: ${[what, ...extra].join(', ')}. The merge is entry ${event}.`];
};

/** Conflicts that nobody settled are the answer, with what both sides say; anything else is thrown on. */
const conflictsIn = (thrown: unknown): MergeConflict[] => {
  const conflicts = thrown instanceof TapeError && thrown.code === 'refused' ? thrown.details?.conflicts : undefined;
  if (!Array.isArray(conflicts)) throw thrown;
  return conflicts;
};

const refuse = ({ json, terminal }: Context, conflicts: MergeConflict[], parent: string): number => {
  const message = `${plural(conflicts.length, 'conflict')}, so nothing was merged. --on-conflict keep-both, prefer-parent or prefer-fork settles them.`;
  if (!json) terminal.print(formatConflicts(conflicts, parent, terminal.layout));
  terminal.fail({ code: 'refused', message, details: { conflicts } }, json);
  return Exit.Refused;
};

const preview = (context: Context, tape: Tape, found: MergePreview): number => {
  const { given, json, terminal } = context;
  if (json) terminal.json(found);
  else terminal.print(formatPreview(found, given.operands, nameOf(tape.which), terminal.layout));
  return found.verdict?.verdict === 'refuted' ? Exit.Refused : Exit.Done;
};

function run(context: Context): Promise<number | undefined> {
  return withTape(context, async (tape) => {
    const { given, json, terminal, signal } = context;
    const command = await commandOf(given, tape);
    if (given.options.preview === true) {
      const { previewWithNext } = await import('../../engine/native-calls/next-previews.ts');
      return preview(context, tape, await previewWithNext(tape, command, choiceHere(given, tape), signal));
    }
    const { mergeForks } = await import('../../engine/store/merge/merge.ts');
    const merged = await mergeForks(tape, command, signal).catch(conflictsIn);
    if (Array.isArray(merged)) return refuse(context, merged, nameOf(tape.which));
    if (json) terminal.json(merged);
    else terminal.print(mergedLines(context, given.operands, merged));
    return merged.verdict?.verdict === 'refuted' ? Exit.Refused : Exit.Done;
  });
}

const ORDER: readonly Column[] = [
  { head: 'NEW ID', align: 'right' },
  { head: 'FROM', max: 24 },
  { head: 'ID', align: 'right' },
  { head: 'KIND', max: 12 },
  { head: 'MARK' },
  { head: 'BEGINS', grows: true },
];

const LEFT_OUT: readonly Column[] = [
  { head: 'FROM', max: 24 },
  { head: 'ID', align: 'right' },
  { head: 'KIND', max: 12 },
  { head: 'IS AT', max: 30 },
  { head: 'BY' },
  { head: 'BEGINS', grows: true },
];

const begins = (summary: string): string => clean(summary.slice(0, 2000));

const itemRow = (item: MergeItem, { style }: Layout): Cell[] => [
  { text: String(item.newId), paint: style.accent },
  { text: clean(item.from) },
  { text: String(item.id) },
  { text: clean(item.kind) },
  { text: item.mark ?? '', paint: item.mark === 'superseded' ? style.struck : style.bold },
  { text: begins(item.summary), ...(item.mark === 'superseded' && { paint: style.struck }) },
];

const duplicateRow = (one: MergeDuplicate, parent: string, { style }: Layout): Cell[] => [
  { text: clean(one.from), paint: style.struck },
  { text: String(one.id), paint: style.struck },
  { text: clean(one.kind), paint: style.struck },
  { text: `${clean(one.of.from ?? parent)} ${one.of.id}` },
  { text: one.by, paint: style.dim },
  { text: begins(one.summary), paint: style.struck },
];

const conflictLines = (conflict: MergeConflict, parent: string, { width, style }: Layout): string[] => [
  ...wrap(conflict.sentence, width - 2).map((line, at) => (at === 0 ? `${style.bad('!')} ${line}` : `  ${line}`)),
  ...conflict.sides.map(({ from, id, value }) => `    ${truncate(`${clean(from ?? parent)} ${id}: ${begins(value)}`, width - 4)}`),
];

/** Conflicts, each with what both sides say. */
const formatConflicts = (conflicts: readonly MergeConflict[], parent: string, layout: Layout): string[] =>
  conflicts.flatMap((conflict) => conflictLines(conflict, parent, layout));

/** What a gate said, and how it ended. */
const formatVerdict = ({ gate, verdict, exit, output, ms }: Verdict, { width, style }: Layout): string[] => {
  const paint = verdict === 'survives' ? style.assistant : style.bad;
  const how = exit === null ? 'was stopped' : `ended with ${exit}`;
  const said = output.trim() === '' ? [] : wrap(output.trimEnd(), width - 4).map((line) => `    ${style.dim(line)}`);
  return [`${paint(verdict)} ${truncate(`${clean(gate)} ${how} after ${count(Math.round(ms))} ms`, width - verdict.length - 1)}`, ...said];
};

const headline = ({ order, duplicates, left, conflicts, head }: MergePreview, names: readonly string[], parent: string): string =>
  [
    `${names.map(clean).join(', ')} into ${clean(parent)}: ${plural(order.length, 'entry', 'entries')} after entry ${count(head)}`,
    duplicates.length > 0 ? plural(duplicates.length, 'duplicate') : '',
    left.length > 0 ? `${count(left.length)} left in the fork` : '',
    conflicts.length > 0 ? plural(conflicts.length, 'conflict') : '',
  ]
    .filter((part) => part !== '')
    .join(', ');

const section = (title: string, lines: readonly string[], { style }: Layout): string[] =>
  lines.length === 0 ? [] : ['', style.bold(title), ...lines];

/** A merge before it is made: the exact order with its marks, what is left out and why, conflicts with both sides. `parent` is the name of the tape. */
export function formatPreview(preview: MergePreview, names: readonly string[], parent: string, layout: Layout): string[] {
  const { order, duplicates, left, conflicts, verdict } = preview;
  const orderRows = order.map((item) => itemRow(item, layout));
  const duplicateRows = duplicates.map((one) => duplicateRow(one, parent, layout));
  const kinds = [...Map.groupBy(left, ({ kind }) => kind)].map(([kind, all]) => `  ${clean(kind)} × ${count(all.length)}`);
  return [
    truncate(headline(preview, names, parent), layout.width),
    ...section('Will be appended', orderRows.length > 0 ? table(orderRows, ORDER, layout) : [], layout),
    ...section('Duplicates, left out', duplicateRows.length > 0 ? table(duplicateRows, LEFT_OUT, layout) : [], layout),
    ...section('Neither anchors nor insights, left out', kinds, layout),
    ...section('Conflicts', formatConflicts(conflicts, parent, layout), layout),
    ...section('Next request after the merge', preview.next ? nextLines(preview.next, layout) : [], layout),
    ...section('Gate', verdict ? formatVerdict(verdict, layout) : [], layout),
    ...(preview.mergeable ? [] : ['', 'Refused: conflicts. Settle them with --on-conflict keep-both, prefer-parent or prefer-fork.']),
  ];
}
