import type { Cut, PieceKind } from '../../../shared/model/float.ts';
import { PIECE_KINDS } from '../../../shared/model/float-kinds.ts';
import type { Piece } from './pieces.ts';
import { closing } from './quote.ts';
import type { CountTokens } from './tokens.ts';

export interface Fitted {
  /** In the order of the file; texts may be shortened. */
  included: Piece[];
  cuts: Cut[];
}

/** The share of the room that a kind may take while others wait. */
const SHARES: Partial<Record<PieceKind, number>> = { description: 0.5, boot: 0.3, content: 0.5, child: 0.2, related: 0.2 };
/** Texts that are shortened where they do not fit whole. */
const TEXTS: ReadonlySet<PieceKind> = new Set(['description', 'boot', 'content']);
/** Less than this is not worth a beginning. */
const SHORTEST = 24;
const MARK = '\n\n[… cut short, the rest is in a larger tier]\n\n';

interface Choice {
  piece: Piece;
  /** null where it was left out before it was counted. */
  cost: number | null;
  /** What is in the file; null for nothing. */
  shown: string | null;
  shownCost: number;
}

/** Spends `room` tokens on pieces, by the order of PIECE_KINDS; null is without bound. Every piece is included or cut, or, shortened, both. */
export function fitPieces(pieces: readonly Piece[], room: number | null, count: CountTokens): Fitted {
  const choices = pieces.map((piece): Choice => ({ piece, cost: null, shown: null, shownCost: 0 }));
  if (room === null) for (const choice of choices) choice.shown = choice.piece.out === null ? choice.piece.text : null;
  else spend(choices, room, count);
  return settled(choices);
}

const inOrder = (choices: readonly Choice[]): Choice[] =>
  choices.filter(({ piece }) => piece.out === null).sort((a, b) => PIECE_KINDS.indexOf(a.piece.kind) - PIECE_KINDS.indexOf(b.piece.kind));

const spend = (choices: readonly Choice[], room: number, count: CountTokens): void => {
  const ordered = inOrder(choices);
  const left = new Map(Object.entries(SHARES).map(([kind, share]) => [kind, Math.floor(room * share)]));
  let rest = room;
  for (const choice of ordered) {
    if (rest <= 0) break;
    const share = left.get(choice.piece.kind);
    choose(choice, Math.min(rest, share ?? rest), count);
    if (share !== undefined) left.set(choice.piece.kind, share - choice.shownCost);
    rest -= choice.shownCost;
  }
  // What the shares held back and nobody took goes to those that were held back.
  for (const choice of ordered.filter(({ piece, shown }) => SHARES[piece.kind] !== undefined && shown !== piece.text)) {
    const before = choice.shownCost;
    choose(choice, before + rest, count);
    rest -= choice.shownCost - before;
  }
};

const choose = (choice: Choice, room: number, count: CountTokens): void => {
  const { piece } = choice;
  choice.cost ??= count(piece.text);
  const shown = choice.cost <= room ? piece.text : TEXTS.has(piece.kind) ? shorten(piece.text, room, count) : null;
  if (shown === null) return;
  choice.shown = shown;
  choice.shownCost = count(shown);
};

/** As many whole lines as fit, of a very long line as many sentences; null where that is next to nothing. */
const shorten = (text: string, room: number, count: CountTokens): string | null => {
  let rest = room - count(MARK);
  if (rest < SHORTEST) return null;
  let head = '';
  for (const part of text.split(/(?<=\n)|(?<=[.!?。] )|(?<=^(?:[^\s]+\s+){40})/u)) {
    rest -= count(part);
    if (rest < 0) break;
    head += part;
  }
  return head.trim() === '' ? null : head.trimEnd() + closing(head.trimEnd()) + MARK;
};

const settled = (choices: readonly Choice[]): Fitted => ({
  included: choices.flatMap(({ piece, shown }) => (shown === null ? [] : [{ ...piece, text: shown }])),
  cuts: choices.flatMap(({ piece, shown, cost }) => {
    if (shown === piece.text && !piece.shortened) return [];
    const reason = piece.out ?? (shown === piece.text ? 'tier' : 'budget');
    return [{ kind: piece.kind, id: piece.id, reason, tokens: cost, shortened: shown !== null }];
  }),
});

/** Takes back the least wanted pieces until at least `over` tokens are free; for what joins and headings cost beyond the pieces. */
export function release({ included, cuts }: Fitted, over: number, count: CountTokens): Fitted {
  const order = included.toSorted(
    (a, b) => PIECE_KINDS.indexOf(b.kind) - PIECE_KINDS.indexOf(a.kind) || included.indexOf(b) - included.indexOf(a),
  );
  const dropped = new Set<Piece>();
  let free = 0;
  for (const piece of order) {
    if (free >= over) break;
    free += Math.max(1, count(piece.text));
    dropped.add(piece);
  }
  const isOf = (cut: Cut): boolean => [...dropped].some((piece) => piece.kind === cut.kind && piece.id === cut.id);
  const fresh = [...dropped].map(
    (piece): Cut => ({ kind: piece.kind, id: piece.id, reason: 'budget', tokens: count(piece.text), shortened: false }),
  );
  return { included: included.filter((piece) => !dropped.has(piece)), cuts: [...cuts.filter((cut) => !isOf(cut)), ...fresh] };
}
