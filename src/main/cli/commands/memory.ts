import type { MemoryScope } from '../../../shared/model/policy.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Given, Run } from '../command.ts';
import { formatMemory } from '../format/memory.ts';
import { iso } from '../format/time.ts';
import { idOf, wholeOf } from '../options.ts';
import { wholeTape } from '../points.ts';
import { tapesInScope } from '../scope.ts';
import { indexAll } from './search-imported.ts';

const LONGEST_QUERY = 500;

const SCOPES = ['all', 'family', 'workspace'] as const;

const scopeOf = ({ options }: Given): MemoryScope => {
  const given = SCOPES.filter((scope) => options[scope] !== undefined);
  if (given.length > 1) throw new TapeError('bad-input', `Give --${given[0]} or --${given[1]}, not both.`);
  return given[0] ?? 'tape';
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
  await indexAll(open, terminal, tapesInScope(catalog, id, scope));
  const { hits, ...state } = await open.call('memory.query', { query, tape: id, scope, limit, ...(before !== undefined && { before }) });
  if (json) terminal.json({ items: hits.map(({ tape, seq, time, ...hit }) => ({ tape, entry: seq, time: iso(time), ...hit })), ...state });
  else terminal.print(formatMemory(query, { hits, ...state }, catalog.tapes(), terminal.layout));
  return undefined;
};
