import { realpathSync } from 'node:fs';
import type { Handlers } from '../../../shared/rpc/contract.ts';
import { aheadOf } from './ahead.ts';

/** What a log that is still to be read ends with. */
export const aheadMethods = (): Pick<Handlers, 'views.ahead'> => ({
  'views.ahead': async ({ path }) => ({ ahead: await aheadOf(realpathSync.native(path)) }),
});
