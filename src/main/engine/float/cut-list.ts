import type { Cut, PieceKind, Tier } from '../../../shared/model/float.ts';
import { TIERS } from '../../../shared/model/float-kinds.ts';
import type { Fitted } from './fit.ts';
import { showPath } from './show.ts';

const NAMES: Record<PieceKind, string> = {
  description: 'description',
  boot: 'boot texts',
  chain: 'scope chain',
  content: 'context',
  'decision-marked': 'architectural or breaking decisions',
  'decision-here': 'decisions of this folder',
  'decision-ancestor': 'decisions above',
  parent: 'parent',
  file: 'files',
  child: 'children',
  related: 'related scopes',
  sibling: 'siblings',
};

const REASONS = { tier: 'Not in this tier', window: 'Beyond the last few', budget: 'No room' } as const;
const SHORTENED = { tier: 'By their first line only', window: 'Cut short', budget: 'Cut short' } as const;

/** The list at the end of a file: each cut is counted, and named as far as a few words go. '' where nothing is cut. */
export function cutList({ cuts }: Pick<Fitted, 'cuts'>, tier: Tier): string {
  if (cuts.length === 0) return '';
  const lines = [...Map.groupBy(cuts, (cut) => (cut.shortened ? SHORTENED : REASONS)[cut.reason])].map(
    ([reason, some]) => `- ${reason}: ${byKind(some, tier)}\n`,
  );
  return `## Cut\n\n${lines.sort().join('')}\n${more(tier)}---\n\n`;
}

/** The largest tier leaves out only what nobody could list. */
const more = (tier: Tier): string => {
  const larger = TIERS.slice(TIERS.indexOf(tier) + 1);
  if (larger.length === 0) return '';
  return `${larger.length === 1 ? 'The larger tier' : 'Larger tiers'} (${larger.join(', ')}) ${larger.length === 1 ? 'holds' : 'hold'} more.\n\n`;
};

const byKind = (cuts: readonly Cut[], tier: Tier): string =>
  [...Map.groupBy(cuts, ({ kind }) => kind)]
    .map(([kind, some]) => `${NAMES[kind]} ${countOf(some)}${tier === 'minimal' ? '' : named(some)}`)
    .join('; ');

/** Siblings and scopes beyond those that were read are only counted. */
const countOf = (cuts: readonly Cut[]): number =>
  cuts.reduce((sum, { id }) => sum + (/^\d+ more$/.test(id) ? Number.parseInt(id, 10) : 1), 0);

const MOST_CHARACTERS = 48;

const named = (cuts: readonly Cut[]): string => {
  const names: string[] = [];
  for (const { id } of cuts) {
    if (names.join(', ').length + id.length > MOST_CHARACTERS) break;
    names.push(showPath(id));
  }
  return names.length === 0 ? '' : ` (${names.join(', ')}${names.length < cuts.length ? ', …' : ''})`;
};
