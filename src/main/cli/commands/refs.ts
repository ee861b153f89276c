import type { Ref } from '../../../shared/model/index.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { readPoint, refNamed } from '../../engine/graph/point.ts';
import type { Context, Given, Run } from '../command.ts';
import { formatRefs, pointText } from '../format/refs.ts';
import { pointOf } from '../points.ts';

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

export const run: Run = async (context) => {
  const verb = VERBS[context.given.operands[0] ?? 'list'];
  if (!verb) throw new TapeError('bad-input', USAGE);
  await verb(context);
  return undefined;
};
