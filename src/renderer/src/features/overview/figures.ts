import type { OverviewBy, Sums, SumsTab } from '../../../../shared/model/index.ts';
import { cacheShareOf, costOf, tokensOf } from '../../../../shared/model/overview.ts';
import { formatShare, formatShort } from '../../ui/format.ts';
import { dollarsOf } from '../../ui/money.ts';

const thisYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const withYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** "24 Nov", or "24 Nov 2025" of another year. A day is the same day in every time zone. */
export function dayName(day: string): string {
  const time = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(time)) return 'no date';
  return (day.slice(0, 4) === String(new Date().getFullYear()) ? thisYear : withYear).format(time);
}

export function tokens(sums: Sums): string {
  return `${formatShort(tokensOf(sums))} tokens`;
}

/** What the logs record and the list of prices makes of the rest; a sum that lacks some is at least that. Where no tokens are recorded no price is lacking. */
export function money(sums: Sums): string {
  const cost = costOf(sums);
  if (cost === null && sums.unpriced === 0) return '–';
  return `${cost !== null && sums.unpriced > 0 ? '≥ ' : ''}${dollarsOf(cost)}`;
}

export function cached(sums: Sums): string {
  return cacheShareOf(sums) === null ? '–' : formatShare(sums.cacheRead, sums.input + sums.cacheRead + sums.cacheWrite);
}

/** Whether a tab adds up requests; the others take a look into the sessions. */
export function isSums(by: SumsTab): by is OverviewBy {
  return by !== 'tool' && by !== 'lost' && by !== 'proof';
}

export const TABS: readonly { by: SumsTab; name: string; head: string; none: string }[] = [
  { by: 'day', name: 'Days', head: 'Day', none: 'no date' },
  { by: 'project', name: 'Projects', head: 'Project', none: 'no project' },
  { by: 'model', name: 'Models', head: 'Model', none: 'no model' },
  { by: 'agent', name: 'Agents', head: 'Agent', none: 'no agent' },
  { by: 'tool', name: 'Slowest tools', head: 'Tool', none: 'no name' },
  { by: 'lost', name: 'Lost instructions', head: 'Session', none: '' },
  { by: 'proof', name: 'Verified views', head: 'Agent', none: '' },
];
