import type { TapeRow, Why, WhyItem } from '../../../shared/model/index.ts';
import { clean } from './clean.ts';
import { heading } from './heading.ts';
import type { Layout } from './layout.ts';
import { count, plural } from './number.ts';
import { ALTERED } from './snippet.ts';
import { truncate } from './width.ts';
import { wrap } from './wrap.ts';

const runs = ({ in: steps, agent }: WhyItem): string => {
  if (steps.length === 0) return agent === null ? 'in no context' : `in the context of ${clean(agent)}`;
  const each = steps.map(([from, to]) => (from === to ? count(from) : `${count(from)}–${count(to)}`));
  return `in steps ${each.slice(0, 6).join(', ')}${each.length > 6 ? `, … (${count(each.length)} stretches)` : ''}`;
};

const beginningOf = ({ altered, snippet }: WhyItem, width: number, style: Layout['style']): string =>
  altered ? `${style.bad(ALTERED)}${truncate(clean(snippet), width - ALTERED.length)}` : truncate(clean(snippet), width);

const itemLines = (item: WhyItem, here: string, { width, style }: Layout): string[] => [
  truncate(
    `${style.accent(`${item.tape === here ? '' : `${item.tape.slice(0, 8)} `}#${count(item.entry)}`)} ${clean(item.tone)} · line ${count(item.line)} · ${item.exact ? '' : '~'}${plural(item.tokens, 'token')} · ${runs(item)}`,
    width,
  ),
  ...(item.snippet === '' ? [] : [`  ${beginningOf(item, width - 2, style)}`]),
  ...wrap(clean(item.words), width - 2).map((line) => `  ${line}`),
  ...(item.carried === null || item.fate === 'verbatim'
    ? []
    : wrap(`“${clean(item.carried)}”`, width - 4).map((line) => style.dim(`    ${line}`))),
];

/** Why some entries are or are not in context: the answer, then each entry with its steps and what became of it. */
export function formatWhy(tape: TapeRow, why: Why, layout: Layout): string[] {
  const { style, width } = layout;
  const rest = why.more === null ? ['  … and more'] : why.more > 0 ? [`  … and ${plural(why.more, 'more entry', 'more entries')}`] : [];
  return [
    ...heading(tape, layout),
    '',
    style.bold(truncate(clean(why.answer), width)),
    ...why.details.flatMap((detail) => wrap(clean(detail), width)),
    ...why.items.flatMap((item) => ['', ...itemLines(item, why.tape, layout)]),
    ...rest.map((line) => style.dim(line)),
    '',
    ...[...why.notes, `${why.policy} · ${why.evidence.state}: ${why.evidence.rule}`].flatMap((note) =>
      wrap(clean(note), width).map((line) => style.dim(line)),
    ),
  ];
}
