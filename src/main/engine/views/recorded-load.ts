import { bisect } from '../../../shared/model/bisect.ts';
import type { EntryRow, TapeRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { loadWhatIsThere, type Source } from '../bytes/load.ts';
import type { Hints } from '../formats/context/hints.ts';
import { inOrder } from '../formats/context/rows.ts';
import type { JsonObject, WireMessage } from '../formats/format.ts';
import type { Candidates, LoggedRequest, Numbered, RequestLog, Spoken } from '../formats/request.ts';
import type { Chosen, Request } from './material.ts';
import { partsOf } from './recorded.ts';
import type { Rim } from './rim.ts';

/** Loads records of a tape by their rows. */
export type Load = (source: Source, rows: readonly EntryRow[]) => Promise<(JsonObject | null)[]>;

/** What loading a request reads from. */
interface Reader {
  log: RequestLog;
  load(rows: readonly EntryRow[]): Promise<(JsonObject | null)[]>;
  /** Entries of a kind that others may name by a word. */
  named(word: string, kind: string): EntryRow[];
  /** Entries before the step, ascending. */
  rows: readonly EntryRow[];
}

/**
 * The request that a step answered, where the log keeps it and proves it: loaded by pointers, so that it costs what it shows. Where a part
 * is missing or does not match its hash, a sentence says so. Nothing where the log has no request of this step.
 */
export async function loadRecorded(
  rim: Pick<Rim, 'catalog' | 'formatOf'>,
  tape: TapeRow,
  request: Request,
  chosen: Chosen,
  load: Load = loadWhatIsThere,
): Promise<Hints> {
  const log = rim.formatOf(tape.format).requests;
  if (log === undefined) return {};
  const rows = inOrder(chosen.material.rows.values());
  const row = requestOf(log, request, backFrom(rows, request.step.first));
  if (row === null) return {};
  const reader: Reader = {
    log,
    rows,
    load: (wanted) => load(tape, wanted),
    named: (word, kind) => rim.catalog.named(tape.id, word).filter((candidate) => candidate.kind === kind),
  };
  const found = await rebuild(reader, row, chosen);
  return typeof found === 'string' ? { notes: [`${found} This context is derived from the rules of the agent instead.`] } : found;
}

/** The entries before one, the newest first. */
export function* backFrom(rows: readonly EntryRow[], seq: number): Generator<EntryRow> {
  for (let at = bisect(0, rows.length, (place) => (rows[place]?.seq ?? 0) >= seq) - 1; at >= 0; at -= 1) {
    const row = rows[at];
    if (row) yield row;
  }
}

/** The newest request before a step that asked for it: none is between it and the answer before. `back`: the entries before the step, the newest first. */
export function requestOf(log: RequestLog, { step }: Pick<Request, 'step'>, back: Iterable<EntryRow>): EntryRow | null {
  // Lines in the name of the model ask nobody, but for those that say that asking failed.
  if (step.step === null || (step.synthetic && !step.failed)) return null;
  for (const row of back) {
    if (row.kind === log.kinds.request && log.asks(row.label, step.sidechain)) return row;
    const answer = row.role === 'assistant' && row.step !== null && row.step !== step.step && !has(row.flags, Flag.Synthetic);
    if (answer && has(row.flags, Flag.Sidechain) === step.sidechain) return null;
  }
  return null;
}

const rebuild = async (reader: Reader, row: EntryRow, { material, selection }: Chosen): Promise<Hints | string> => {
  const [record] = await reader.load([row]);
  const logged = record ? reader.log.read(record) : null;
  if (logged === null) return 'The record of the request is gone.';
  if (logged.lacks !== null) return logged.lacks;
  const hashes = await hashesOf(reader, logged);
  if (hashes === null) return 'The log lacks a request that this one continues.';
  const shape = await shapeOf(reader, logged.shape);
  if (shape === null) {
    const [altered] = reader.named(logged.shape, reader.log.kinds.shape);
    return altered
      ? 'The logged system prompt and tools of this request do not match their hash.'
      : 'The log lacks the system prompt and the tools of this request.';
  }
  const path = selection.picks.map(({ seq }) => seq);
  const messages = await messagesOf(reader, hashes, new Set(path));
  const missing = hashes.filter((_, at) => messages[at] === null);
  const altered = missing.filter((hash) => reader.named(hash, reader.log.kinds.message).length > 0);
  if (altered.length > 0) return `Of the ${hashes.length} messages of this request, ${altered.length} do not match their hash in the log.`;
  if (missing.length > 0) return `The log lacks ${missing.length} of the ${hashes.length} messages of this request.`;
  const known = messages.flatMap((message) => message ?? []);
  const sent = reader.log.whole(logged, { ...shape.parts, messages: known.map(({ message }) => plain(message)) });
  if (sent === null) return 'The logged parts of this request do not match its digest.';
  const placed = reader.log.place(
    known.map(({ message }) => message),
    await candidatesOf(
      reader,
      material.rows,
      selection.picks.map(({ seq }) => seq),
      known.some(isStoredAnswer),
    ),
  );
  const origins = { request: row.seq, shape: shape.entry, messages: known.map(({ entry }) => entry) };
  return { recorded: { entry: row.seq, sent, parts: partsOf(sent, placed, logged.marks, origins) } };
};

const isSpoken = (message: WireMessage | Spoken): message is Spoken => 'blocks' in message && 'message' in message;
const plain = (message: WireMessage | Spoken): WireMessage => (isSpoken(message) ? message.message : message);

/** Requests that are read together while the bases are followed. */
const AHEAD = 32;

/** The hashes of all messages of a request, through the requests that it continues from; null where one is missing. */
const hashesOf = async (reader: Reader, request: LoggedRequest): Promise<string[] | null> => {
  const known = new Map<string, LoggedRequest>([[request.id, request]]);
  const tails: { keep: number; tail: string[] }[] = [];
  for (let at = request; ; ) {
    tails.push(at);
    if (at.base === null || at.keep === 0) break;
    const base: LoggedRequest | null = known.get(at.base) ?? (await readBase(reader, at.base, known));
    if (base === null || tails.length > 100_000) return null;
    at = base;
  }
  let hashes: string[] = [];
  for (const { keep, tail } of tails.toReversed()) {
    if (hashes.length < keep) return null;
    hashes = [...hashes.slice(0, keep), ...tail];
  }
  return hashes;
};

/** Reads a request and those before it: most go on from the one before. */
const readBase = async (reader: Reader, id: string, known: Map<string, LoggedRequest>): Promise<LoggedRequest | null> => {
  const { request: kind } = reader.log.kinds;
  const [named] = reader.named(id, kind);
  if (!named) return null;
  const before = reader.rows.filter((row) => row.kind === kind && row.seq < named.seq).slice(-AHEAD);
  for (const record of await reader.load([...before, named])) {
    const read = record ? reader.log.read(record) : null;
    if (read) known.set(read.id, read);
  }
  return known.get(id) ?? null;
};

const shapeOf = async (reader: Reader, hash: string) => {
  for (const row of reader.named(hash, reader.log.kinds.shape)) {
    const [record] = await reader.load([row]);
    const parts = record ? reader.log.shape(record, hash) : null;
    if (parts) return { parts, entry: row.seq };
  }
  return null;
};

interface Message {
  message: WireMessage | Spoken;
  /** The entry of its record; null where lines of the conversation hold it. */
  entry: number | null;
}

/** The message of each hash: a record of its own, or else lines of the conversation, those on the path of the step first. */
const messagesOf = async (reader: Reader, hashes: readonly string[], path: ReadonlySet<number>): Promise<(Message | null)[]> => {
  const stored = await storedMessages(reader, hashes);
  const said = new Map<string, Spoken[]>();
  // Nearly all that is not stored as such is an answer; only where that does not do are lines of the user's side read too.
  for (const sides of ['answers', 'all'] as const) {
    const wanted = new Set(hashes.filter((hash) => !stored.has(hash) && !said.has(hash)));
    if (wanted.size === 0) break;
    for (const [hash, found] of reader.log.spoken(await linesOf(reader, sides), wanted)) said.set(hash, onPathFirst(found, path));
  }
  return hashes.map((hash) => {
    const again = said.get(hash) ?? [];
    const message = again.length > 1 ? again.shift() : again[0];
    return stored.get(hash) ?? (message ? { message, entry: null } : null);
  });
};

const onPathFirst = (found: readonly Spoken[], path: ReadonlySet<number>): Spoken[] => {
  const isOn = ({ blocks }: Spoken): boolean => blocks.every((seq) => path.has(seq));
  return [...found.filter(isOn), ...found.filter((one) => !isOn(one))];
};

const storedMessages = async (reader: Reader, hashes: readonly string[]): Promise<Map<string, Message>> => {
  const found = new Map<string, Message>();
  const named = [...new Set(hashes)].flatMap((hash) => reader.named(hash, reader.log.kinds.message).map((row) => ({ hash, row })));
  const records = await reader.load(named.map(({ row }) => row));
  for (const [at, { hash, row }] of named.entries()) {
    const record = records[at];
    const message = record && !found.has(hash) ? reader.log.message(record, hash) : null;
    if (message) found.set(hash, { message, entry: row.seq });
  }
  return found;
};

const isLine = (row: EntryRow): boolean =>
  row.kind !== 'attachment' && (row.role === 'assistant' || row.role === 'user' || row.role === 'tool') && !has(row.flags, Flag.Queued);

/** In the place of a line of the user's side that need not be read: that something was said there is all that counts. */
const UNREAD: JsonObject = { type: 'user', message: { role: 'user', content: [] } };

const linesOf = async (reader: Reader, sides: 'answers' | 'all'): Promise<Numbered[]> => {
  const rows = reader.rows.filter(isLine);
  const wanted = sides === 'all' ? rows : rows.filter((row) => row.role === 'assistant');
  const records = await reader.load(wanted);
  const bySeq = new Map(wanted.map((row, at) => [row.seq, records[at] ?? null]));
  return rows.flatMap(({ seq }) => {
    const record = bySeq.has(seq) ? bySeq.get(seq) : UNREAD;
    return record ? [{ seq, record }] : [];
  });
};

/** An answer that is stored as such was not found among the lines; its parts may be. */
const isStoredAnswer = ({ message, entry }: Message): boolean => entry !== null && plain(message).role === 'assistant';

/** What the blocks of a request may be from: all that the rules would send, and whatever else before the step could have been sent. */
const candidatesOf = async (
  reader: Reader,
  all: ReadonlyMap<number, EntryRow>,
  path: readonly number[],
  answers: boolean,
): Promise<Candidates> => {
  const live = new Set(path);
  const sendable = reader.rows.filter(({ seq, flags }) => !live.has(seq) && has(flags, Flag.Sent));
  const rows = [...path.flatMap((seq) => all.get(seq) ?? []), ...sendable];
  const wordy = rows.filter(({ role, results, calls }) => (answers || role !== 'assistant') && results.length === 0 && calls.length === 0);
  const records = await reader.load(wordy);
  const byId = (side: 'calls' | 'results') => {
    const seqs = new Map(rows.toReversed().flatMap((row) => row[side].map((id) => [id, row.seq] as const)));
    return (id: string): number | null => seqs.get(id) ?? null;
  };
  return {
    records: wordy.flatMap(({ seq }, at) => (records[at] ? [{ seq, record: records[at] }] : [])),
    resultOf: byId('results'),
    callOf: byId('calls'),
  };
};
