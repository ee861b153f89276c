/** What is between two words, in a query and in a name. */
export const APART = /[^\p{L}\p{N}]+/u;

/** Whether each word begins a word of the text: "st" finds "Step on", not "Newest". */
export function begins(words: readonly string[], text: string): boolean {
  const parts = text.split(APART);
  const asked = words.flatMap((word) => word.split(APART)).filter(Boolean);
  return (asked.length > 0 || words.length === 0) && asked.every((word) => parts.some((part) => part.startsWith(word)));
}
