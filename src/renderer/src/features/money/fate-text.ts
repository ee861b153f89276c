import { isMiss } from '../../../../shared/model/cache.ts';
import type { CacheFate, CacheReason } from '../../../../shared/model/index.ts';
import { count, formatNumber } from '../../ui/format.ts';
import { dollarsOf } from '../../ui/money.ts';

const TITLES: Readonly<Record<CacheReason, string>> = {
  warm: 'The cache was warm',
  'first-use': 'First use of the cache',
  expired: 'The cache expired',
  'prefix-changed': 'What was sent before changed',
  'system-changed': 'The system prompt changed',
  'tools-changed': 'The tools changed',
  'model-switched': 'The model was switched',
  compacted: 'The conversation was compacted',
  cleared: 'Results were cleared',
  'not-cached': 'Nothing was cached',
  unknown: 'The cache was missed, cause unknown',
};

/** The answer first: the cause, with what was sent again and what that cost. */
export function fateTitle(fate: CacheFate): string {
  if (!isMiss(fate)) return TITLES[fate.reason];
  const money = fate.cost === null ? '' : `, ${dollarsOf(fate.cost)}`;
  return `${TITLES[fate.reason]}: ${formatNumber(fate.again)} tokens sent again${money}`;
}

/** The cause in two words, for a list. */
export function reasonWord({ reason }: Pick<CacheFate, 'reason'>): string {
  return reason.replaceAll('-', ' ');
}

/** " That saved about $1.20 in 71 steps.", at the price of cache reads. */
export function savedWords({ steps, dollars }: NonNullable<CacheFate['saved']>): string {
  return dollars === null ? '' : ` That saved about ${dollarsOf(dollars)} in ${count(steps, 'step')}.`;
}
