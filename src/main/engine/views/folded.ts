import type { Block, View } from '../../../shared/model/index.ts';
import type { Place } from '../../../shared/model/place.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';

/** Where a view is folded: this many of the blocks that stay come before the fold. What is near the request is read first. */
const BEFORE = 0.25;

/**
 * A view of about `most` blocks and events, for a reader that lists them: of a longer one the blocks in the middle become one for each kind and
 * basis of weight, and the events before the newest one of each type. Every entry stays in exactly one block or omission, and all sums stay as
 * they are.
 */
export function foldedTo(view: View, most: number): View {
  const shown = view.events.length <= most ? view : { ...view, events: eventsTo(view.events, most) };
  return shown.blocks.length <= most ? shown : blocksTo(shown, most);
}

const eventsTo = (events: View['events'], most: number): View['events'] => {
  const groups = Map.groupBy(events.slice(0, -most), ({ type, basis }) => `${type} ${basis}`);
  const folds = [...groups.values()].map((group): View['events'][number] => {
    const { type, basis, step, note } = group.at(-1) as View['events'][number];
    const tokens = group.reduce((sum, event) => sum + event.tokens, 0);
    return { type, step, tokens, basis, note: group.length === 1 ? note : `${group.length.toLocaleString('en-US')} times up to here` };
  });
  return [...folds.sort((a, b) => a.step - b.step), ...events.slice(-most)];
};

function blocksTo(view: View, most: number): View {
  const { blocks, omissions } = view;
  const from = Math.floor(most * BEFORE);
  const to = blocks.length - (most - from);
  const groups = [...Map.groupBy(blocks.slice(from, to), alike).values()];
  const folds = groups.map(foldOf);
  const placed = (after: number): number => (after <= from ? after : from + folds.length + Math.max(0, after - to));
  return {
    ...view,
    blocks: [...blocks.slice(0, from), ...folds, ...blocks.slice(to)],
    inFolds: groups.map((group) => Uint32Array.from(group.flatMap(({ entries }) => entries))),
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
    entries: [],
    tokens: { value: group.reduce((sum, block) => sum + block.tokens.value, 0), basis: tokens.basis },
  };
};

/** Why this many messages are not listed, and how to have them. */
export function tooMany(messages: number, at: Place): TapeError {
  const place = 'step' in at ? `--step ${at.step}` : 'next' in at ? '--next' : `--after ${at.after}`;
  const said = `This request has ${messages.toLocaleString('en-US')} messages, too many to list here.`;
  return new TapeError('refused', `${said} “tape view FILE ${place} --messages” prints them.`);
}
