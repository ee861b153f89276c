import { formatStats } from '../format/stats.ts';
import { namedTape } from '../named.ts';
import type { Run } from '../run.ts';

export const run: Run = async ({ given, json, terminal, session }) => {
  const { call, tape } = await session();
  const row = await tape(await namedTape(given));
  const stats = await call('tapes.stats', { tape: row.id });
  if (json) terminal.json({ tape: row.id, ...stats });
  else terminal.print(formatStats(row, stats, terminal.layout));
  return undefined;
};
