import type { Phase, StateNode, StateRef, StateTree } from '../../../shared/model/handoff.ts';
import type { TapeRow } from '../../../shared/model/index.ts';
import { clean } from './clean.ts';
import { heading } from './heading.ts';
import type { Layout } from './layout.ts';
import { count, plural } from './number.ts';
import { truncate } from './width.ts';

export interface StateAnswer {
  phase: Phase;
  against: Phase | null;
  tree: StateTree;
}

const MARKS: Record<NonNullable<StateNode['change']>, string> = { same: ' ', added: '+', removed: '-', changed: '~' };

/** "→ message · user (12)", "outside: …", "broken: …". */
const refWords = (ref: StateRef): string => {
  const where = ref.seq === null ? '' : ` (${count(ref.seq)})`;
  const text = `${clean(ref.label)}${where}`;
  return ref.status === 'resolved' ? `→ ${text}` : `${ref.status}: ${text}`;
};

const SYMBOLS: Partial<Record<StateNode['type'], [string, string]>> = { object: ['{', '}'], array: ['[', ']'] };

/** What a value is, without its key. */
const valueWords = (node: StateNode): string => {
  const [begin, end] = SYMBOLS[node.type] ?? [];
  if (begin === undefined) return `${clean(node.text)}${node.chars > node.text.length ? '…' : ''}`;
  if (node.count === 0) return `${begin}${end}`;
  return node.open ? begin : `${begin} ${plural(node.count, 'value')} ${end}`;
};

const keyOf = ({ path }: StateNode): string => {
  const key = path.at(-1);
  return typeof key === 'string' ? `${clean(key)}: ` : '';
};

const nodeLines = (node: StateNode, layout: Layout): string[] => {
  const { style, width } = layout;
  const mark = node.change === null ? '' : `${MARKS[node.change]} `;
  const indent = `${mark}${'  '.repeat(node.path.length)}`;
  const before = node.before === null ? '' : `${clean(node.before)} → `;
  const text = `${indent}${keyOf(node)}${before}${valueWords(node)}`;
  const ref = node.ref === null ? '' : `  ${refWords(node.ref)}`;
  const line = `${truncate(text, Math.max(40, width * LINES - ref.length))}${ref}`;
  const paint =
    node.ref !== null && node.ref.status === 'broken'
      ? style.bad
      : node.change === 'removed'
        ? style.struck
        : node.change === 'same'
          ? style.dim
          : null;
  const cited = (node.cites ?? []).map((each) => `${' '.repeat(indent.length)}  ${each.text} ${refWords(each)}`);
  return [paint === null ? line : paint(line), ...cited.map((each) => style.dim(each))];
};

/** A long text takes so many lines of the terminal at most; --json has it whole. */
const LINES = 12;

const changeWords = ({ changes }: StateTree): string =>
  changes === null ? '' : `${count(changes.added)} added, ${count(changes.removed)} removed, ${count(changes.changed)} changed`;

/** The state as an indented tree; what a reference leads to stands behind it. */
export const formatState = (tape: TapeRow, { phase, against, tree }: StateAnswer, layout: Layout): string[] => {
  const { resolved, outside, broken } = tree.refs;
  const title = `State of ${clean(phase.name)}, entry ${count(phase.seq)}${against === null ? '' : ` against ${clean(against.name)}, entry ${count(against.seq)}: ${changeWords(tree)}`}`;
  const refs =
    resolved + outside + broken === 0
      ? []
      : [`References: ${count(resolved)} resolved, ${count(outside)} outside this tape, ${count(broken)} broken`];
  return [
    ...heading(tape, layout),
    '',
    layout.style.bold(title),
    ...tree.nodes.flatMap((node) => nodeLines(node, layout)),
    ...(tree.more > 0 ? [layout.style.dim(`${plural(tree.more, 'more value')} not shown.`)] : []),
    '',
    ...refs,
    clean(phase.reached.words),
  ];
};
