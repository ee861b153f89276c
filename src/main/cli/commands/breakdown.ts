import { existsSync } from 'node:fs';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Run } from '../command.ts';
import { formatBreakdown } from '../format/breakdown.ts';
import type { Session } from '../session.ts';

/** The tapes of a file or folder, or the one of an id. */
const tapesOf = async (session: Session, name: string): Promise<string[]> => {
  if (!existsSync(name)) return [(await session.tape(name)).id];
  const { tapes, refused } = await session.read([name]);
  if (tapes.length > 0) return tapes;
  throw new TapeError('not-a-log', refused[0]?.reason ?? `${name} holds no log.`, { path: name });
};

export const run: Run = async ({ given, json, terminal, session }) => {
  const open = await session();
  const [name] = given.operands;
  const includeOwn = given.options['include-own'] === true;
  const tapes = name === undefined ? undefined : await tapesOf(open, name);
  const sum = await open.call('graph.breakdown', { tapes, includeOwn });
  if (json) terminal.json(sum);
  else terminal.print(formatBreakdown(sum, includeOwn, terminal.layout));
  return undefined;
};
