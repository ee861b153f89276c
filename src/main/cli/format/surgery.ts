import type { CheckRule, SurgeryPreview, SurgeryWritten, TapeRow } from '../../../shared/model/index.ts';
import { clean } from './clean.ts';
import { heading } from './heading.ts';
import type { Layout } from './layout.ts';
import { nextLines, ranges } from './next.ts';
import { bytes, count, plural } from './number.ts';
import { truncate } from './width.ts';
import { wrap } from './wrap.ts';

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
        `One summary stands for ${plural(preview.summary.sources, 'entry', 'entries')}:`,
        ...wrap(preview.summary.text, width - 2).map((line) => `  ${line}`),
      ]
    : [];

/** What would stay and what would go, and whether it may be done. */
export function formatPreview(tape: TapeRow, preview: SurgeryPreview, layout: Layout): string[] {
  return [
    ...heading(tape, layout),
    ...(preview.reason === null ? ['This is possible. Nothing was written.'] : wrap(preview.reason, layout.width).map(layout.style.bad)),
    '',
    share('stays', preview.stays, layout),
    share('goes ', preview.goes, layout),
    ...(preview.reparented > 0 ? [`${plural(preview.reparented, 'entry', 'entries')} would hang on another parent`] : []),
    ...rules(preview.before, preview.after, layout),
    ...summary(preview, layout),
    ...(preview.next ? ['', layout.style.bold('Next request'), ...nextLines(preview.next, layout), ''] : []),
    ...preview.notes.flatMap((note) => wrap(note, layout.width).map(layout.style.dim)),
  ];
}

/** Where the copy is, what is in it, and how to go on. */
export function formatWritten(tape: TapeRow, written: SurgeryWritten, layout: Layout): string[] {
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
