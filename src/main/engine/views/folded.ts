import type { Block, View } from '../../../shared/model/index.ts';
import type { Place } from '../../../shared/model/place.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';

/** Where a view is folded: this many of the blocks that stay come before the fold. What is near the request is read first. */
const BEFORE = 0.25;

/**
 * A view of about `most` blocks, for a reader that lists them: of a longer one the blocks in the middle become one for each kind and basis of
 * weight. Every entry stays in exactly one block or omission, and all sums stay as they are.
 */
export function foldedTo(view: View, most: number): View {
  const { blocks, omissions } = view;
  if (blocks.length <= most) return view;
  const from = Math.floor(most * BEFORE);
  const to = blocks.length - (most - from);
  const folds = [...Map.groupBy(blocks.slice(from, to), alike).values()].map(foldOf);
  const placed = (after: number): number => (after <= from ? after : from + folds.length + Math.max(0, after - to));
  return {
    ...view,
    blocks: [...blocks.slice(0, from), ...folds, ...blocks.slice(to)],
    omissions: omissions.map((omission) => ({ ...omission, after: placed(omission.after) })),
  };
}

/** What folded blocks have in common. */
const alike = ({ role, tone, tokens, part }: Block): string => JSON.stringify([role, tone, tokens.basis, part]);

const foldOf = (group: Block[]): Block => {
  const [{ role, kind, tone, tokens, part }] = group as [Block];
  return {
    ...{ role, kind, tone, label: '', folded: group.length },
    ...(part !== undefined && { part }),
    entries: group.flatMap(({ entries }) => entries),
    tokens: { value: group.reduce((sum, block) => sum + block.tokens.value, 0), basis: tokens.basis },
  };
};

/** Why this many messages are not listed, and how to have them. */
export function tooMany(messages: number, at: Place): TapeError {
  const place = 'step' in at ? `--step ${at.step}` : 'next' in at ? '--next' : `--after ${at.after}`;
  const said = `This request has ${messages.toLocaleString('en-US')} messages, too many to list here.`;
  return new TapeError('refused', `${said} “tape view FILE ${place} --messages” prints them.`);
}
