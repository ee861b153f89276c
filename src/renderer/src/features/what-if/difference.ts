import type { Block, Omission, OmissionReason, Plan, TokenCount, View } from '../../../../shared/model/index.ts';
import { blockCount, reasonOf, reasonWords } from '../context/figures.ts';

/** A block that only one of two contexts of a step has. `reason` says why the other one leaves it out. */
export interface OneSided {
  seq: number;
  block: Block;
  reason: OmissionReason | null;
}

export interface Difference {
  /** The heaviest first. */
  gained: OneSided[];
  lost: OneSided[];
  same: number;
}

/** What another context of the same step has that this one has not, and the other way round. */
export function differenceOf(now: View, then: View): Difference {
  const had = entriesOf(now.blocks);
  const has = entriesOf(then.blocks);
  return {
    gained: oneSided(then.blocks, had, now.omissions),
    lost: oneSided(now.blocks, has, then.omissions),
    same: now.blocks.filter((block) => block.entries.some((seq) => has.has(seq))).length,
  };
}

const entriesOf = (blocks: readonly Block[]): Set<number> => new Set(blocks.flatMap((block) => block.entries));

const oneSided = (blocks: readonly Block[], other: ReadonlySet<number>, omissions: readonly Omission[]): OneSided[] =>
  blocks
    // What only a recorded request has (its system prompt, its tools) goes with any context.
    .filter((block) => block.request === undefined && !block.entries.some((seq) => other.has(seq)))
    .map((block) => {
      const seq = block.entries[0] ?? 0;
      return { seq, block, reason: reasonOf(seq, omissions) };
    })
    .sort((a, b) => b.block.tokens.value - a.block.tokens.value || a.seq - b.seq);

/** Why a block is on one side alone: of what is lost why it goes; of what is gained what brings it, or why it is left out as things are. */
export function whyOf({ block, reason }: OneSided, title: 'lost' | 'gained'): string {
  const words = reasonWords(reason);
  if (title === 'lost') return words;
  return block.why ?? (words === '' ? '' : `now left out: ${words}`);
}

/** Weights by basis: they are never added up. */
export function weightOf(blocks: readonly { block: Block }[]): Record<TokenCount['basis'], number> {
  const sums = { recorded: 0, counted: 0, estimated: 0 };
  for (const { block } of blocks) sums[block.tokens.basis] += block.tokens.value;
  return sums;
}

/** One line of figures: what it is now, what it would be. Null stands for what is not known. */
export interface FigureRow {
  name: string;
  hint: string;
  now: number | null;
  instead: number | null;
  /** Only an estimate is marked. */
  about: boolean;
}

/** What a context weighs once its texts are others. */
export type Edited = Pick<Plan['tokens']['edited'], 'counted' | 'estimated'>;

/** The two contexts in figures. A recording belongs to what was sent, and to no other context: `edited` is what the second weighs with other texts, null without any. */
export function figuresOf(now: View, then: View, edited: Edited | null): FigureRow[] {
  const sent = ({ policy, tokens }: View): number | null => (policy === 'as-recorded' ? tokens.recorded : null);
  const { counted, estimated } = edited ?? then.tokens;
  const left = ({ omissions }: View): number => omissions.reduce((sum, { count }) => sum + count, 0);
  const rows: FigureRow[] = [
    {
      name: 'recorded',
      hint: 'Tokens of the request as the log records them; nothing is recorded for a context that was not sent.',
      now: sent(now),
      instead: edited === null ? sent(then) : null,
      about: false,
    },
    {
      name: 'counted',
      hint: 'Blocks counted with a real tokenizer, in tokens.',
      now: now.tokens.counted,
      instead: counted,
      about: false,
    },
    {
      name: 'estimated',
      hint: 'Blocks weighed by their characters, in tokens; no public tokenizer fits this model.',
      now: now.tokens.estimated,
      instead: estimated,
      about: true,
    },
    { name: 'blocks', hint: 'Blocks in the context.', now: blockCount(now.blocks), instead: blockCount(then.blocks), about: false },
    { name: 'left out', hint: 'Entries before the step that are not in the context.', now: left(now), instead: left(then), about: false },
  ];
  return rows.filter(({ name, now, instead }) => !['recorded', 'counted', 'estimated'].includes(name) || (now ?? 0) + (instead ?? 0) > 0);
}
