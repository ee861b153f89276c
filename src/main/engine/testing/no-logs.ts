import type { Settings } from '../../../shared/rpc/contract.ts';
import { abouts } from '../formats/abouts.ts';

/** Settings under which no logs of this machine are found by themselves. */
export function noLogs(): Settings['logs'] {
  return Object.fromEntries(abouts.flatMap((about) => about.roots({}, '/').map(({ id }) => [id, { off: true as const }])));
}
