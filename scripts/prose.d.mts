export const WORDS: readonly (readonly [pattern: RegExp, write: string])[];
export function proseOf(file: string, source: string): { text: string; at: number }[];
export function findWords(file: string, source: string): { line: number; word: string; write: string }[];
export function findAbsent(file: string, source: string, exists: (name: string) => boolean): { line: number; name: string }[];
export function judgeProse(
  files: readonly (readonly [file: string, source: string])[],
  exists: (name: string) => boolean,
): { complaints: string[] };
