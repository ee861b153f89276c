import type { Context, Declaration } from '../../command.ts';
import { Exit } from '../../exit.ts';
import { COMMON } from '../flags.ts';
import { validateLines } from '../format.ts';
import { readFloat } from '../project.ts';

export const command: Declaration = {
  flags: COMMON,
  notes: [
    'A file is current, stale, pending (never built), missing, changed (by somebody), foreign (no build wrote it) or over-budget; ' +
      'its tokens are counted (o200k_base). ' +
      'Exit code 1 if any is not current, or a file of the project is not as the last scan saw it. ' +
      'JSON holds {ok, items: [{file, path, tier, state, tokens, words}], unscanned: [PATH]}.',
  ],
  example: ['float validate', 'lists what is wrong'],
  run,
};

function run(context: Context): Promise<number | undefined> {
  return readFloat(context, async (float) => {
    const { json, terminal } = context;
    const { validate } = await import('../../../engine/float/validate.ts');
    const { unscanned } = await import('../../../engine/float/unscanned.ts');
    const items = await validate(float);
    const changed = items.length === 0 ? [] : unscanned(float);
    const ok = changed.length === 0 && items.every(({ state }) => state === 'current');
    if (json) terminal.json({ ok, items, unscanned: changed });
    else terminal.print(validateLines(items, changed, terminal.layout));
    return ok ? Exit.Done : Exit.Failed;
  });
}
