import type { HandoffEdge, Handoffs, Phase } from '../../../shared/model/handoff.ts';
import type { TapeRow } from '../../../shared/model/index.ts';
import type { Context, Declaration } from '../command.ts';
import { json, WHICH } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { heading } from '../format/heading.ts';
import { count, plural } from '../format/number.ts';
import { ALTERED } from '../format/snippet.ts';
import type { Layout } from '../format/style.ts';
import { type Cell, type Column, table } from '../format/table.ts';
import { truncate } from '../format/width.ts';
import { wholeTape } from '../points.ts';

export const command: Declaration = {
  flags: [{ name: 'family', description: 'with the phases of its archives, forks, copies and continuations' }, ...WHICH, json],
  notes: ['Compactions, plan approvals and chains that restarted are phases too, marked *.'],
  example: ['tape handoffs session.jsonl', 'one line per phase, then what each handed to the next'],
  run,
};

/** More phases than a person reads; the rest is counted. */
const MOST = 2000;

async function run({ given, json, terminal, session }: Context): Promise<number | undefined> {
  const open = await session();
  const tape = await wholeTape(open, given, 'handoffs');
  const answer = await open.call('handoffs.get', { tape: tape.id, family: given.options.family === true, limit: MOST });
  if (json) terminal.json(answer);
  else terminal.print(formatHandoffs(tape, answer, terminal.layout));
  return undefined;
}

const COLUMNS: readonly Column[] = [
  { head: 'ENTRY', align: 'right' },
  { head: 'PHASE', grows: true },
  { head: 'TYPE' },
  { head: 'OWNER', max: 10 },
  { head: 'STEPS', align: 'right' },
  { head: 'ENTRIES', align: 'right' },
  { head: 'CONTEXT', align: 'right' },
  { head: 'REFS' },
  { head: 'REACHED' },
];

/** "3", "3 +1 outside", "3, 1 broken". */
const refsOf = ({ refs: { resolved, outside, broken } }: Phase): string => {
  if (resolved + outside + broken === 0) return '–';
  const parts = [
    resolved > 0 ? count(resolved) : '',
    outside > 0 ? `${count(outside)} outside` : '',
    broken > 0 ? `${count(broken)} broken` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
};

const cellsOf = (phase: Phase, { style }: Layout): Cell[] => [
  { text: count(phase.from) },
  { text: `${phase.altered ? ALTERED : ''}${clean(phase.name)}`, paint: phase.altered ? style.bad : style.bold },
  { text: phase.derived ? `${phase.type}*` : phase.type, paint: style.dim },
  { text: clean(phase.owner ?? '–') },
  { text: count(phase.steps) },
  { text: count(phase.to - phase.from + 1) },
  { text: phase.context ? count(phase.context.value) : '–' },
  { text: refsOf(phase), ...(phase.refs.broken > 0 && { paint: style.bad }) },
  { text: phase.reached.status === 'unknown' ? '–' : phase.reached.status, ...(phase.reached.status === 'no' && { paint: style.bad }) },
];

const LINKS: Record<HandoffEdge['type'], string> = {
  handoff: 'handed over',
  compaction: 'compacted',
  reset: 'reset',
  plan: 'plan approved',
  fork: 'forked',
  merge: 'merged back',
  archive: 'archived',
  continued: 'continued',
  copied: 'copied',
};

/** Width of a title next to the name of a phase. */
const TITLE = 32;

/**
 * "discovery → implement: summary, 3 source ids; 402 entries left behind (12,300 tokens, estimated)"; from tape to tape each end with
 * the title of its own.
 */
const edgeLine = (edge: HandoffEdge, { tapes, phases }: Pick<Handoffs, 'tapes' | 'phases'>): string => {
  const within = phases[edge.from]?.tape === phases[edge.to]?.tape;
  const name = (at: number): string => {
    const title = within ? undefined : tapes.find(({ id }) => id === phases[at]?.tape)?.title;
    return `${clean(phases[at]?.name ?? '')}${title === undefined ? '' : ` (${truncate(clean(title), TITLE)})`}`;
  };
  const carried = edge.carried.length === 0 ? 'nothing carried' : edge.carried.map(clean).join(', ');
  const weight = edge.leftTokens === null ? '' : ` (${count(edge.leftTokens.value)} tokens, ${edge.leftTokens.basis})`;
  const left = edge.left === 0 ? 'nothing left behind' : `${plural(edge.left, 'entry', 'entries')} left behind${weight}`;
  const kind = edge.type === 'handoff' ? '' : `${LINKS[edge.type]}, `;
  return `${name(edge.from)} → ${name(edge.to)}: ${kind}${carried}; ${left}`;
};

const tableOf = (phases: readonly Phase[], layout: Layout): string[] =>
  table(
    phases.map((phase) => cellsOf(phase, layout)),
    COLUMNS,
    layout,
  );

const remarks = (phases: readonly Phase[], notes: readonly string[], { style }: Layout): string[] => {
  const derived = phases.some((phase) => phase.derived) ? ['* derived: the source has no anchor there.'] : [];
  const all = [...derived, ...notes.map(clean)];
  return all.length > 0 ? ['', ...all.map(style.dim)] : [];
};

/** Phases by tape, then what went from one to the next in words, then what the answer says of itself. */
const formatHandoffs = (tape: TapeRow, { tapes, phases, edges, notes }: Handoffs, layout: Layout): string[] => {
  if (phases.length === 0) return [...heading(tape, layout), '', 'There are no entries, so there are no phases.'];
  const told = tapes
    .map(({ id, title }) => ({ title, mine: phases.filter((phase) => phase.tape === id) }))
    .filter(({ mine }) => mine.length > 0);
  const tables = told.flatMap(({ title, mine }) => [
    ...(tapes.length > 1 ? ['', layout.style.bold(clean(title))] : ['']),
    ...tableOf(mine, layout),
  ]);
  return [
    ...heading(tape, layout),
    ...tables,
    ...(edges.length > 0 ? ['', ...edges.map((edge) => edgeLine(edge, { tapes, phases }))] : []),
    ...remarks(phases, notes, layout),
  ];
};
