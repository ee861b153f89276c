import { Exit } from '../exit.ts';
import { formatCheck } from '../format/check.ts';
import { namedTape } from '../named.ts';
import type { Run } from '../run.ts';

export const run: Run = async ({ given, json, terminal, session }) => {
  const { call, tape } = await session();
  const row = await tape(await namedTape(given));
  const result = await call('tapes.check', { tape: row.id });
  if (json) terminal.json(result);
  else terminal.print(formatCheck(row, result, terminal.layout));
  return result.kept ? undefined : Exit.Refused;
};
