import { setImmediate } from 'node:timers/promises';
import { plainModel } from '../../../shared/model/limits.ts';

export type Encoding = 'o200k_base' | 'cl100k_base';

/**
 * The public tokenizer of a model, by its name; null where none is public (Claude 3 and later, Gemini) or known. Names come
 * with or without a provider in front: `gpt-5`, `openai:gpt-4o`, `openrouter:openai/o3`.
 */
export function encodingFor(model: string | null): Encoding | null {
  const name = plainModel(model);
  if (/^(gpt-4(-|$)|gpt-3\.5|gpt-35)/.test(name)) return 'cl100k_base';
  return /^(gpt-|chatgpt-|codex-|o[1-9](-|$))/.test(name) ? 'o200k_base' : null;
}

/** Texts longer than this are estimated: nobody should wait for the last digit of a megabyte. */
export const LONGEST_COUNTED = 200_000;
/** Characters counted between two looks at the event loop. */
const PER_TURN = 64 * 1024;
/** Counts that are kept; the oldest go first. */
const KEPT = 50_000;

export interface Text {
  /** Names the bytes that the text comes from, so that a count can be kept. */
  key: string;
  chars: number;
  load: () => string;
}

/** Counts tokens and remembers the counts. */
export interface Counter {
  /** What is known already. */
  known(encoding: Encoding, key: string): number | undefined;
  /** Counts per text, in order; undefined where the text is too long to be counted. */
  count(encoding: Encoding, texts: readonly Text[]): Promise<(number | undefined)[]>;
}

/** A tokenizer is loaded when it is first asked to count: that takes longer than most counts. */
export function createCounter(): Counter {
  const counts = new Map<string, number>();
  const keep = (key: string, count: number): number => {
    if (counts.size >= KEPT) counts.delete(counts.keys().next().value ?? '');
    counts.set(key, count);
    return count;
  };
  return {
    known: (encoding, key) => counts.get(`${encoding} ${key}`),
    async count(encoding, texts) {
      const countTokens = await loadEncoding(encoding);
      const found: (number | undefined)[] = [];
      let sinceTurn = 0;
      for (const { key, chars, load } of texts) {
        const known = counts.get(`${encoding} ${key}`);
        found.push(known ?? (chars > LONGEST_COUNTED ? undefined : keep(`${encoding} ${key}`, countText(load(), countTokens))));
        sinceTurn += known === undefined ? chars : 0;
        if (sinceTurn > PER_TURN) await setImmediate();
        if (sinceTurn > PER_TURN) sinceTurn = 0;
      }
      return found;
    },
  };
}

type CountTokens = (text: string) => number;

/** Texts are data: what looks like a special token in them is counted as the plain text it is. */
const PLAIN = { disallowedSpecial: new Set<string>() };

const loadEncoding = async (encoding: Encoding): Promise<CountTokens> => {
  const { countTokens } =
    encoding === 'o200k_base' ? await import('gpt-tokenizer/encoding/o200k_base') : await import('gpt-tokenizer/encoding/cl100k_base');
  return (text) => countTokens(text, PLAIN);
};

/**
 * Runs of one class of character, which tokenizers merge pair by pair: 100,000 letters without a space take 20 seconds. Made for a
 * text and not on loading: it takes half a millisecond, of the thirty that a command of the terminal has.
 */
const longRuns = (): RegExp => /[\p{L}\p{M}]{300,}|\s{300,}|[^\s\p{L}\p{N}]{300,}/gu;
const RUN_PIECE = 300;

/** Exact but inside of very long runs, where each cut may add one token. */
export function countText(text: string, countTokens: CountTokens): number {
  if (text.length < RUN_PIECE) return countTokens(text);
  let total = 0;
  let at = 0;
  for (const match of text.matchAll(longRuns())) {
    total += countTokens(text.slice(at, match.index));
    const end = match.index + match[0].length;
    for (let piece = match.index; piece < end; piece += RUN_PIECE)
      total += countTokens(text.slice(piece, Math.min(piece + RUN_PIECE, end)));
    at = end;
  }
  return total + countTokens(text.slice(at));
}
