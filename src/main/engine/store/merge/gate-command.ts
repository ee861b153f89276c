import { TapeError } from '../../../../shared/rpc/tape-error.ts';

/**
 * A command line as words: quotes and backslashes are honoured as a POSIX shell does it, and nothing is expanded, substituted or run.
 * Throws 'bad-input' where a quote is not closed or there is no word; `what` is what the sentence calls it.
 */
export function splitWords(text: string, what = 'The command that judges a merge'): string[] {
  const words: string[] = [];
  let word: string | null = null;
  for (let at = 0; at < text.length; ) {
    const char = text.charAt(at);
    if (/\s/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
      at += 1;
      continue;
    }
    const piece = pieceAt(text, at, what);
    word = (word ?? '') + piece.text;
    at = piece.end;
  }
  if (word !== null) words.push(word);
  if (words.length === 0) throw new TapeError('bad-input', `${what} is empty.`);
  return words;
}

/** A quoted part, an escaped character, or a plain one. */
function pieceAt(text: string, at: number, what: string): { text: string; end: number } {
  const char = text.charAt(at);
  if (char === "'") {
    const end = text.indexOf("'", at + 1);
    if (end === -1) throw unclosed(char, what);
    return { text: text.slice(at + 1, end), end: end + 1 };
  }
  if (char === '"') return doubleQuoted(text, at, what);
  if (char !== '\\') return { text: char, end: at + 1 };
  if (at + 1 === text.length) throw new TapeError('bad-input', `${what} ends with a backslash.`);
  return { text: text.charAt(at + 1), end: at + 2 };
}

/** Within double quotes a backslash escapes `"`, `\`, `$` and a backtick only. */
function doubleQuoted(text: string, start: number, what: string): { text: string; end: number } {
  let out = '';
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '"') return { text: out, end: at + 1 };
    const escaped = char === '\\' && '"\\$`'.includes(text.charAt(at + 1)) && at + 1 < text.length;
    if (escaped) at += 1;
    out += text.charAt(at);
  }
  throw unclosed('"', what);
}

const unclosed = (quote: string, what: string): TapeError => new TapeError('bad-input', `${what} has a ${quote} that is not closed.`);
