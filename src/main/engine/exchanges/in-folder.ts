import { unpacked } from '../captures/unpacked.ts';
import type { Exchange } from '../formats/captured/exchange.ts';
import { bodyIn, joinOf, ofPair, pairsIn, pathOf } from '../formats/captured/pair.ts';
import type { Json, JsonObject } from '../formats/format.ts';
import { asNumber, asObject, asString, timeOf } from '../formats/json.ts';
import { type OwnFiles, recordsIn } from '../formats/wiring.ts';
import { OWN_SWITCHES } from '../formats/wirings.ts';
import type { Held } from './held.ts';
import { REQUEST_NAME } from './names.ts';

/** What is captured in a folder of files: bodies next to each other, as agents' own switches and small proxies write them. */

const FOLDER_REQUEST = /^([^/]+)\/request\.json$/;
const ANSWER_ENDS = ['response.json', 'response.txt', 'response.sse', 'resp.json', 'res.json', 'resp.txt', 'resp.sse'];

/** A request of these files, which is the same as long as they and what else is `known` of it are. */
const heldOf = (files: OwnFiles, [path, answer]: [string, string | null], known: unknown, load: Held): Held =>
  files.once(`held ${JSON.stringify([path, answer, known])}`, answer === null ? [path] : [path, answer], () => load);

/** The requests in a folder, in the order in which they were sent; none where it holds no captures. */
export function heldInFolder(files: OwnFiles): Held[] {
  for (const read of [heldNextToAnswers, heldInOwn, heldInFolders, heldWithout, heldInDocuments]) {
    const held = read(files);
    if (held.length > 0) return held;
  }
  return [];
}

const natural = new Intl.Collator('en', { numeric: true }).compare;

const stemsIn = (files: OwnFiles): { path: string; stem: string; mark: string }[] =>
  files.paths
    .flatMap((path) => {
      const [, stem = '', mark = '.'] = REQUEST_NAME.exec(path) ?? [];
      return stem === '' || path.includes('/') ? [] : [{ path, stem, mark }];
    })
    .toSorted((a, b) => natural(a.path, b.path));

/** `0001.request.json` with `0001.response.txt`. */
const heldNextToAnswers = (files: OwnFiles): Held[] => {
  const there = new Set(files.paths);
  const stems = stemsIn(files).map(({ path, stem, mark }) => ({
    path,
    answer: ANSWER_ENDS.map((end) => `${stem}${mark}${end}`).find((name) => there.has(name)) ?? null,
  }));
  if (!stems.some(({ answer }) => answer !== null)) return [];
  const rows = rowsIn(files);
  return stems.map(({ path, answer }) => heldInBodies(files, path, answer, rowOf(rows, path)));
};

/** Requests whose answers nobody kept. */
const heldWithout = (files: OwnFiles): Held[] => {
  const rows = rowsIn(files);
  return stemsIn(files).map(({ path }) => heldInBodies(files, path, null, rowOf(rows, path)));
};

const heldInBodies = (files: OwnFiles, path: string, answer: string | null, row: JsonObject | null): Held =>
  heldOf(files, [path, answer], row, () => bodiesOf(files, path, answer, row));

/** What an agent wrote by its own switch. */
const heldInOwn = (files: OwnFiles): Held[] => {
  for (const { by, read } of OWN_SWITCHES) {
    const { exchanges, files: within = files } = read(files);
    if (exchanges.length > 0)
      return exchanges.map(({ at, request, response, join }) =>
        heldOf(files, [request, response], [at, join], () => {
          const exchange = bodiesOf(within, request, response, null);
          return exchange && { ...exchange, at, by, join: { ...exchange.join, ...join } };
        }),
      );
  }
  return [];
};

/** A folder for each request, with what surrounds it in files of their own. */
const heldInFolders = (files: OwnFiles): Held[] => {
  const there = new Set(files.paths);
  return files.paths
    .filter((path) => FOLDER_REQUEST.test(path))
    .toSorted(natural)
    .map((path) => {
      const folder = path.slice(0, path.indexOf('/'));
      const answer =
        ['response.json', 'response.sse', 'response.txt'].map((name) => `${folder}/${name}`).find((name) => there.has(name)) ?? null;
      const meta = there.has(`${folder}/meta.json`)
        ? files.once(`meta ${folder}`, [`${folder}/meta.json`], () => asObject(jsonIn(files, `${folder}/meta.json`)))
        : null;
      return heldInBodies(files, path, answer, meta);
    });
};

/** Documents that are a request with its answer each. */
const heldInDocuments = (files: OwnFiles): Held[] =>
  files.paths
    .filter((path) => path.endsWith('.json') && !path.includes('/'))
    .toSorted(natural)
    .flatMap((path): Held[] =>
      files.once(`document ${path}`, [path], () => {
        const lone = pairsIn(jsonIn(files, path));
        if (lone.pairs.length !== 1) return [];
        return [
          () => {
            const { pairs, by } = pairsIn(jsonIn(files, path));
            const [pair] = pairs;
            return pair === undefined ? null : ofPair(pair, by);
          },
        ];
      }),
    );

const jsonIn = (files: OwnFiles, path: string): Json => {
  const bytes = files.read(path);
  return bytes === null ? null : bodyOfBytes(bytes, null);
};

/** How compressed bytes begin. */
const MAGIC = { gzip: [0x1f, 0x8b], zstd: [0x28, 0xb5, 0x2f, 0xfd] };

/** A body as it travelled may still be compressed: as is said of it, or as its first bytes show. */
const bodyOfBytes = (bytes: Buffer, said: string | null): Json => {
  const shown = Object.entries(MAGIC).find(([, magic]) => magic.every((byte, at) => bytes[at] === byte))?.[0];
  const encoding = said ?? shown;
  const { body } = unpacked(bytes, encoding === undefined ? [] : ['content-encoding', encoding]);
  return bodyIn(body.toString('utf8'));
};

const SAME = '$same_as';

/** A request of which parts may be in another file of the folder: whoever keeps many writes what does not change once. */
const wholeIn = (files: OwnFiles, path: string): JsonObject | null => {
  const request = asObject(jsonIn(files, path));
  if (request === null) return null;
  const partIn = (name: string, key: string, met: readonly string[]): Json => {
    const value = met.includes(name) ? null : (asObject(jsonIn(files, name))?.[key] ?? null);
    const next = asString(asObject(value)?.[SAME]);
    return next === null ? value : partIn(next, key, [...met, name]);
  };
  const parts = Object.entries(request).flatMap(([key, value]) => {
    const name = asString(asObject(value)?.[SAME]);
    return name === null || !files.paths.includes(name) ? [] : [[key, partIn(name, key, [path])] as const];
  });
  return parts.length === 0 ? request : { ...request, ...Object.fromEntries(parts) };
};

/** Lines of other files that say more of a request, by the name of its file. */
const rowsIn = (files: OwnFiles): ReadonlyMap<string, JsonObject> => {
  const rows = new Map<string, JsonObject>();
  for (const path of files.paths.filter((one) => one.endsWith('.jsonl') && !one.includes('/')))
    for (const row of recordsIn(files.read(path))) {
      const file = asString(row.file ?? row.request_file);
      if (file !== null && !rows.has(file)) rows.set(file, row);
    }
  return rows;
};

const rowOf = (rows: ReadonlyMap<string, JsonObject>, path: string): JsonObject | null => {
  const own = rows.get(path);
  if (own !== undefined) return own;
  for (const [file, row] of rows) if (path.endsWith(file)) return row;
  return null;
};

/** Seconds since 1970, or a date. */
const timeIn = (row: JsonObject | null): number | null => {
  const seconds = asNumber(row?.t_sent);
  return seconds === null ? timeOf(row?.at ?? row?.ts_request ?? row?.timestamp) : Math.round(seconds * 1000);
};

/** An exchange of which each body is a file; `row` is what else is known of it. */
const bodiesOf = (files: OwnFiles, path: string, answer: string | null, row: JsonObject | null): Exchange | null => {
  const request = wholeIn(files, path);
  if (request === null) return null;
  const response = answer === null ? null : answerIn(files, answer, row);
  // The file may have the body with what surrounds it.
  const around = request.body_b64 !== undefined || (request.body !== undefined && request.method !== undefined);
  const pair = around ? ofPair({ request, response: null }, BY) : null;
  const join = joinOf(row?.headers, row?.response_headers);
  return {
    ...{ at: timeIn(row) ?? pair?.at ?? null, ended: timeOf(row?.ts_complete), by: BY, status: asNumber(row?.status) },
    ...{ method: asString(row?.method) ?? pair?.method ?? 'POST', path: pathOf(asString(row?.path) ?? pair?.path ?? '') },
    ...{ join: { ...pair?.join, ...join }, request: pair?.request ?? request, response, before: [] },
  };
};

const BY = 'a folder of requests';

const answerIn = (files: OwnFiles, path: string, row: JsonObject | null): Json => {
  const bytes = files.read(path);
  return bytes === null ? null : bodyOfBytes(bytes, asString(row?.content_encoding));
};
