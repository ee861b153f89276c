import type { EntryRow, Link, TapeRow } from '../../../shared/model/index.ts';
import type { Catalog } from '../catalog/types.ts';
import type { Json, JsonObject } from '../formats/format.ts';
import { asList, asNumber, asObject, asString, asStrings } from '../formats/json.ts';

/** Links beyond this are many of a kind. */
const MOST = 50;

/** What an entry of a native tape says of others: what it corrects, hands over, starts, joins, and where a merge took it from. */
export function nativeLinks(catalog: Catalog, tape: TapeRow, row: EntryRow, record: JsonObject): Link[] {
  // In a piece of a tape that somebody left as a file, numbers name nothing.
  if (tape.format !== 'native' || tape.file.endsWith('.jsonl')) return [];
  const payload = asObject(record.payload);
  const forks = catalog.related(tape.id).filter(({ relation }) => relation === 'fork');
  return [
    ...corrections(catalog, tape, row),
    ...sources(tape, payload),
    ...continued(catalog, asObject(asObject(payload?.state)?.continues)),
    ...governance(forks, payload),
    ...mergedFrom(forks, asObject(asObject(record.meta)?.from)),
  ];
}

const corrections = (catalog: Catalog, tape: TapeRow, row: EntryRow): Link[] => [
  ...(row.corrects === undefined ? [] : [{ relation: 'corrects' as const, seq: row.corrects, label: `entry ${row.corrects}` }]),
  ...catalog.corrections(tape.id, row.seq).map((seq) => ({ relation: 'corrected-by' as const, seq, label: `entry ${seq}` })),
];

/** The entries that a handoff rests on. */
const sources = (tape: TapeRow, payload: JsonObject | null): Link[] =>
  asList(asObject(payload?.state)?.source_ids)
    .map((id: Json) => asNumber(id))
    .filter((id) => id !== null && Number.isInteger(id) && id >= 1 && id <= tape.entries)
    .slice(0, MOST)
    .map((seq) => ({ relation: 'source', seq: seq as number, label: `entry ${seq}` }));

/** The entry of an imported tape that a session continues from. Its file is only compared with those of the library. */
const continued = (catalog: Catalog, origin: JsonObject | null): Link[] => {
  const [file, seq] = [asString(origin?.file), asNumber(origin?.entry)];
  if (file === null || seq === null) return [];
  const source = catalog.tapes().find((tape) => tape.file === file);
  const title = source?.title ?? asString(origin?.title) ?? file;
  if (source === undefined) return [{ relation: 'source', label: `${title}, entry ${seq}, which is not in the library` }];
  return [{ relation: 'source', tape: source.id, seq, label: `${title}, entry ${seq}` }];
};

/** The tapes that a fork or merge event is about. Names from the log are only compared, never made into paths. */
const governance = (forks: readonly TapeRow[], payload: JsonObject | null): Link[] => {
  const data = asObject(payload?.data);
  if (data === null || data.event !== payload?.name) return [];
  const names = data.event === 'fork' ? [asString(data.branch) ?? ''] : data.event === 'merge' ? asStrings(data.inputs) : [];
  return forks
    .filter(({ native }) => native?.fork != null && names.includes(native.fork))
    .slice(0, MOST)
    .map((fork) => ({ relation: data.event === 'fork' ? 'fork' : 'merged-from', tape: fork.id, label: fork.title }));
};

const mergedFrom = (forks: readonly TapeRow[], from: JsonObject | null): Link[] => {
  const name = asString(from?.fork);
  const id = asNumber(from?.id);
  if (name === null) return [];
  const fork = forks.find(({ native }) => native?.fork === name);
  const label = id === null ? name : `${name}, entry ${id}`;
  return [{ relation: 'merged-from', ...(fork && { tape: fork.id }), ...(fork && id !== null && { seq: id }), label }];
};
