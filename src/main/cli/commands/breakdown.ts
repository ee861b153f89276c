import { existsSync } from 'node:fs';
import type { Breakdown } from '../../../shared/model/index.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Context, Declaration } from '../command.ts';
import { json } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { count, plural } from '../format/number.ts';
import type { Layout } from '../format/style.ts';
import { pad, truncate } from '../format/width.ts';
import type { Session } from '../session.ts';

export const command: Declaration = {
  flags: [{ name: 'include-own', description: 'count the transcripts that Tapescope itself wrote, too' }, json],
  notes: ['Without PATH all tapes of the catalog are counted.'],
  example: ['tape breakdown logs', 'reads what is new there and counts it'],
  run,
};

/** The tapes of a file or folder, or the one of an id. */
const tapesOf = async (session: Session, name: string): Promise<string[]> => {
  if (!existsSync(name)) return [(await session.tape(name)).id];
  const { tapes, refused } = await session.read([name]);
  if (tapes.length > 0) return tapes;
  throw new TapeError('not-a-log', refused[0]?.reason ?? `${name} holds no log.`, { path: name });
};

async function run({ given, json, terminal, session }: Context): Promise<number | undefined> {
  const open = await session();
  const [name] = given.operands;
  const includeOwn = given.options['include-own'] === true;
  const tapes = name === undefined ? undefined : await tapesOf(open, name);
  const sum = await open.call('graph.breakdown', { tapes, includeOwn });
  if (json) terminal.json(sum);
  else terminal.print(formatBreakdown(sum, includeOwn, terminal.layout));
  return undefined;
}

const FORKS: Record<keyof Breakdown['forks'], string> = {
  rewind: 'rewinds (true forks)',
  parallelTools: 'parallel tools',
  progress: 'progress',
  synthetic: 'synthetic answers',
  twoWriters: 'two writers',
  compaction: 'compaction',
  copiedPrefix: 'copied prefix',
  other: 'other',
};

const LABEL = 30;
const VALUE = 14;

/** Counts over many tapes. */
const formatBreakdown = (sum: Breakdown, includeOwn: boolean, layout: Layout): string[] => {
  const { style, width } = layout;
  const line = (label: string, value: number): string => {
    const text = `  ${pad(truncate(label, LABEL), LABEL)}${pad(count(value), VALUE, 'right')}`;
    return value === 0 ? style.dim(text) : text;
  };
  const formats = Object.entries(sum.formats).sort(([, a], [, b]) => b - a);
  const forks = (Object.keys(FORKS) as (keyof typeof FORKS)[]).map((name) => line(`  ${FORKS[name]}`, sum.forks[name]));
  return [
    style.bold('Tapes'),
    line('sessions', sum.sessions),
    line('sub-agents', sum.subAgents),
    ...formats.map(([format, many]) => line(`  ${clean(format)}`, many)),
    '',
    style.bold('In them'),
    line('lines, not blank', sum.lines),
    line('entries', sum.entries),
    line('nodes', sum.nodes),
    line('  of side chains', sum.sidechainNodes),
    line('roots', sum.roots),
    line('leaves', sum.leaves),
    line('steps', sum.steps),
    line('tool calls', sum.toolCalls),
    line('tool results', sum.toolResults),
    '',
    style.bold('Forks'),
    line('branch points', sum.branchPoints),
    ...forks,
    ...notesOf(sum, includeOwn).flatMap((note) => ['', style.dim(truncate(note, width))]),
  ];
};

const notesOf = ({ copies, own }: Breakdown, includeOwn: boolean): string[] => [
  ...(copies === 0 ? [] : [`${plural(copies, 'copy', 'copies')} of counted entries (warm-ups, summaries, spills) left out.`]),
  ...(own === 0 || includeOwn ? [] : [`${plural(own, 'transcript')} that Tapescope wrote left out; --include-own counts them.`]),
];
