import { isAbsolute, join, normalize, sep } from 'node:path';
import type { FloatRead } from '../../../shared/model/float.ts';
import type { EntryRow, TapeRow } from '../../../shared/model/index.ts';
import { recordsOf } from '../bytes/payloads.ts';
import type { Catalog } from '../catalog/types.ts';
import type { Float } from '../float/float.ts';
import { parseContextName } from '../float/names.ts';
import { formatById } from '../formats/index.ts';
import { type Header, headersIn as headersOf, type Mention, mentionsIn } from './header.ts';
import { judge, type Told } from './judge.ts';
import type { KnownRoots } from './known.ts';

/** How a project is looked at: only those that a person's library or hand has named. */
export interface Lookup {
  use<T>(root: string, work: (float: Float) => T): Promise<T>;
  roots: KnownRoots['list'];
}

/** A context file that a call of a transcript names, and what the answer shows of it. Plain data: a thread finds it. */
export interface Found {
  seq: number;
  step: number | null;
  /** When the call was made, epoch ms. */
  time: number | null;
  mention: Mention;
  header: Header | null;
}

export interface FoundReads {
  found: Found[];
  /** The last entry that need not be looked at again when the tape has grown: a call without its answer follows it. */
  upTo: number;
}

/** Calls that are looked at together. */
const PAGE = 2000;

/** The calls of a tape, from an entry on, that name context files, each with what its answer shows. Ends early where `stopped` says so. */
export async function findReads(catalog: Catalog, tape: TapeRow, start: number, stopped: () => boolean): Promise<FoundReads> {
  const found: Found[] = [];
  let upTo = tape.entries;
  for (let from = start; !stopped(); ) {
    const { items } = catalog.page(tape.id, from, PAGE, ['tool_call']);
    for await (const calls of callsIn(tape, items)) {
      for (const call of calls) {
        const answers = answersOf(catalog, tape, call);
        if (answers.length === 0) upTo = Math.min(upTo, call.row.seq - 1);
        found.push(...foundIn(call, await headersIn(tape, call, answers)));
      }
      if (stopped()) break;
    }
    const last = items.at(-1);
    if (last === undefined || items.length < PAGE) break;
    from = last.seq + 1;
  }
  return { found, upTo };
}

/**
 * Which build each of these calls saw, and whether it was stale at that moment. A path of the transcript is compared with the projects that
 * are known, and never opened.
 */
export async function judgeReads(lookup: Lookup, tape: TapeRow, found: readonly Found[]): Promise<FloatRead[]> {
  if (found.length === 0) return [];
  const built = (await lookup.roots()).flatMap(({ root, built }) => (built ? [root] : []));
  const reads: FloatRead[] = [];
  for (const { seq, step, time, mention, header } of found) {
    const judgeAt = (root: string | null): Promise<Told> | Told =>
      root === null
        ? judge(null, { mention, header, time, root })
        : lookup.use(root, (float) => judge(float, { mention, header, time, root }));
    const { root, told } = await settle(placesOf(mention, tape, built), judgeAt);
    reads.push({ seq, step, file: mention.file, root, ...told });
  }
  return reads;
}

/** The one project that there is, or, of several that the path may be in, the one that knows the build that was shown. */
const settle = async (
  roots: readonly string[],
  judgeAt: (root: string | null) => Promise<Told> | Told,
): Promise<{ root: string | null; told: Told }> => {
  const [only = null, ...others] = roots;
  if (others.length === 0) return { root: only, told: await judgeAt(only) };
  const knowing: { root: string; told: Told }[] = [];
  for (const root of roots) {
    const told = await judgeAt(root);
    if (told.told === 'header') knowing.push({ root, told });
  }
  const [one, another] = knowing;
  return one !== undefined && another === undefined ? one : { root: null, told: await judgeAt(null) };
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

const foundIn = (call: Call, headers: readonly Header[]): Found[] => {
  const { seq, step, time } = call.row;
  return call.mentions.flatMap((mention, at) =>
    shownOf(call.mentions, at, headers).map((header) => ({ seq, step, time, mention, header })),
  );
};

/** `cat .float/context/*.md` names no file; what it read is what the answer shows. */
const isPattern = ({ name }: Mention): boolean => /[*?[{]/.test(name);

/** What the answer shows of one of the files that a call names; several for a pattern. A file that was not there has no header, so names come before places. */
const shownOf = (mentions: readonly Mention[], at: number, headers: readonly Header[]): (Header | null)[] => {
  const mention = mentions[at];
  if (mention === undefined) return [];
  if (isPattern(mention) && mentions.length === 1 && headers.length > 0) return [...headers];
  const named = parseContextName(mention.name);
  const own = headers.find(({ shown, tier }) => shown === named?.path && (tier === null || tier === named.tier));
  return [own ?? (mentions.length === 1 || headers.length === mentions.length ? headers[at] : null) ?? null];
};

/** The results of a call; of one without an id, the result that follows it. */
const answersOf = (catalog: Catalog, tape: TapeRow, { row, id }: Call): EntryRow[] => {
  const seqs = id === null ? [] : catalog.tool(tape.id, id).results;
  return seqs.length > 0 ? catalog.entriesAt(tape.id, seqs) : catalog.page(tape.id, row.seq, 1, ['tool_result']).items;
};

const headersIn = async (tape: TapeRow, { id }: Call, answers: readonly EntryRow[]): Promise<Header[]> => {
  const format = formatById(tape.format);
  const headers: Header[] = [];
  for await (const batch of recordsOf(tape, answers))
    for (const { record } of batch)
      for (const part of record ? format.parts(record) : [])
        if (part.type !== 'tool_call' && (id === null || part.id === undefined || part.id === id)) headers.push(...headersOf(part.text));
  return headers;
};

/** Projects that are looked into for one path. */
const MOST_PLACES = 8;

/**
 * The known projects that the path of a mention may be in. A whole path says it, wherever the session began; one that counts from where
 * the agent was then, which no transcript tells, is one from where it began, else from a project above or below that.
 */
const placesOf = ({ before }: Mention, { project }: TapeRow, built: readonly string[]): string[] => {
  if (before.startsWith('/') || isAbsolute(before)) return built.filter((root) => root === normalize(before)).slice(0, 1);
  if (project === '') return [];
  const place = join(project, before);
  if (built.includes(place)) return [place];
  return built.filter((root) => isWithin(root, project) || isWithin(project, root)).slice(0, MOST_PLACES);
};

const isWithin = (path: string, above: string): boolean => path.startsWith(above.endsWith(sep) ? above : above + sep);
