import { listOf } from '../../../shared/library/names.ts';
import type { FormatRow } from '../../../shared/model/index.ts';

/** Names that a sentence has room for. */
const NAMES = 5;
/** Paths that a line has room for. */
const PATHS = 2;

const foreign = (formats: readonly FormatRow[]): FormatRow[] => formats.filter(({ own }) => !own);

/** "Bub, Codex and 9 other agents": whose logs are read; empty until that is known. */
export function agentNames(formats: readonly FormatRow[]): string {
  return listOf(
    foreign(formats).map(({ name }) => name),
    NAMES,
    'other agents',
  );
}

/** Where logs were looked for: the places that exist, as many as a line has room for, the others in words, and all of them. */
export function lookedIn(formats: readonly FormatRow[]): { found: string[]; others: string; places: string } {
  const roots = foreign(formats).flatMap((format) => format.roots.filter(({ on }) => on));
  const found = roots.flatMap((root) => (root.found ? [root.path] : [])).slice(0, PATHS);
  const left = roots.length - found.length;
  const where = left === 1 ? '1 other place' : `${left} other places`;
  const others =
    found.length > 0 ? (left === 0 ? '' : where) : roots.length === 0 ? 'nowhere' : `where ${agentNames(formats)} keep their logs`;
  return { found, others, places: roots.map(({ path }) => path).join('\n') };
}

/** The first names of hidden folders that logs are in, such as `.agent`. */
export function hiddenFolders(formats: readonly FormatRow[]): ReadonlySet<string> {
  return new Set(
    formats.flatMap(({ roots }) => roots.flatMap(({ usual }) => usual.split(/[\\/]+/).filter((part) => part.startsWith('.')))),
  );
}
