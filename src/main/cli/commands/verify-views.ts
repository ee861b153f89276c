import { existsSync } from 'node:fs';
import type { ViewVerdict } from '../../../shared/model/index.ts';
import { agreedIn } from '../../../shared/model/proof.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { nameOf } from '../../engine/formats/abouts.ts';
import { readCaptures } from '../captured.ts';
import type { Context, Declaration } from '../command.ts';
import { json } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { count } from '../format/number.ts';
import type { Layout } from '../format/style.ts';
import { type Cell, type Column, table } from '../format/table.ts';
import type { Session } from '../session.ts';

export const command: Declaration = {
  flags: [json],
  notes: [
    'FILE may be a log or a folder with logs and captured requests; without it all sessions of the catalog are looked at.',
    'A view is verified if each of its blocks was sent unchanged, and nothing was sent that the log could hold and the view lacks. System prompt, tools and what a program adds without a record do not count.',
    'JSON holds {items: [{agent, version, steps, verified, differs, byKind}]}; byKind has {equal, differs, onlySent, onlyDerived} in blocks.',
  ],
  example: ['tape verify-views', 'how often the views of each agent and version were what was sent'],
  run,
};

/** The tapes of files, folders and ids; undefined for all. */
const tapesOf = async (open: Session, names: readonly string[]): Promise<string[] | undefined> => {
  if (names.length === 0) return undefined;
  const files = names.filter((name) => existsSync(name));
  const { tapes, refused } = files.length === 0 ? { tapes: [], refused: [] } : await open.read(files);
  const named = await Promise.all(names.filter((name) => !files.includes(name)).map(async (name) => (await open.tape(name)).id));
  const [first] = refused;
  if (tapes.length + named.length === 0) throw new TapeError('not-a-log', first?.reason ?? 'There is no log at this path.');
  return [...tapes, ...named];
};

async function run({ given, json, terminal, session }: Context): Promise<number | undefined> {
  const open = await session();
  await readCaptures(open);
  const tapes = await tapesOf(open, given.operands);
  const { items } = await open.call('evidence.verify', tapes === undefined ? {} : { tapes });
  if (json) terminal.json({ items });
  else terminal.print(formatVerdicts(items, terminal.layout));
  return undefined;
}

const COLUMNS: readonly Column[] = [
  { head: 'AGENT', grows: true },
  { head: 'VERSION' },
  ...['STEPS', 'VERIFIED', 'DIFFER', 'BLOCKS EQUAL', 'DIFFER', 'ONLY SENT', 'ONLY DERIVED'].map(
    (head): Column => ({ head, align: 'right' }),
  ),
];

const formatVerdicts = (items: readonly ViewVerdict[], layout: Layout): string[] => {
  if (items.length === 0)
    return [
      'No step has a captured request. Run an agent with tape record, or import a folder of captures, to compare views with what was sent.',
    ];
  const rows = items.map(({ agent, version, steps, verified, differs, byKind }): Cell[] => [
    { text: nameOf(agent) },
    { text: clean(version ?? '–') },
    ...[steps, verified, differs].map((figure): Cell => ({ text: count(figure) })),
    ...(['equal', 'differs', 'onlySent', 'onlyDerived'] as const).map((name): Cell => ({ text: count(agreedIn(byKind)[name]) })),
  ]);
  return [...table(rows, COLUMNS, layout), '', layout.style.dim('Blocks without system prompt and tools.')];
};
