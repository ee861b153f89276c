import type { Check, CheckRule, Shapes, TapeRow } from '../../../shared/model/index.ts';
import { clean } from './clean.ts';
import { heading } from './heading.ts';
import type { Layout } from './layout.ts';
import { count, plural } from './number.ts';
import { truncate } from './width.ts';

const SIGNS = { kept: '✓', broken: '✗', none: '–' } as const;

/** Kinds of unknown things that are listed; JSON has all. */
const MOST = 12;

const ruleLines = (rule: CheckRule, { style, width }: Layout): string[] => {
  const figures =
    rule.verdict === 'broken' ? `${count(rule.broken)} of ${count(rule.looked)}` : rule.verdict === 'kept' ? count(rule.looked) : '';
  const line = `${SIGNS[rule.verdict]} ${rule.title}${figures === '' ? '' : `  ${figures}`}`;
  const paint = rule.verdict === 'broken' ? style.bad : rule.verdict === 'none' ? style.dim : (text: string) => text;
  const more = rule.broken - rule.offenders.length;
  return [
    paint(truncate(line, width)),
    ...rule.offenders.map(({ text, line: at }) => truncate(`    ${at === null ? '' : `line ${count(at)}: `}${clean(text)}`, width)),
    ...(more > 0 ? [style.dim(`    and ${count(more)} more`)] : []),
  ];
};

const shapeLines = (shapes: Shapes, { style, width }: Layout): string[] => {
  const others = shapes.unknown.slice(0, MOST);
  const more = shapes.unknown.length - others.length;
  const versions = shapes.versions.map(({ version, records }) => `${clean(version)} (${count(records)})`);
  return [
    `${count(shapes.known)} of ${plural(shapes.looked, 'record')} have a shape that is known for their version`,
    ...(versions.length === 0 ? [] : [style.dim(truncate(`versions: ${versions.join(', ')}`, width))]),
    ...others.map(({ what, name, count: many, first }) =>
      truncate(`  ${what} ${clean(name)}  ${count(many)}×${first.line === null ? '' : `, first on line ${count(first.line)}`}`, width),
    ),
    ...(more > 0 ? [style.dim(`  and ${plural(more, 'other')}`)] : []),
  ];
};

/** A verdict for each rule with the first offenders, then the shapes. */
export const formatCheck = (tape: TapeRow, check: Check, layout: Layout): string[] => [
  ...heading(tape, layout),
  check.kept ? 'The contract is kept.' : layout.style.bad('The contract is broken.'),
  '',
  ...check.rules.flatMap((rule) => ruleLines(rule, layout)),
  ...(check.shapes ? ['', ...shapeLines(check.shapes, layout)] : []),
];
