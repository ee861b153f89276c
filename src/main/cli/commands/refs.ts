import type { Ref } from '../../../shared/model/index.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { readPoint, refNamed } from '../../engine/graph/point.ts';
import type { Context, Declaration, Given } from '../command.ts';
import { json } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { count } from '../format/number.ts';
import type { Layout } from '../format/style.ts';
import { type Cell, type Column, table } from '../format/table.ts';
import { relative } from '../format/time.ts';
import { pointOf } from '../points.ts';

export const command: Declaration = {
  flags: [json],
  notes: [
    'A point is a file or the id of a tape, followed by @STEP, #ENTRY or @REF, or the name of a ref; without one it is the newest entry.',
    'Refs are stored outside the catalog and survive its deletion.',
  ],
  example: ['tape refs set before-refactor session.jsonl@3', 'then: tape diff before-refactor session.jsonl'],
  run,
};

const USAGE = 'tape refs lists them, tape refs set NAME POINT sets one, tape refs remove NAME removes it.';

const operands = ({ operands: [, ...rest] }: Given, least: number, most: number): string[] => {
  if (rest.length >= least && rest.length <= most) return rest;
  throw new TapeError('bad-input', USAGE);
};

/** `NAME`, or `TAPE@NAME` where several tapes have it. */
const removeRef = async ({ given, json, terminal, session }: Context): Promise<void> => {
  const open = await session();
  const [text = ''] = operands(given, 1, 1);
  const { name, at } = readPoint(text);
  const { items } = await open.call('refs.list', {});
  const tape = at?.type === 'ref' ? (await open.tape(name)).id : (refNamed(name, items)?.tape ?? null);
  if (tape === null) throw new TapeError('not-found', `No ref is called ${name}. See tape refs.`);
  // The tape may be in no catalog any more, so it is not looked up.
  const { removed } = await open.call('refs.remove', { name: at?.type === 'ref' ? at.name : name, tape });
  if (json) terminal.json({ removed });
  else terminal.print([`Removed ${removed.name}, which was ${pointText(removed)}.`]);
};

const setRef = async ({ given, json, terminal, session }: Context): Promise<void> => {
  const open = await session();
  const [name = '', text = ''] = operands(given, 2, 2);
  const point = await pointOf(open, text);
  const { at } = readPoint(text);
  const place = at?.type === 'step' ? { step: point.step ?? undefined } : { seq: point.seq };
  const { ref, moved } = await open.call('refs.set', { name, tape: point.row.id, ...place });
  if (json) terminal.json({ ref, moved });
  else terminal.print([`${ref.name} is ${pointText(ref)}${moved === null ? '' : `; it was ${pointText(moved)}`}.`]);
};

const listRefs = async ({ given, json, terminal, session }: Context): Promise<void> => {
  operands(given, 0, 0);
  const open = await session();
  const { items } = await open.call('refs.list', {});
  const titles = new Map<Ref['tape'], string>(open.engine.catalog.tapes().map(({ id, title }) => [id, title]));
  if (json) terminal.json({ items });
  else terminal.print(formatRefs(items, titles, terminal.layout));
};

const VERBS: Record<string, (context: Context) => Promise<void>> = { list: listRefs, set: setRef, remove: removeRef };

async function run(context: Context): Promise<number | undefined> {
  const verb = VERBS[context.given.operands[0] ?? 'list'];
  if (!verb) throw new TapeError('bad-input', USAGE);
  await verb(context);
  return undefined;
}

const COLUMNS: readonly Column[] = [{ head: 'REF' }, { head: 'POINT' }, { head: 'TITLE', grows: true }, { head: 'SET', align: 'right' }];

/** "step 268 of 3f2a91c0d511". */
const pointText = ({ tape, seq, step }: Ref): string =>
  `${step === null ? `entry ${count(seq)}` : `step ${count(step)}`} of ${clean(tape)}`;

/** Refs as a table. A tape that is not in the catalog goes by its file. */
const formatRefs = (refs: readonly Ref[], titles: ReadonlyMap<string, string>, layout: Layout): string[] => {
  const { style, now } = layout;
  if (refs.length === 0) return ['No refs yet. Name a point, for example: tape refs set before-refactor session.jsonl@12'];
  const rows = refs.map((ref): Cell[] => [
    { text: clean(ref.name) },
    { text: `${clean(ref.tape)}${ref.step === null ? `#${ref.seq}` : `@${ref.step}`}`, paint: style.accent },
    { text: clean(titles.get(ref.tape) ?? ref.file) },
    { text: relative(Date.parse(ref.at), now), paint: style.dim },
  ]);
  return table(rows, COLUMNS, layout);
};
