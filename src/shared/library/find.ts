import type { TapeRow } from '../model/index.ts';
import { titleOf } from './names.ts';
import { begins } from './word-starts.ts';

export interface Asked {
  /** These tapes. */
  ids?: readonly string[] | undefined;
  /** Those written in this folder or below it. With `ids`, both. */
  under?: string | undefined;
  /** Those whose title or project contains each of these words. */
  words?: string | undefined;
  /** Those that were made from or for no other. */
  tops?: boolean | undefined;
}

const isUnder = (project: string, folder: string): boolean =>
  project === folder || project.startsWith(folder.endsWith('/') ? folder : `${folder}/`);

const choosing = ({ ids, under }: Asked): ((tape: TapeRow) => boolean) => {
  if (ids === undefined && under === undefined) return () => true;
  const wanted = new Set(ids);
  return (tape) => wanted.has(tape.id) || (under !== undefined && isUnder(tape.project, under));
};

/** The very title first, then those with a word that begins so, then the others; of alike ones the order stays. */
const byWords = (tapes: readonly TapeRow[], words: string): TapeRow[] => {
  const asked = words.trim().toLowerCase();
  const parts = asked.split(/\s+/).filter(Boolean);
  const ranks: TapeRow[][] = [[], [], []];
  for (const tape of tapes) {
    const title = titleOf(tape).toLowerCase();
    const name = `${title} ${tape.project.toLowerCase()}`;
    if (!parts.every((part) => name.includes(part))) continue;
    ranks[title === asked ? 0 : begins(parts, name) ? 1 : 2]?.push(tape);
  }
  return ranks.flat();
};

/** The tapes that are asked for, in the order of `tapes`; by words, the best first. */
export function findTapes(tapes: readonly TapeRow[], asked: Asked): TapeRow[] {
  const chosen = choosing(asked);
  const found = tapes.filter((tape) => (asked.tops !== true || tape.parent === null) && chosen(tape));
  return asked.words === undefined ? found : byWords(found, asked.words);
}
