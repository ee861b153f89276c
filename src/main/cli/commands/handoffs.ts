import type { Run } from '../command.ts';
import { formatHandoffs } from '../format/handoffs.ts';
import { wholeTape } from '../points.ts';

/** More phases than a person reads; the rest is counted. */
const MOST = 2000;

export const run: Run = async ({ given, json, terminal, session }) => {
  const open = await session();
  const tape = await wholeTape(open, given, 'handoffs');
  const answer = await open.call('handoffs.get', { tape: tape.id, family: given.options.family === true, limit: MOST });
  if (json) terminal.json(answer);
  else terminal.print(formatHandoffs(tape, answer, terminal.layout));
  return undefined;
};
