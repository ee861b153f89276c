export interface Allowance {
  words: readonly string[];
  why: string;
}
export const wordsOf: (ids: readonly string[]) => string[];
export const findNames: (file: string, source: string, words: readonly string[]) => { word: string; line: number }[];
export const judge: (
  files: readonly (readonly [file: string, source: string])[],
  agents: readonly { id: string; own?: boolean; heirOf?: string }[],
  allowed: Readonly<Record<string, Allowance>>,
) => { files: number; complaints: string[] };
