import type { Run } from '../command.ts';
import { Exit } from '../exit.ts';
import { formatCheck } from '../format/check.ts';
import { wholeTape } from '../points.ts';

export const run: Run = async ({ given, json, terminal, session }) => {
  const open = await session();
  const row = await wholeTape(open, given, 'check');
  const result = await open.call('tapes.check', { tape: row.id });
  if (json) terminal.json(result);
  else terminal.print(formatCheck(row, result, terminal.layout));
  return result.kept ? undefined : Exit.Refused;
};
