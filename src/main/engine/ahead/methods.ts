import { realpathSync } from 'node:fs';
import type { Handlers } from '../../../shared/rpc/contract.ts';
import { aheadOf } from './ahead.ts';

/** What a log that is still to be read ends with. */
export function aheadMethods(): Pick<Handlers, 'views.ahead'> {
  return {
    'views.ahead': async ({ path }) => ({ ahead: await aheadOf(realpathSync.native(path)) }),
  };
}
