import type { Context, Declaration } from '../command.ts';
import { idOf } from '../options.ts';
import { pointOf } from '../points.ts';
import { operate, SURGERY_FLAGS, SURGERY_NOTES } from '../surgery.ts';

export const command: Declaration = {
  flags: [
    { name: 'at', value: 'ENTRY', description: 'the last entry of the history (default: the point after FILE, as in FILE@12)' },
    ...SURGERY_FLAGS,
  ],
  notes: [...SURGERY_NOTES, 'Prints the command that resumes it; run that in the folder of its project.'],
  example: ['tape fork-session session.jsonl --at 91', 'then the command that it prints continues from entry 91'],
  run,
};

async function run(context: Context): Promise<number | undefined> {
  const { given } = context;
  const point = await pointOf(await context.session(), given.operands[0] ?? '');
  return operate(context, point.tape, { op: 'fork-session', at: idOf(given, 'at') ?? point.seq });
}
