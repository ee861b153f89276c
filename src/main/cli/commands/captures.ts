import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { defaultHome } from '../../engine/app/settings.ts';
import { listRuns, overdue, type Run, removeRuns } from '../../engine/captures/list-runs.ts';
import { capturesIn } from '../../engine/captures/runs.ts';
import { nameOf } from '../../engine/formats/abouts.ts';
import type { Context, Declaration, Given } from '../command.ts';
import { json } from '../flags.ts';
import { clean } from '../format/clean.ts';
import type { Layout } from '../format/layout.ts';
import { bytes, count, plural } from '../format/number.ts';
import { type Cell, type Column, table } from '../format/table.ts';
import { relative } from '../format/time.ts';
import { momentOf, textOf } from '../options.ts';

export const command: Declaration = {
  flags: [
    { name: 'before', value: 'T', description: 'prune: runs that began before T, an age (30d) or a time' },
    { name: 'keep', value: 'SIZE', description: 'prune: the oldest runs until the rest fits into SIZE, such as 500MB' },
    { name: 'dry-run', description: 'prune: say what would go, and remove nothing' },
    json,
  ],
  notes: [
    'captures lists what tape record kept; captures prune removes whole runs. SENT is what travelled, KEPT is what it takes on the disk: each block is kept once.',
    'JSON holds {items: [{name, folder, at, agent, program, way, requests, sent, kept}]}; of prune those that went.',
  ],
  example: ['tape captures', 'lists the runs whose requests were kept, oldest first'],
  run,
};

const USAGE = 'tape captures lists what was kept, tape captures prune --before T or --keep SIZE removes runs.';

async function run(context: Context): Promise<number | undefined> {
  const { given, json, terminal } = context;
  const runs = await listRuns(capturesIn(defaultHome()));
  const [verb = 'list'] = given.operands;
  if (verb === 'prune') return prune(context, runs);
  if (verb !== 'list') throw new TapeError('bad-input', USAGE);
  if (json) terminal.json({ items: runs });
  else terminal.print(formatRuns(runs, terminal.layout));
  return undefined;
}

const prune = ({ given, json, terminal }: Context, runs: readonly Run[]): undefined => {
  const time = momentOf(given, 'before', Date.now());
  const bounds = { before: time === undefined ? null : Date.parse(time), bytes: sizeOf(given) };
  if (bounds.before === null && bounds.bytes === null) throw new TapeError('bad-input', USAGE);
  const going = overdue(runs, bounds);
  const isDry = given.options['dry-run'] === true;
  if (!isDry) removeRuns(going);
  if (json) {
    terminal.json({ items: going });
    return;
  }
  const freed = bytes(going.reduce((sum, { kept }) => sum + kept, 0));
  const done = isDry ? 'would go, which frees' : 'removed, which freed';
  terminal.print([
    ...(isDry && going.length > 0 ? formatRuns(going, terminal.layout) : []),
    `${plural(going.length, 'run')} ${done} ${freed}.`,
  ]);
};

const UNITS: Readonly<Record<string, number>> = { '': 1, B: 1, KB: 1e3, MB: 1e6, GB: 1e9 };

const sizeOf = (given: Given): number | null => {
  const text = textOf(given, 'keep');
  if (text === undefined) return null;
  const [, figure, unit = ''] = /^(\d+(?:\.\d+)?)\s*(B|KB|MB|GB)?$/i.exec(text) ?? [];
  if (figure === undefined) throw new TapeError('bad-input', `--keep takes a size such as 500MB or 2GB, not "${text}".`);
  return Number(figure) * (UNITS[unit.toUpperCase()] ?? 1);
};

const COLUMNS: readonly Column[] = [
  { head: 'RUN' },
  { head: 'AGENT', grows: true },
  { head: 'WAY' },
  ...['REQUESTS', 'SENT', 'KEPT', 'BEGAN'].map((head): Column => ({ head, align: 'right' })),
];

const formatRuns = (runs: readonly Run[], layout: Layout): string[] => {
  if (runs.length === 0) return ['Nothing was kept yet. Run an agent with tape record, which keeps what it sends.'];
  const rows = runs.map((run): Cell[] => [
    { text: clean(run.name) },
    { text: clean(run.agent === null ? run.program : nameOf(run.agent)) },
    { text: run.way },
    { text: count(run.requests) },
    { text: bytes(run.sent) },
    { text: bytes(run.kept) },
    { text: relative(Date.parse(run.at), layout.now), paint: layout.style.dim },
  ]);
  return table(rows, COLUMNS, layout);
};
