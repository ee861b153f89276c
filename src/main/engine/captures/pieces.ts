import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { elementsOf } from './elements.ts';

/** A body as it is kept: text that is its own, and the digests of blocks that it shares with others. Joined they are the bytes that were sent. */
export type Piece = string | { block: string };

/** A block by its SHA-256, hex. */
export interface Block {
  digest: string;
  bytes: Buffer;
}

const blockOf = (bytes: Buffer): Block => ({ digest: hash('sha256', bytes, 'hex'), bytes });

/** What is shorter than the name of a block stays in the body. */
const SHORT = 100;

/**
 * Takes a body apart: each element of its lists is a block, so that a history that is sent again with every request is kept once. What is no
 * JSON is one block. Joining the pieces gives the same bytes (`joined`).
 */
export function piecesOf(body: Buffer): { pieces: Piece[]; blocks: Block[] } {
  if (body.length === 0) return { pieces: [], blocks: [] };
  const runs = isUtf8(body) ? elementsOf(body) : [];
  if (runs.length === 0) return whole(body);
  const blocks = runs.map(([from, to]) => blockOf(body.subarray(from, to)));
  const pieces = runs.flatMap(([from], at): Piece[] => [
    body.toString('utf8', runs[at - 1]?.[1] ?? 0, from),
    { block: blocks[at]?.digest ?? '' },
  ]);
  return { pieces: [...pieces, body.toString('utf8', runs.at(-1)?.[1])], blocks };
}

const whole = (body: Buffer): { pieces: Piece[]; blocks: Block[] } => {
  if (body.length < SHORT && isUtf8(body)) return { pieces: [body.toString('utf8')], blocks: [] };
  const block = blockOf(body);
  return { pieces: [{ block: block.digest }], blocks: [block] };
};

/** Joins the pieces of a body to the bytes that were sent; null where one of its blocks is missing. */
export function joined(pieces: readonly Piece[], blocks: ReadonlyMap<string, Buffer>): Buffer | null {
  const parts = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : blocks.get(piece.block)));
  return parts.every((part) => part !== undefined) ? Buffer.concat(parts) : null;
}
