import type { Ahead } from '../../../shared/model/index.ts';
import { clean } from './clean.ts';
import type { Layout } from './layout.ts';
import { bytes, plural } from './number.ts';
import { roleStyle } from './style.ts';
import { type Column, table } from './table.ts';
import { tokenFigure, what, withoutName } from './view.ts';
import { truncate, truncateStart } from './width.ts';

const COLUMNS: readonly Column[] = [
  { head: 'ROLE' },
  { head: 'WHAT', max: 20 },
  { head: 'TOKENS', align: 'right' },
  { head: 'BEGINS', grows: true },
];

/** The next request of a log of which only the end was read, block by block. */
export const formatAhead = (
  file: string,
  { title, format, model, evidence, blocks, read, of }: Ahead,
  { width, style, ...more }: Layout,
): string[] => {
  const rows = blocks.map((block) => {
    const paint = roleStyle(style, block.role);
    const name = what(block);
    const said = [block.cleared ? '[cleared]' : '', block.why ? `[${clean(block.why)}]` : '', withoutName(name, clean(block.text))];
    return [
      { text: block.role, paint },
      { text: name, paint },
      { text: tokenFigure(block.tokens) },
      { text: said.filter((part) => part !== '').join(' ') },
    ];
  });
  return [
    ...(title === '' ? [] : [style.bold(truncate(clean(title), width))]),
    style.dim(`${format}  ${truncateStart(clean(file), width - format.length - 2)}`),
    [style.accent('next request'), 'as-recorded', clean(model ?? 'model not recorded'), plural(blocks.length, 'block')].join(' · '),
    `From the last ${bytes(read)} of ${bytes(of)}: entries have no numbers until all of it is read.`,
    style.dim(truncate(`${evidence.state}: ${clean(evidence.rule)}`, width)),
    '',
    ...table(rows, COLUMNS, { width, style, ...more }),
  ];
};
