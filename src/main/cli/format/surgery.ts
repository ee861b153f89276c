import type { CheckRule, SurgeryPreview, SurgeryWritten, TapeRow } from '../../../shared/model/index.ts';
import { clean } from './clean.ts';
import { heading } from './heading.ts';
import type { Layout } from './layout.ts';
import { bytes, count, plural } from './number.ts';
import { truncate } from './width.ts';
import { wrap } from './wrap.ts';

/** Stretches that are named one by one; JSON has all. */
const MOST = 6;

const ranges = (all: SurgeryPreview['stays']['ranges']): string => {
  const told = all.slice(0, MOST).map(([from, to]) => (from === to ? count(from) : `${count(from)}–${count(to)}`));
  return `${told.join(', ')}${all.length > MOST ? `, and ${count(all.length - MOST)} more stretches` : ''}`;
};

const share = (name: string, { entries, steps, ranges: all, tokens }: SurgeryPreview['stays'], { width }: Layout): string =>
  truncate(
    `${name}  ${plural(entries, 'entry', 'entries')}, ${plural(steps, 'step')}, ~${count(tokens)} tokens${all.length === 0 ? '' : `: ${ranges(all)}`}`,
    width,
  );

const rules = (before: readonly CheckRule[], after: readonly CheckRule[], { style }: Layout): string[] =>
  after.map((rule) => {
    const had = before.find((each) => each.rule === rule.rule)?.broken ?? 0;
    const line = `  ${rule.broken === 0 ? '✓' : '✗'} ${rule.title}${had === rule.broken ? '' : ` (source: ${count(had)} broken)`}`;
    return rule.broken === 0 ? line : style.bad(line);
  });

const summary = (preview: SurgeryPreview, { width }: Layout): string[] =>
  preview.summary
    ? [
        '',
        `One summary stands for ${plural(preview.summary.sources, 'entry', 'entries')}:`,
        ...wrap(preview.summary.text, width - 2).map((line) => `  ${line}`),
      ]
    : [];

/** What would stay and what would go, and whether it may be done. */
export const formatPreview = (tape: TapeRow, preview: SurgeryPreview, layout: Layout): string[] => [
  ...heading(tape, layout),
  ...(preview.reason === null ? ['This may be done; nothing was written.'] : wrap(preview.reason, layout.width).map(layout.style.bad)),
  '',
  share('stays', preview.stays, layout),
  share('goes ', preview.goes, layout),
  ...(preview.reparented > 0 ? [`${plural(preview.reparented, 'entry', 'entries')} would hang on another parent`] : []),
  ...rules(preview.before, preview.after, layout),
  ...summary(preview, layout),
  ...preview.notes.flatMap((note) => wrap(note, layout.width).map(layout.style.dim)),
];

/** Where the copy is, what is in it, and how to go on. */
export const formatWritten = (tape: TapeRow, written: SurgeryWritten, layout: Layout): string[] => [
  ...heading(tape, layout),
  clean(written.file),
  `${plural(written.entries, 'entry', 'entries')}, ${bytes(written.bytes)}, read back and checked`,
  share('stays', written.preview.stays, layout),
  share('goes ', written.preview.goes, layout),
  '',
  `Resume it in ${clean(written.cwd)}:`,
  `  ${layout.style.bold(clean(written.command))}`,
];
