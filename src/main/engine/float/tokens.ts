import { countText } from '../views/tokenizer.ts';

export type CountTokens = (text: string) => number;

/** Texts are data: what looks like a special token in them is counted as the plain text it is. */
const PLAIN = { disallowedSpecial: new Set<string>() };
/** Counts that are kept. Boot texts, chains and lists of siblings stand in many files. */
const KEPT = 20_000;

/** Counts in o200k_base and remembers. The tables take some 100 ms to load, so only who counts loads them. */
export const loadCounter = async (): Promise<CountTokens> => {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  const known = new Map<string, number>();
  return (text) => {
    const found = known.get(text) ?? countText(text, (piece) => countTokens(piece, PLAIN));
    if (known.size >= KEPT) known.clear();
    known.set(text, found);
    return found;
  };
};
