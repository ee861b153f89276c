import type { FloatStatus } from '../../../../shared/model/float.ts';
import { TIERS } from '../../../../shared/model/float-words.ts';
import type { Damage } from '../../../engine/float/damage.ts';
import type { Run } from '../../command.ts';
import { type DiskStatus, statusLines } from '../format.ts';
import { readFloat } from '../project.ts';

/** A file that is gone or edited counts as that alone, as in `float validate`. */
const withDamage = (status: FloatStatus, damage: readonly Damage[]): DiskStatus => {
  const { current, stale, pending } = status.contexts;
  const missing = damage.filter(({ state }) => state === 'missing').length;
  const staleToo = damage.filter((one) => one.stale).length;
  const changed = damage.length - missing;
  return { ...status, contexts: { current: current - (damage.length - staleToo), stale: stale - staleToo, pending, missing, changed } };
};

export const run: Run = (context) =>
  readFloat(context, async (float) => {
    const { json, terminal } = context;
    const { floatStatus } = await import('../../../engine/float/folders.ts');
    const { lookForDamage } = await import('../../../engine/float/damage.ts');
    const counts = withDamage(floatStatus(float), lookForDamage(float, TIERS).damage);
    if (json) terminal.json(counts);
    else terminal.print(statusLines(counts, terminal.layout));
    return undefined;
  });
