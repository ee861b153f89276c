/** Splits what is typed into the folder to look in and the start of a name in it. */
export function splitPath(typed: string): { folder: string; start: string } {
  const at = Math.max(typed.lastIndexOf('/'), typed.lastIndexOf('\\'));
  return { folder: typed.slice(0, at + 1), start: typed.slice(at + 1) };
}

interface Named {
  name: string;
  folder: boolean;
}

const isLog = (name: string): boolean => /\.(jsonl|jsonl\.zst|json|zip|eval|db|sqlite)$/i.test(name);

/** The names that go on from `start`: folders first, then logs; other files and hidden names only when typed for, but for the hidden `folders` of agents. */
export function completions<T extends Named>(entries: readonly T[], start: string, folders: ReadonlySet<string>): T[] {
  const wanted = start.toLowerCase();
  return entries
    .filter(
      ({ name, folder }) =>
        name.toLowerCase().startsWith(wanted) &&
        (folder || isLog(name) || wanted !== '') &&
        (wanted.startsWith('.') || !name.startsWith('.') || folders.has(name)),
    )
    .toSorted((a, b) => Number(b.folder) - Number(a.folder) || a.name.localeCompare(b.name, 'en', { numeric: true }));
}
