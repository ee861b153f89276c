import { titleOf } from '../../../shared/library/names.ts';
import type { TapeRow } from '../../../shared/model/index.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { createShelf } from '../../engine/annotations/shelf.ts';
import type { Context, Declaration } from '../command.ts';
import { json } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { formatList } from '../format/list.ts';

export const command: Declaration = {
  flags: [{ name: 'undo', description: 'list them again' }, json],
  notes: [
    'Without FILE or ID it lists what is forgotten. Nothing is deleted: logs stay as they are, and search, overview and links still find what is in them.',
    'What was made from or for a session is forgotten with it: its sub-agents, forks and copies.',
  ],
  example: ['tape forget', 'lists the sessions that are left out of the library'],
  run,
};

const lineOf = (tape: TapeRow, forgotten: boolean): string => {
  const name = `“${clean(titleOf(tape))}”`;
  return forgotten ? `Forgot ${name}. tape forget --undo ${clean(tape.id)} lists it again.` : `${name} is listed again.`;
};

/** Forgets the tapes that are named, or lists the forgotten ones. Changes nothing where one of the names is wrong. */
async function run({ given, json, terminal, session }: Context): Promise<undefined> {
  const { operands, options } = given;
  const forgotten = options.undo !== true;
  if (operands.length === 0 && !forgotten)
    throw new TapeError('bad-input', 'Name what to list again: tape forget lists what is forgotten.');
  const open = await session();
  if (operands.length === 0) {
    const own = createShelf(open.engine.options.home, open.engine.options.readOnly).all();
    const tapes = open.engine.catalog.tapes().filter(({ file }) => own.get(file)?.forgotten);
    if (json) terminal.json({ items: tapes.map(({ id, file, title }) => ({ tape: id, file, title })) });
    else terminal.print(tapes.length === 0 ? ['Nothing is forgotten.'] : formatList(tapes, terminal.layout, (format) => format));
    return undefined;
  }
  const tapes: TapeRow[] = [];
  for (const name of operands) tapes.push(await open.tape(name));
  for (const { id } of tapes) await open.call('library.own', { tape: id, forgotten });
  if (json) terminal.json({ items: tapes.map(({ id, file, title }) => ({ tape: id, file, title, forgotten })) });
  else terminal.print(tapes.map((tape) => lineOf(tape, forgotten)));
  return undefined;
}
