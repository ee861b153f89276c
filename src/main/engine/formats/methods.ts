import type { Handlers } from '../../../shared/rpc/contract.ts';
import type { Engine } from '../engine.ts';
import { formatRows } from './rows.ts';

/** What is known of the agents whose logs are read. */
export function formatMethods(engine: Pick<Engine, 'settings'>): Pick<Handlers, 'formats.list'> {
  return {
    'formats.list': () => ({ items: formatRows({ settings: engine.settings() }) }),
  };
}
