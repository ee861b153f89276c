import { asNumber, asString } from './json.ts';
import { type OwnExchange, type OwnFiles, recordsIn } from './wiring.ts';

/** Bodies that an extension of ours wrote down within an agent: a file each, and a list with a line for each of them. */

/** The environment variable that tells the extension where to write. */
export const FOLDER = 'TAPESCOPE_RECORD';
export const LIST = 'recorded.jsonl';

/** What a line of the list tells of a request, under the names that joins go by. */
const JOINS = { session: 'session_id', response: 'response_id' } as const;

/** The requests in the list, in the order in which they were sent; one whose body is not there is left out. */
export function readListed({ paths, read }: OwnFiles): { exchanges: OwnExchange[]; left: string[] } {
  const there = new Set(paths);
  const exchanges = new Map<string, OwnExchange>();
  for (const row of recordsIn(read(LIST))) {
    const name = asString(row.name) ?? '';
    const request = `${name}.request.json`;
    if (!there.has(request)) continue;
    const response = [`${name}.response.json`, `${name}.response.txt`].find((path) => there.has(path)) ?? null;
    const known = exchanges.get(name) ?? { at: asNumber(row.at) ?? 0, request, response, join: {} };
    for (const [from, to] of Object.entries(JOINS)) {
      const id = asString(row[from]);
      if (id !== null) known.join[to] = id;
    }
    exchanges.set(name, known);
  }
  return { exchanges: [...exchanges.values()].toSorted((a, b) => a.at - b.at), left: [] };
}
