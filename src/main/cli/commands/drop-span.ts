import type { Run } from '../command.ts';
import { neededEntry, operate } from '../surgery.ts';

export const run: Run = async (context) => {
  const { given } = context;
  const change = { op: 'drop-span' as const, from: neededEntry(given, 'from'), to: neededEntry(given, 'to') };
  const { id } = await (await context.session()).tape(given.operands[0] ?? '');
  return operate(context, id, change);
};
