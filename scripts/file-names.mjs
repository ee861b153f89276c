// Finds files whose names say nothing, or do not tell them from a neighbour: whoever looks for the one opens the other.

const VAGUE = /(?:^|[/-])words(?:-of)?(?:\.test)?\.tsx?$/;

const TEST = /\.(?:test|spec)\.tsx?$|(?:^|\/)testing(?:\/|\.ts$)/;

/** Commands are named as people type them; next to what a format has of each kind is the table of all formats. */
const NAMED_BY_OTHERS = /^src\/main\/cli\/commands\/|^src\/main\/engine\/formats\/[^/]+$/;

/** What is left of a path without what changes a word little: capitals, a plural, an ending. */
const stemOf = (path) =>
  path
    .replace(/\.\w+$/, '')
    .toLowerCase()
    .replace(/(?:ings?|ed|ies|es|s|e|y)$/, '');

/** Judges the paths of all sources. Complains as well where it saw none: then the check itself is broken. */
export function judgeFileNames(paths) {
  const named = paths.filter((path) => !TEST.test(path) && !NAMED_BY_OTHERS.test(path));
  const alike = [...Map.groupBy(named, stemOf).values()].filter(({ length }) => length > 1);
  return [
    ...(named.length === 0 ? [`saw ${paths.length} files and no name to judge: the check itself is broken`] : []),
    ...paths.filter((path) => VAGUE.test(path)).map((path) => `${path}: name the file after what its words are about`),
    ...alike.map(([path, ...others]) => `${path}: name it so that nobody takes it for ${others.join(' or ')}`),
  ];
}
