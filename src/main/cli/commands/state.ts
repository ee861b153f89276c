import type { Phase, StateNode, StateRef, StateTree } from '../../../shared/model/handoff.ts';
import type { TapeRow } from '../../../shared/model/index.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Context, Declaration } from '../command.ts';
import { json, POINTS, WHICH } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { heading } from '../format/heading.ts';
import { count, plural } from '../format/number.ts';
import { ALTERED } from '../format/snippet.ts';
import type { Layout } from '../format/style.ts';
import { truncate } from '../format/width.ts';
import { namedAt, pointOf } from '../points.ts';
import type { Session } from '../session.ts';

export const command: Declaration = {
  flags: [{ name: 'against', value: 'POINT', description: 'mark differences from the state of this phase' }, ...WHICH, json],
  notes: [`${POINTS} It shows the phase of that entry; without one, the newest phase.`],
  example: ['tape state session.jsonl', 'the state of the newest phase; each reference says where it leads'],
  run,
};

const MOST_PHASES = 2000;
const MOST_NODES = 5000;

/** The phase of a tape that holds an entry; the newest one without. Throws TapeError('not-found'). */
const phaseAt = async ({ call }: Session, tape: string, seq: number | null) => {
  const { phases } = await call('handoffs.get', { tape, family: false, limit: MOST_PHASES });
  const found = phases.findLast(({ from }) => seq === null || from <= seq);
  if (found) return found;
  throw new TapeError('not-found', seq === null ? 'This tape has no entries.' : `Entry ${seq} is before the newest ${MOST_PHASES} phases.`);
};

async function run({ given, json, terminal, session }: Context): Promise<number | undefined> {
  const open = await session();
  const { row, point } = await namedAt(open, given);
  const phase = await phaseAt(open, row.id, point?.seq ?? null);
  const against = typeof given.options.against === 'string' ? await pointOf(open, given.options.against) : null;
  const other = against === null ? null : await phaseAt(open, against.row.id, against.seq);
  const at = { tape: row.id, seq: phase.seq, path: [], limit: MOST_NODES };
  const tree = await open.call('handoffs.state', other === null ? at : { ...at, against: { tape: other.tape, seq: other.seq } });
  if (json) terminal.json(tree);
  else terminal.print(formatState(row, { phase, against: other, tree }, terminal.layout));
  return undefined;
}

interface StateAnswer {
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

/** A long text takes this many lines of the terminal at most; --json has it whole. */
const LINES = 12;

const changeWords = ({ changes }: StateTree): string =>
  changes === null ? '' : `${count(changes.added)} added, ${count(changes.removed)} removed, ${count(changes.changed)} changed`;

/** The state as an indented tree; what a reference leads to follows it. */
const formatState = (tape: TapeRow, { phase, against, tree }: StateAnswer, layout: Layout): string[] => {
  const { resolved, outside, broken } = tree.refs;
  const title = `${phase.altered ? ALTERED : ''}State of ${clean(phase.name)}, entry ${count(phase.seq)}${against === null ? '' : ` against ${clean(against.name)}, entry ${count(against.seq)}: ${changeWords(tree)}`}`;
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
