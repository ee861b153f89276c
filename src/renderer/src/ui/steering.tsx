import type { ReactNode } from 'react';

/** Characters that are drawn as nothing and turn the order in which what is around them is read. */
const STEERING = /([\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069])/u;

/** A text cut at these characters: every other piece is one of them. */
export function steered(text: string): readonly string[] {
  return STEERING.test(text) ? text.split(STEERING) : [text];
}

/** How its number is drawn: `data-point` is put before it. */
export const STEERED = 'inline-block boxed-strong round-small pad-x-tight tiny dim';

/** "U+202E". */
export function pointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Text of a log, to be read in its order: each character that would turn it is in a box of its own, under its number, so that a selection that is copied still has it. */
export function seen(text: string): ReactNode {
  const pieces = steered(text);
  if (pieces.length === 1) return text;
  let from = 0;
  return pieces.map((piece, at) => {
    const place = from;
    from += piece.length;
    if (at % 2 === 0) return piece;
    return (
      <span key={place} className={STEERED} data-point={pointOf(piece)}>
        {piece}
      </span>
    );
  });
}

/** The same where there can be text alone: on a canvas, in a label, and of the beginning of a text. */
export function spelled(text: string): string {
  return steered(text)
    .map((piece, at) => (at % 2 === 0 ? piece : `[${pointOf(piece)}]`))
    .join('');
}

/** Letters of scripts that are written from right to left. */
const RIGHT = /^[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** How a paragraph is written, by its first letter; null where it has none. */
export function directionOf(text: string): 'ltr' | 'rtl' | null {
  const [first] = /\p{L}/u.exec(text) ?? [];
  if (first === undefined) return null;
  return RIGHT.test(first) ? 'rtl' : 'ltr';
}
