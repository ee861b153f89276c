import type { Float } from '../../../engine/float/float.ts';
import type { Declaration } from '../../command.ts';
import { type Asked, completing } from '../../completing.ts';
import type { Candidate } from '../../completion.ts';
import { readFloat } from '../project.ts';

/** More than these say nothing to anybody. */
const MOST = 1000;

const FOLDERS = `SELECT path AS value, coalesce(substr(description, 1, 80), '') AS about FROM folders
  WHERE gone_at IS NULL AND substr(path, 1, length(@word)) = @word ORDER BY path LIMIT ${MOST}`;
const DECISIONS = `SELECT CAST(id AS TEXT) AS value, substr(title, 1, 80) AS about FROM log_entries
  WHERE superseded_by IS NULL ORDER BY id DESC LIMIT ${MOST}`;

const READ: Partial<Record<Asked['sort'], (float: Float, word: string) => unknown[]>> = {
  // Only paths that are counted from the project: others are the shell's own to complete.
  folder: ({ db }, word) => (word.startsWith('/') ? db.prepare(FOLDERS).all({ word }) : []),
  decision: ({ db }) => db.prepare(DECISIONS).all(),
};

const rootIn = (words: readonly string[]): Record<string, string> => {
  const at = words.indexOf('--root');
  const root = at < 0 ? undefined : words[at + 1];
  return root === undefined ? {} : { root };
};

/** Files that agents read by themselves. */
const instructions = async (): Promise<Candidate[]> => {
  const { instructionFiles } = await import('../../../engine/formats/abouts.ts');
  return instructionFiles().map((value) => ({ value, about: '' }));
};

export const command: Declaration = {
  flags: [],
  notes: [],
  example: ['float __complete completion b', 'prints bash: the last word is the one being typed'],
  run: completing(async ({ sort, words }, context) => {
    if (sort === 'instructions') return instructions();
    const read = READ[sort];
    if (read === undefined) return [];
    const given = { operands: [], options: rootIn(words) };
    return readFloat({ ...context, given }, (float) => read(float, words.at(-1) ?? '') as Candidate[]);
  }),
};
