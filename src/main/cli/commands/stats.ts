import { recordedTokens } from '../../../shared/library/names.ts';
import type { Stats, TapeRow } from '../../../shared/model/index.ts';
import type { Context, Declaration } from '../command.ts';
import { json, OWN_TAPE, WHICH } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { heading } from '../format/heading.ts';
import { count } from '../format/number.ts';
import type { Layout } from '../format/style.ts';
import { pad, truncate } from '../format/width.ts';
import { wholeTape } from '../points.ts';

export const command: Declaration = {
  flags: [...WHICH, json],
  notes: [OWN_TAPE],
  example: ['tape stats session.jsonl', 'imports the file if need be and counts what is in it'],
  run,
};

async function run({ given, json, terminal, session }: Context): Promise<number | undefined> {
  const open = await session();
  const row = await wholeTape(open, given, 'stats');
  const stats = await open.call('tapes.stats', { tape: row.id });
  if (json) terminal.json({ tape: row.id, ...stats });
  else terminal.print(formatStats(row, stats, terminal.layout));
  return undefined;
}

type Figures = readonly (readonly [label: string, value: number])[];

const LABEL = 26;
const VALUE = 14;

const BRANCHES: Record<keyof Stats['branchPoints'], string> = {
  total: 'branch points',
  rewind: '  rewinds (true forks)',
  parallelTools: '  parallel tools',
  progress: '  progress',
  synthetic: '  synthetic answers',
  twoWriters: '  two writers',
  compaction: '  compaction',
  copiedPrefix: '  copied prefix',
  other: '  other',
};

const branches = (points: Stats['branchPoints']): Figures =>
  (Object.keys(BRANCHES) as (keyof typeof BRANCHES)[])
    .filter((name) => name === 'total' || points[name] > 0)
    .map((name) => [BRANCHES[name], points[name]]);

const sections = (stats: Stats): readonly (readonly [name: string, figures: Figures])[] => [
  ['Entries', [['lines, not blank', stats.lines], ['entries', stats.entries], ...kinds(stats)]],
  [
    'Tree',
    [
      ['nodes', stats.nodes],
      ['roots', stats.roots],
      ['leaves', stats.leaves],
      ['parents not in the file', stats.danglingParents],
      ...branches(stats.branchPoints),
    ],
  ],
  [
    'Tools',
    [
      ['calls', stats.toolCalls],
      ['results', stats.toolResults],
      ['calls without result', stats.callsWithoutResult],
      ['results without call', stats.resultsWithoutCall],
    ],
  ],
  [
    'Steps, and the tokens recorded for them',
    [
      ['steps', stats.steps],
      ['new input', stats.usage.input],
      ['read from cache', stats.usage.cacheRead],
      ['written to cache', stats.usage.cacheWrite],
      ['output', stats.usage.output],
      ...copies(stats),
    ],
  ],
];

/** What was made in the tape that this one was copied from: it is in none of the other figures but the steps. */
const copies = ({ copied }: Stats): Figures =>
  copied === undefined
    ? []
    : [
        ['steps copied along', copied.steps],
        ['their tokens, not counted', recordedTokens(copied)],
      ];

const kinds = (stats: Stats): Figures =>
  Object.entries(stats.entriesByKind)
    .sort(([, a], [, b]) => b - a)
    .map(([kind, value]) => [`  ${clean(kind)}`, value]);

/** All counts of a tape in four sections. */
export function formatStats(tape: TapeRow, stats: Stats, layout: Layout): string[] {
  const { style } = layout;
  const line = ([label, value]: readonly [string, number]): string => {
    const text = `  ${pad(truncate(label, LABEL), LABEL)}${pad(count(value), VALUE, 'right')}`;
    return value === 0 ? style.dim(text) : text;
  };
  return [...heading(tape, layout), ...sections(stats).flatMap(([name, figures]) => ['', style.bold(name), ...figures.map(line)])];
}
