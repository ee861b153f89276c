import type { Breakdown } from '../../../shared/model/index.ts';
import { clean } from './clean.ts';
import type { Layout } from './layout.ts';
import { count, plural } from './number.ts';
import { pad, truncate } from './width.ts';

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
export const formatBreakdown = (sum: Breakdown, includeOwn: boolean, layout: Layout): string[] => {
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
