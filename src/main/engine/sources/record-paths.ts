/** What to do with the value of a member or the item of a list: it is a record, or records are inside of it; null where neither is so. */
export type PathStep = RecordPaths | 'record' | null;

/** Where in a document its records are. */
export interface RecordPaths {
  /** For a list; null where the format expects none here. */
  item: PathStep;
  /** For an object, of which it is asked key by key; null where the format expects none here. */
  member: ((key: string) => PathStep) | null;
}

/**
 * Reads paths such as `messages.*`: keys from the document's root on, and `*` for each item of a list. `*` alone: the document is a list of records. A path
 * that ends in a key means the object there.
 */
export function recordPaths(paths: readonly string[]): RecordPaths {
  return nodeOf(paths.map((path) => path.split('.')));
}

const nodeOf = (paths: readonly string[][]): RecordPaths => {
  const below = new Map<string, string[][]>();
  for (const [key = '', ...rest] of paths) below.set(key, [...(below.get(key) ?? []), rest]);
  const steps = new Map(
    [...below].map(([key, rest]) => [key, rest.some(({ length }) => length === 0) ? ('record' as const) : nodeOf(rest)]),
  );
  const item = steps.get('*') ?? null;
  steps.delete('*');
  return { item, member: steps.size === 0 ? null : (key) => steps.get(key) ?? null };
};
