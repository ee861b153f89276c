import { clean } from './clean.ts';
import type { Style } from './style.ts';
import { displayWidth, truncate, truncateStart } from './width.ts';

/** What comes before the words of a line in a native tape that is not what was written. */
export const ALTERED = '[altered] ';

/** Text around a hit, and where in it the words are that were looked for. */
interface Snippet {
  snippet: string;
  matches: [number, number][];
  altered?: boolean | undefined;
}

interface Piece {
  text: string;
  hit: boolean;
}

/** The snippet cut at its matches, each piece cleaned by itself so that the offsets stay true. Offsets that do not fit are passed over. */
const piecesOf = ({ snippet: text, matches }: Snippet): Piece[] => {
  const parts: Piece[] = [];
  let at = 0;
  for (const [from, to] of matches) {
    if (from < at || to > text.length) continue;
    parts.push({ text: keepBlanks(text.slice(at, from)), hit: false }, { text: keepBlanks(text.slice(from, to)), hit: true });
    at = to;
  }
  return [...parts, { text: keepBlanks(text.slice(at)), hit: false }];
};

/** How much of a line may come before the first match: the match itself must be in sight. */
const LEAD = 0.4;

/** The snippet in one line of `width` columns at most, with its matches painted. */
export function paintSnippet(snippet: Snippet, width: number, style: Style): string {
  const [lead, ...rest] = piecesOf(snippet);
  let line = snippet.altered ? style.bad(ALTERED) : '';
  let room = snippet.altered ? width - ALTERED.length : width;
  for (const piece of [{ text: truncateStart(lead?.text ?? '', Math.floor(width * LEAD)), hit: false }, ...rest]) {
    const fitted = truncate(piece.text, room);
    line += piece.hit ? style.match(fitted) : fitted;
    room -= displayWidth(fitted);
    if (fitted !== piece.text || room <= 0) break;
  }
  return line.trimEnd();
}

/** `clean` trims; between two pieces of one line the blank at the seam belongs to the text. */
const keepBlanks = (text: string): string => {
  const cleaned = clean(text);
  if (cleaned === '') return text === '' ? '' : ' ';
  return `${/^\s/.test(text) ? ' ' : ''}${cleaned}${/\s$/.test(text) ? ' ' : ''}`;
};
