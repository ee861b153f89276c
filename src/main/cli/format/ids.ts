const LEAST = 8;

const shared = (a: string, b: string): number => {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
};

/** For each id the shortest start that no other id has, of eight characters at least. */
export function shortIds(ids: readonly string[]): Map<string, string> {
  const sorted = [...new Set(ids)].sort();
  return new Map(
    sorted.map((id, at) => {
      const needed = 1 + Math.max(shared(id, sorted[at - 1] ?? ''), shared(id, sorted[at + 1] ?? ''));
      return [id, id.slice(0, Math.max(LEAST, needed))];
    }),
  );
}

/** Ids as people read them: "2–2001, 2005". */
export function spans(ids: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const id of ids) {
    const last = runs.at(-1);
    if (last && last[1] + 1 === id) last[1] = id;
    else runs.push([id, id]);
  }
  return runs.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(', ');
}
