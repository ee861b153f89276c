import type { FloatStatus } from '../../../../shared/model/float.ts';
import { TIERS } from '../../../../shared/model/float-kinds.ts';
import type { Damage } from '../../../engine/float/damage.ts';
import type { Context, Declaration } from '../../command.ts';
import { COMMON } from '../flags.ts';
import { type DiskStatus, statusLines } from '../format.ts';
import { readFloat } from '../project.ts';

export const command: Declaration = {
  flags: COMMON,
  notes: [
    'Reads the database, and checks that the context files are as built; float scan reads the project’s own files. ' +
      'JSON holds {root, folders, files, scopes, decisions, references, scannedAt, contexts: {current, stale, pending, missing, changed}, texts}.',
  ],
  example: ['float status', 'counts, in a few lines'],
  run,
};

/** A file that is gone or edited counts as that alone, as in `float validate`. */
const withDamage = (status: FloatStatus, damage: readonly Damage[]): DiskStatus => {
  const { current, stale, pending } = status.contexts;
  const missing = damage.filter(({ state }) => state === 'missing').length;
  const staleToo = damage.filter((one) => one.stale).length;
  const changed = damage.length - missing;
  return { ...status, contexts: { current: current - (damage.length - staleToo), stale: stale - staleToo, pending, missing, changed } };
};

function run(context: Context): Promise<number | undefined> {
  return readFloat(context, async (float) => {
    const { json, terminal } = context;
    const { floatStatus } = await import('../../../engine/float/folders.ts');
    const { lookForDamage } = await import('../../../engine/float/damage.ts');
    const counts = withDamage(floatStatus(float), lookForDamage(float, TIERS).damage);
    if (json) terminal.json(counts);
    else terminal.print(statusLines(counts, terminal.layout));
    return undefined;
  });
}
