export interface Marked {
  text: string;
  hit: boolean;
  /** Where it begins in the text. */
  at: number;
}

const literally = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A text in pieces, those that are one of the words apart. Case does not matter; a word within a longer one is no hit. */
export function marked(text: string, words: readonly string[]): Marked[] {
  if (words.length === 0) return [{ text, hit: false, at: 0 }];
  const longest = [...words].sort((a, b) => b.length - a.length).map(literally);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${longest.join('|')})(?![\\p{L}\\p{N}_])`, 'giu');
  const pieces: Marked[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > from) pieces.push({ text: text.slice(from, match.index), hit: false, at: from });
    pieces.push({ text: match[0], hit: true, at: match.index });
    from = match.index + match[0].length;
  }
  if (from < text.length || pieces.length === 0) pieces.push({ text: text.slice(from), hit: false, at: from });
  return pieces;
}
