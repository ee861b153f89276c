import type { View } from '../../../../shared/model/index.ts';
import { formatNumber } from '../../ui/format.ts';
import type { Piece } from './edit.ts';

type Weighed = Pick<View, 'parts' | 'tokens' | 'blocks'>;

/** Tokens that a piece brought in, below zero where it left some out; null until the view is there. */
const broughtBy = (view: Pick<View, 'parts'> | undefined, { text }: Piece): number | null => {
  const part = view?.parts.find((one) => one.text === text);
  return part === undefined ? null : part.tokens.counted + part.tokens.estimated;
};

/** Tokens of all blocks. */
export function blockTokens({ tokens }: Pick<View, 'tokens'>): number {
  return tokens.counted + tokens.estimated;
}

/** The budget of a policy; null where it has none. */
export function budgetIn(pieces: readonly Piece[]): number | null {
  return pieces.flatMap(({ part }) => (part?.type === 'budget' ? [part.budget] : []))[0] ?? null;
}

/** What is under a piece: "3,640 · 3 blocks", "1,920 left", "nothing left out". */
export function pieceFigures(view: Weighed | undefined, piece: Piece): { value: string; words: string } {
  const tokens = broughtBy(view, piece);
  if (view === undefined || tokens === null) return { value: '', words: '…' };
  const { part } = piece;
  if (part?.type === 'budget') {
    const left = part.budget - blockTokens(view);
    return left >= 0 ? { value: formatNumber(left), words: 'left' } : { value: formatNumber(-left), words: 'over' };
  }
  if (tokens === 0) return { value: '', words: part?.type === 'without' ? 'nothing left out' : 'nothing new' };
  const blocks = view.blocks.filter((block) => block.part === piece.text).length;
  return {
    value: `${tokens < 0 ? '−' : ''}${formatNumber(Math.abs(tokens))}`,
    words: part === null || blocks === 0 ? '' : blocks === 1 ? '1 block' : `${formatNumber(blocks)} blocks`,
  };
}

/** A stretch of the bar, as a share of its whole length. */
export interface Stretch {
  readonly at: number;
  readonly share: number;
}

/** What each piece takes of the budget, or of the blocks where there is none. */
export function stretchesOf(view: Weighed, pieces: readonly Piece[]): Stretch[] {
  const weights = pieces.map((_, at) =>
    view.blocks.filter((block) => partOf(block.part, pieces) === at).reduce((sum, { tokens }) => sum + tokens.value, 0),
  );
  const whole = Math.max(budgetIn(pieces) ?? 0, blockTokens(view), 1);
  return weights.flatMap((weight, at) => (weight > 0 ? [{ at, share: weight / whole }] : []));
}

/** The piece that brought a block in: where none is named, the context began with it. */
export function partOf(part: string | undefined, pieces: readonly Piece[]): number {
  return part === undefined
    ? 0
    : Math.max(
        0,
        pieces.findIndex(({ text }) => text === part),
      );
}

/** "+3,640", "−120", "no change". */
export function differenceWords(before: number, now: number): string {
  if (before === now) return 'no change';
  return `${now > before ? '+' : '−'}${formatNumber(Math.abs(now - before))}`;
}
