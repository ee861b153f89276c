import type { Context, Declaration } from '../command.ts';
import { neededEntry, operate, SURGERY_FLAGS, SURGERY_NOTES } from '../surgery.ts';

export const command: Declaration = {
  flags: [
    { name: 'from', value: 'ENTRY', description: 'the prompt that the first of these turns begins with' },
    { name: 'to', value: 'ENTRY', description: 'the entry that the last of them ends with' },
    ...SURGERY_FLAGS,
  ],
  notes: SURGERY_NOTES,
  example: ['tape drop-span session.jsonl --from 93 --to 140 --dry-run', 'shows what would remain without these turns'],
  run,
};

async function run(context: Context): Promise<number | undefined> {
  const { given } = context;
  const change = { op: 'drop-span' as const, from: neededEntry(given, 'from'), to: neededEntry(given, 'to') };
  const { id } = await (await context.session()).tape(given.operands[0] ?? '');
  return operate(context, id, change);
}
