import type { CheckRule, SurgeryChange, SurgeryPreview, SurgeryWritten, TapeRow } from '../../shared/model/index.ts';
import { TapeError } from '../../shared/rpc/tape-error.ts';
import type { Context, Flag, Given } from './command.ts';
import { Exit } from './exit.ts';
import { json } from './flags.ts';
import { clean } from './format/clean.ts';
import { heading } from './format/heading.ts';
import { nextLines, ranges } from './format/next.ts';
import { bytes, count, plural } from './format/number.ts';
import type { Layout } from './format/style.ts';
import { truncate } from './format/width.ts';
import { wrap } from './format/wrap.ts';
import { idOf, policyOf, textOf } from './options.ts';
import { indexedFor } from './scope.ts';

/** Options of every command of surgery. */
export const SURGERY_FLAGS: readonly Flag[] = [
  { name: 'out', value: 'DIR', offers: 'file', description: 'write the copy into this folder (default: the source’s)' },
  { name: 'dry-run', description: 'print what would stay, what would go and the next request, and write nothing' },
  { name: 'policy', value: 'P', description: 'with --dry-run: the next request of the copy under this policy (default: as-recorded)' },
  json,
];

export const SURGERY_NOTES: readonly string[] = [
  'Writes a new transcript with a fresh session id; opens the source read-only.',
  'Copies the files of sub-agents whose calls are in the copy into the new session’s folder; the preview names the others.',
  'Refuses an illegal point (see tape forkpoints), a source that is being written, and a copy that would break the contract.',
];

/** Shows or carries out a change, as the three commands of surgery have it in common. Answers the exit code. */
export async function operate(
  { given, json: wantsJson, terminal, session }: Context,
  tape: string,
  change: SurgeryChange,
): Promise<number | undefined> {
  const open = await session();
  const { call, engine } = open;
  const row = engine.catalog.tape(tape);
  if (given.options['dry-run']) {
    const policy = policyOf(given);
    await indexedFor(policy, row, open);
    const preview = await call('surgery.preview', { tape, change, policy });
    if (wantsJson) terminal.json(preview);
    else terminal.print(formatPreview(row, preview, terminal.layout));
    return preview.allowed ? undefined : Exit.Refused;
  }
  const out = textOf(given, 'out');
  const written = await call('surgery.write', { tape, change, ...(out !== undefined && { out }) });
  if (wantsJson) terminal.json(written);
  else terminal.print(formatWritten(row, written, terminal.layout));
  return undefined;
}

/** An entry that has to be named. */
export function neededEntry(given: Given, name: string): number {
  const entry = idOf(given, name);
  if (entry !== undefined) return entry;
  throw new TapeError('bad-input', `--${name} is missing: name an entry by its number. See tape forkpoints.`);
}

/** Stretches that are named one by one; JSON has all. */
const MOST = 6;

const share = (name: string, { entries, steps, ranges: all, tokens }: SurgeryPreview['stays'], { width }: Layout): string =>
  truncate(
    `${name}  ${plural(entries, 'entry', 'entries')}, ${plural(steps, 'step')}, ~${plural(tokens, 'token')}${all.length === 0 ? '' : `: ${ranges(all, MOST)}`}`,
    width,
  );

/** What is wrong in a copy: what it adds, and what its source has too. */
const origin = ({ broken, inherited = 0 }: CheckRule): string => {
  if (inherited === 0) return `${count(broken)} added by the copy`;
  const own = broken - inherited;
  return `${count(inherited)} as in the source${own === 0 ? '' : `, ${count(own)} added by the copy`}`;
};

const rules = (before: readonly CheckRule[], after: readonly CheckRule[], { style }: Layout): string[] =>
  after.map((rule) => {
    const had = before.find((each) => each.rule === rule.rule)?.broken ?? 0;
    if (rule.broken === 0) return `  ✓ ${rule.title}${had === 0 ? '' : ` (source: ${count(had)} broken)`}`;
    const line = `  ✗ ${rule.title}: ${origin(rule)}`;
    return rule.broken === rule.inherited ? style.dim(line) : style.bad(line);
  });

/** How the check of a copy came out: a copy that is written has no fault but those of its source. */
const outcome = (checked: readonly CheckRule[], { style, width }: Layout): string[] => {
  const inherited = checked.filter(({ broken }) => broken > 0);
  if (inherited.length === 0) return [];
  return [
    'The copy keeps these faults of the source:',
    ...inherited.map((rule) => style.dim(truncate(`  ✗ ${rule.title}: ${clean(rule.offenders[0]?.text ?? origin(rule))}`, width))),
  ];
};

const summary = (preview: SurgeryPreview, { width }: Layout): string[] =>
  preview.summary
    ? [
        '',
        `One summary replaces ${plural(preview.summary.sources, 'entry', 'entries')}:`,
        ...wrap(preview.summary.text, width - 2).map((line) => `  ${line}`),
      ]
    : [];

/** What would stay and what would go, and whether it may be done. */
function formatPreview(tape: TapeRow, preview: SurgeryPreview, layout: Layout): string[] {
  return [
    ...heading(tape, layout),
    ...(preview.reason === null ? ['This is possible. Nothing was written.'] : wrap(preview.reason, layout.width).map(layout.style.bad)),
    '',
    share('stays', preview.stays, layout),
    share('goes ', preview.goes, layout),
    ...(preview.reparented > 0 ? [`${plural(preview.reparented, 'entry', 'entries')} would have another parent`] : []),
    ...rules(preview.before, preview.after, layout),
    ...summary(preview, layout),
    ...(preview.next ? ['', layout.style.bold('Next request'), ...nextLines(preview.next, layout), ''] : []),
    ...preview.notes.flatMap((note) => wrap(note, layout.width).map(layout.style.dim)),
  ];
}

/** Where the copy is, what is in it, and how to continue. */
function formatWritten(tape: TapeRow, written: SurgeryWritten, layout: Layout): string[] {
  return [
    ...heading(tape, layout),
    clean(written.file),
    `${plural(written.entries, 'entry', 'entries')}, ${bytes(written.bytes)}, read back and checked: no new faults`,
    ...outcome(written.checked, layout),
    share('stays', written.preview.stays, layout),
    share('goes ', written.preview.goes, layout),
    ...written.preview.notes.flatMap((note) => wrap(note, layout.width).map(layout.style.dim)),
    '',
    `Resume it in ${clean(written.cwd)}:`,
    `  ${layout.style.bold(clean(written.command))}`,
  ];
}
