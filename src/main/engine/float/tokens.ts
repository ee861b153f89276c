import { countText } from '../views/tokenizer.ts';

export type CountTokens = (text: string) => number;

/** Texts are data: what looks like a special token in them is counted as the plain text it is. */
const PLAIN = { disallowedSpecial: new Set<string>() };
/** Lines whose counts are kept. Those of boot texts, chains and lists are in many files, and in each tier of one. */
const KEPT = 50_000;

/**
 * Counts in o200k_base, line by line, and remembers lines: no token reaches across the end of a line that a visible character other
 * than a slash follows, so the sum is the count of the whole, exactly. The tables take some 100 ms to load, so only who counts loads them.
 */
export async function loadCounter(): Promise<CountTokens> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  const known = new Map<string, number>();
  const countLine = (line: string): number => {
    const found = known.get(line) ?? piecesOf(line).reduce((sum, piece) => sum + countText(piece, (text) => countTokens(text, PLAIN)), 0);
    if (known.size >= KEPT) known.clear();
    known.set(line, found);
    return found;
  };
  return (text) => {
    let total = 0;
    let start = 0;
    for (let end = text.indexOf('\n') + 1; end > 0; end = text.indexOf('\n', end) + 1) {
      if (!endsToken(text, end)) continue;
      total += countLine(text.slice(start, end));
      start = end;
    }
    return total + (start === text.length ? 0 : countLine(text.slice(start)));
  };
}

const LONGEST = 32 * 1024;
/** A token ends before a single space. */
const SPACE = /[^\s] (?=\S)/g;

/** Regular expressions run out of stack in a line of megabytes. Cut where a token ends, or, in what has no space for so long, anywhere. */
const piecesOf = (line: string): string[] => {
  const pieces: string[] = [];
  let rest = line;
  while (rest.length > 2 * LONGEST) {
    SPACE.lastIndex = LONGEST;
    const found = SPACE.exec(rest.slice(0, 2 * LONGEST));
    const end = found === null ? LONGEST : found.index + 1;
    pieces.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...pieces, rest];
};

const SPACE_OR_SLASH = /[\s/]/;

/** Whether a token ends before this character, which follows a line's end. */
const endsToken = (text: string, at: number): boolean => at < text.length && !SPACE_OR_SLASH.test(text.charAt(at));
