import type { Run } from '../command.ts';
import { formatStats } from '../format/stats.ts';
import { wholeTape } from '../points.ts';

export const run: Run = async ({ given, json, terminal, session }) => {
  const open = await session();
  const row = await wholeTape(open, given, 'stats');
  const stats = await open.call('tapes.stats', { tape: row.id });
  if (json) terminal.json({ tape: row.id, ...stats });
  else terminal.print(formatStats(row, stats, terminal.layout));
  return undefined;
};
