import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Given, Run } from '../command.ts';
import { formatMemory } from '../format/memory.ts';
import { iso } from '../format/time.ts';
import { idOf, wholeOf } from '../options.ts';
import { wholeTape } from '../points.ts';
import { indexAll } from './search-imported.ts';

const LONGEST_QUERY = 500;

const scopeOf = ({ options }: Given): 'tape' | 'family' | 'all' => {
  if (options.all !== undefined && options.family !== undefined) throw new TapeError('bad-input', 'Give --all or --family, not both.');
  return options.all !== undefined ? 'all' : options.family === undefined ? 'tape' : 'family';
};

export const run: Run = async ({ given, json, terminal, session }) => {
  const [query = '', ...rest] = given.operands;
  if (query.trim() === '' || query.length > LONGEST_QUERY) {
    throw new TapeError('bad-input', `A query has 1 to ${LONGEST_QUERY} characters.`);
  }
  const scope = scopeOf(given);
  const limit = wholeOf(given, 'limit', 20, [1, 200]);
  const before = idOf(given, 'before');
  const open = await session();
  const { catalog } = open.engine;
  const { id } = await wholeTape(open, { ...given, operands: rest }, 'memory');
  await indexAll(
    open,
    terminal,
    scope === 'all' ? catalog.tapes() : [catalog.tape(id), ...(scope === 'family' ? catalog.related(id) : [])],
  );
  const { hits, ...state } = await open.call('memory.query', { query, tape: id, scope, limit, ...(before !== undefined && { before }) });
  if (json) terminal.json({ items: hits.map(({ tape, seq, time, ...hit }) => ({ tape, entry: seq, time: iso(time), ...hit })), ...state });
  else terminal.print(formatMemory(query, { hits, ...state }, catalog.tapes(), terminal.layout));
  return undefined;
};
