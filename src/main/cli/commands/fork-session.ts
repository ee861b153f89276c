import type { Run } from '../command.ts';
import { idOf } from '../options.ts';
import { pointOf } from '../points.ts';
import { operate } from '../surgery.ts';

export const run: Run = async (context) => {
  const { given } = context;
  const point = await pointOf(await context.session(), given.operands[0] ?? '');
  return operate(context, point.tape, { op: 'fork-session', at: idOf(given, 'at') ?? point.seq });
};
