import type { Check, CheckRule, Shapes, TapeRow } from '../../../shared/model/index.ts';
import type { Context, Declaration } from '../command.ts';
import { Exit } from '../exit.ts';
import { json, WHICH } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { heading } from '../format/heading.ts';
import { count, plural } from '../format/number.ts';
import type { Layout } from '../format/style.ts';
import { truncate } from '../format/width.ts';
import { wrap } from '../format/wrap.ts';
import { wholeTape } from '../points.ts';

export const command: Declaration = {
  flags: [...WHICH, json],
  notes: ['Exits with 3 if a rule is broken. An unknown shape is reported, and breaks nothing.'],
  example: ['tape check session.jsonl', 'a verdict for each rule, with the first offenders'],
  run,
};

async function run({ given, json, terminal, session }: Context): Promise<number | undefined> {
  const open = await session();
  const row = await wholeTape(open, given, 'check');
  const result = await open.call('tapes.check', { tape: row.id });
  if (json) terminal.json(result);
  else terminal.print(formatCheck(row, result, terminal.layout));
  return result.kept ? undefined : Exit.Refused;
}

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

const verdictOf = ({ kept, unknown }: Check, { style }: Layout): string => {
  if (unknown !== null) return kept ? 'Every line can be read.' : style.bad('Not every line can be read.');
  return kept ? 'The contract is kept.' : style.bad('The contract is broken.');
};

/** A verdict for each rule with the first offenders, then the shapes. */
const formatCheck = (tape: TapeRow, check: Check, layout: Layout): string[] => [
  ...heading(tape, layout),
  ...(check.unknown === null ? [] : wrap(`${check.unknown} Only its lines were checked.`, layout.width)),
  verdictOf(check, layout),
  '',
  ...check.rules.flatMap((rule) => ruleLines(rule, layout)),
  ...(check.shapes ? ['', ...shapeLines(check.shapes, layout)] : []),
];
