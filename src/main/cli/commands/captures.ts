import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { defaultHome } from '../../engine/app/home.ts';
import { listRuns, overdue, type Run, removeRuns } from '../../engine/captures/list-runs.ts';
import { capturesIn, REQUESTS } from '../../engine/captures/runs.ts';
import { nameOf } from '../../engine/formats/abouts.ts';
import type { Context, Declaration, Given } from '../command.ts';
import { json } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { bytes, count, plural } from '../format/number.ts';
import type { Layout } from '../format/style.ts';
import { type Cell, type Column, table } from '../format/table.ts';
import { relative } from '../format/time.ts';
import { momentOf, textOf } from '../options.ts';
import { keptIn, REDACT, redactionOf, writeOut } from '../redaction.ts';

export const command: Declaration = {
  flags: [
    { name: 'before', value: 'T', description: 'prune: runs that began before T, an age (30d) or a time' },
    { name: 'keep', value: 'SIZE', description: 'prune: the oldest runs until the rest fits into SIZE, such as 500MB' },
    { name: 'dry-run', description: 'prune: say what would go, and remove nothing' },
    { ...REDACT, description: `export: ${REDACT.description}` },
    { name: 'out', value: 'FILE', offers: 'file', description: 'export: write to FILE, which must not exist; otherwise print' },
    { name: 'force', description: 'export: with --out, replace FILE if it exists' },
    json,
  ],
  notes: [
    'captures lists what tape record kept; captures prune removes whole runs. SENT is what travelled, KEPT is what it takes on the disk: each block is kept once.',
    'captures export RUN writes the requests of a run, or of any file or folder of captures, for somebody else: what looks private is redacted as in a report, and an answer that was streamed is put together first.',
    'JSON holds {items: [{name, folder, at, agent, program, way, requests, sent, kept}]}; prune lists those removed; export has {requests, redacted, kept} and the file, or the lines as text.',
  ],
  example: ['tape captures', 'lists the runs whose requests were kept, oldest first'],
  run,
};

const USAGE =
  'tape captures lists what was kept, tape captures prune --before T or --keep SIZE removes runs, tape captures export RUN writes one for somebody else.';

async function run(context: Context): Promise<number | undefined> {
  const { given, json, terminal } = context;
  const runs = await listRuns(capturesIn(defaultHome()));
  const [verb = 'list'] = given.operands;
  if (verb === 'prune') return prune(context, runs);
  if (verb === 'export') return await exported(context, runs);
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

/** A run by its name, or whatever file or folder holds captures; the newest run where none is named. */
const exportedFrom = ([, name]: readonly string[], runs: readonly Run[]): string => {
  const run = name === undefined ? runs.at(-1) : runs.find((one) => one.name === name);
  const path = run?.folder ?? name;
  if (path === undefined) throw new TapeError('not-found', 'No run was kept yet, so there is none to export.');
  if (!existsSync(path)) throw new TapeError('not-found', `There is no run ${path}, and nothing at that path. See tape captures.`);
  const own = join(path, REQUESTS);
  return run !== undefined || (statSync(path).isDirectory() && runs.some(({ folder }) => folder === path)) ? own : path;
};

const exported = async ({ given, json, terminal, session, signal }: Context, runs: readonly Run[]): Promise<undefined> => {
  const path = exportedFrom(given.operands, runs);
  const redaction = redactionOf(given);
  const out = textOf(given, 'out');
  const { reviewCaptures } = await import('../../engine/report/captures.ts');
  const { engine } = await session();
  const also = [...new Set([...redaction.also, ...(redaction.all ? engine.settings().redact : [])])];
  const { requests, findings, lines } = await reviewCaptures(path, signal, also);
  if (requests === 0) throw new TapeError('not-a-log', `${path} holds no captured request.`, { path });
  const keep = new Set(keptIn(redaction, findings));
  if (out !== undefined) writeOut(out, lines(keep), given.options.force === true);
  const figures = { requests, redacted: findings.length - keep.size, kept: keep.size };
  if (json) {
    terminal.json({ ...figures, ...(out === undefined ? { text: [...lines(keep)].join('') } : { file: out }) });
    return;
  }
  const { redactedWords } = await import('../../engine/report/make.ts');
  if (findings.length > 0) terminal.warn(`Redacted: ${redactedWords(findings, keep)}.`, false);
  if (out === undefined) await terminal.raw(lines(keep));
  else terminal.print([`${out}: ${plural(requests, 'request')}`]);
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
