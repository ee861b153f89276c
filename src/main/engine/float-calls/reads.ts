import { isAbsolute, join } from 'node:path';
import type { FloatRead } from '../../../shared/model/float.ts';
import type { EntryRow, TapeRow } from '../../../shared/model/index.ts';
import type { Signal } from '../../../shared/rpc/contract.ts';
import type { Catalog } from '../catalog/types.ts';
import { recordsOf } from '../compare/payloads.ts';
import type { Engine } from '../engine.ts';
import type { Float } from '../float/float.ts';
import { formatById } from '../formats/index.ts';
import { type Header, headersIn, type Mention, mentionsIn } from './header.ts';
import { judge } from './judge.ts';
import type { KnownRoots } from './known.ts';

/** How a project is looked at: only those that a person's library or hand has named. */
export interface Lookup {
  use<T>(root: string, work: (float: Float) => T): Promise<T>;
  roots: KnownRoots['list'];
}

/** Calls that are looked at together. */
const PAGE = 2000;

/**
 * The calls of a tape that read context files, in order, with the build that each of them saw. A path of the transcript is compared with
 * the projects that are known, and never opened. Throws 'not-found' for an unknown tape; stops when `signal` aborts.
 */
export const readsIn = async ({ catalog }: Pick<Engine, 'catalog'>, lookup: Lookup, id: string, signal: Signal): Promise<FloatRead[]> => {
  const tape = catalog.tape(id);
  const built = (await lookup.roots()).flatMap(({ root, built }) => (built ? [root] : []));
  const reads: FloatRead[] = [];
  for (let from = 1; !signal.aborted; ) {
    const { items } = catalog.page(tape.id, from, PAGE, ['tool_call']);
    for await (const calls of callsIn(tape, items))
      for (const call of calls) reads.push(...(await readsOf(catalog, tape, lookup, built, call)));
    const last = items.at(-1);
    if (last === undefined || items.length < PAGE) break;
    from = last.seq + 1;
  }
  return reads;
};

interface Call {
  row: EntryRow;
  id: string | null;
  mentions: Mention[];
}

/** The calls that name context files, a batch at a time. */
async function* callsIn(tape: TapeRow, rows: readonly EntryRow[]): AsyncGenerator<Call[]> {
  const format = formatById(tape.format);
  for await (const batch of recordsOf(tape, rows)) {
    yield batch.flatMap(({ row, record }) =>
      (record ? format.parts(record) : []).flatMap((part): Call[] => {
        const mentions = part.type === 'tool_call' && !WRITES.test(part.name ?? '') ? mentionsIn(part.text) : [];
        return mentions.length === 0 ? [] : [{ row, id: part.id ?? null, mentions }];
      }),
    );
  }
}

/** Tools that write do not read. */
const WRITES = /edit|write|patch|create|delete/i;

const readsOf = async (catalog: Catalog, tape: TapeRow, lookup: Lookup, built: readonly string[], call: Call): Promise<FloatRead[]> => {
  const headers = await headersOf(catalog, tape, call);
  const reads: FloatRead[] = [];
  for (const [at, mention] of call.mentions.entries()) {
    const header =
      headers[at] ?? (call.mentions.length === 1 ? null : (headers.find(({ shown }) => mention.name.startsWith(shown)) ?? null));
    const root = rootOf(mention, tape, built);
    const seen = { mention, header, time: call.row.time, root };
    const told = root === null ? judge(null, seen) : await lookup.use(root, (float) => judge(float, seen));
    reads.push({ seq: call.row.seq, step: call.row.step, file: mention.file, root, ...told });
  }
  return reads;
};

/** Headers in the results of a call; of one without an id, in the result that follows it. */
const headersOf = async (catalog: Catalog, tape: TapeRow, { row, id }: Call): Promise<Header[]> => {
  const seqs = id === null ? [] : catalog.tool(tape.id, id).results;
  const rows = seqs.length > 0 ? catalog.entriesAt(tape.id, seqs) : catalog.page(tape.id, row.seq, 1, ['tool_result']).items;
  const format = formatById(tape.format);
  const headers: Header[] = [];
  for await (const batch of recordsOf(tape, rows))
    for (const { record } of batch)
      for (const part of record ? format.parts(record) : [])
        if (part.type !== 'tool_call' && (id === null || part.id === undefined || part.id === id)) headers.push(...headersIn(part.text));
  return headers;
};

/** The known project that the path of a mention lies in: told by the path itself, else by where the session was. */
const rootOf = ({ before }: Mention, tape: TapeRow, built: readonly string[]): string | null => {
  const place = isAbsolute(before) ? before : tape.project === '' ? null : join(tape.project, before);
  return built.find((root) => root === place) ?? null;
};
