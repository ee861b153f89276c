import type { Departure } from '../../../shared/model/handoff.ts';
import type { EntryRow, StepRow, TapeRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import type { Waiting } from '../../../shared/rpc/contract.ts';
import { pathIn, WRITES } from '../compare/paths.ts';
import type { Format, JsonObject } from '../formats/format.ts';
import { cut } from '../text/excerpt.ts';
import { isRequestBy } from '../views/branch-source.ts';
import type { Rim } from '../views/rim.ts';
import { type Around, pickedAt } from './departure-contexts.ts';
import { readRows } from './similarity-texts.ts';

type Back = Departure['back'][number];

/** Tools that bring the content of a file before the model. */
const READS = /read|view|open|cat\b|fetch/i;
/** Shorter texts are repeated by chance: "ok", "continue". */
const LEAST_CHARS = 40;
/** Contexts after the entry that are looked at, and entries of the tape after it. */
const MOST_CONTEXTS = 24;
const MOST_LATER = 200_000;
const WHAT_CHARS = 80;

export interface CameBack {
  back: Back[];
  notes: string[];
}

/**
 * Entries that left and came back: in a later context again, their file read again, or their words said again to the letter but for
 * blanks. An entry is listed once for each way, with the first time.
 */
export async function cameBack(rim: Rim, around: Around, signal?: Waiting): Promise<CameBack> {
  const { tape, left, after } = around;
  if (left.length === 0 || after === null) return { back: [], notes: [] };
  const later = laterOf(rim, around);
  const again = await inContextAgain(rim, around);
  const said = await saidAgain({ tape, left: left.map(({ row }) => row), later: later.rows, format: rim.formatOf(tape.format), signal });
  return {
    back: [...again.back, ...said].sort((a, b) => a.seq - b.seq || a.by - b.by),
    notes: [...again.notes, ...later.notes],
  };
}

/** What a model read or wrote after the entry, on the same side. */
const laterOf = ({ catalog }: Rim, { tape, row: at }: Around): { rows: EntryRow[]; notes: string[] } => {
  const to = Math.min(tape.entries + 1, at.seq + 1 + MOST_LATER);
  const side = has(at.flags, Flag.Sidechain);
  const rows = catalog
    .entries(tape.id, at.seq + 1, to)
    .filter((row) => has(row.flags, Flag.Sent) && !has(row.flags, Flag.Summary) && has(row.flags, Flag.Sidechain) === side);
  const notes =
    to <= tape.entries ? [`Only the ${MOST_LATER.toLocaleString('en-US')} entries after it were searched for what returned.`] : [];
  return { rows, notes };
};

/** Only where a later context begins elsewhere can something be back in it: the ends of each run of steps with one origin are looked at. */
const inContextAgain = async (rim: Rim, { tape, row, left, before, after }: Around): Promise<CameBack> => {
  if (after === null) return { back: [], notes: [] };
  const requests = rim.catalog.steps(tape.id, after.step + 1, Math.max(1, tape.steps - after.step)).items.filter(isRequestBy(row));
  const runs: StepRow[][] = [];
  for (const step of requests)
    if (runs.at(-1)?.[0]?.origin === step.origin) runs.at(-1)?.push(step);
    else runs.push([step]);
  // Where both contexts begin at the same entry, nothing tells which later one went back.
  const sameBase = before !== null && before.origin === after.origin && after.origin !== null;
  const elsewhere = runs.filter(([first]) => first?.origin !== after.origin).flatMap((run) => [run[0], run.at(-1)]);
  const wanted = [...new Set([...elsewhere, ...(sameBase ? requests.slice(-1) : [])])].flatMap((step) => step ?? []);
  const missing = new Map(left.map((one) => [one.row.seq, one.row]));
  const back: Back[] = [];
  for (const step of wanted.slice(0, MOST_CONTEXTS))
    for (const seq of await pickedAt(rim, tape, step)) {
      const found = missing.get(seq);
      if (!found) continue;
      missing.delete(seq);
      back.push({ seq, by: step.first, how: 'in-context', what: found.label || found.kind });
    }
  const notes =
    wanted.length > MOST_CONTEXTS ? [`${MOST_CONTEXTS} of ${wanted.length} later contexts were searched for what returned.`] : [];
  return { back, notes };
};

interface Said {
  tape: TapeRow;
  left: readonly EntryRow[];
  later: readonly EntryRow[];
  format: Format;
  signal?: Waiting | undefined;
}

const isCall = (row: EntryRow): boolean => row.calls.length > 0 || row.kind === 'tool_call';
const isRead = (row: EntryRow): boolean => isCall(row) && READS.test(row.label) && !WRITES.test(row.label);
/** Texts of one kind and length may be the same; no others have to be read. */
const shapeOf = (row: EntryRow): string => `${row.kind} ${row.chars}`;

/** Files read again and words said again. Reads each entry at most once, and of the later ones only those that may be one of the two. */
const saidAgain = async ({ tape, left, later, format, signal }: Said): Promise<Back[]> => {
  const shapes = new Set(later.filter((row) => row.chars >= LEAST_CHARS).map(shapeOf));
  const texts = new Map<string, EntryRow>();
  const files = new Map<string, EntryRow>();
  const candidates = left.filter((row) => isRead(row) || (row.chars >= LEAST_CHARS && shapes.has(shapeOf(row))));
  await readRows({ tape, rows: inOrder(candidates), signal }, (row, record) => {
    if (row.chars >= LEAST_CHARS) texts.set(wordsSaid(row, record, format), row);
    if (isRead(row)) for (const path of pathsIn(record, format)) files.set(path, row);
  });
  const known = new Set([...texts.values()].map(shapeOf));
  const wanted = later.filter((row) => (files.size > 0 && isRead(row)) || known.has(shapeOf(row)));
  const back: Back[] = [];
  const told = new Set<number>();
  const answers = new Map(left.flatMap((row) => row.results.map((call) => [call, row.seq] as const)));
  await readRows({ tape, rows: inOrder(wanted), signal }, (row, record) => {
    const tell = (from: EntryRow | undefined, how: Back['how'], what: string): void => {
      if (!from || told.has(from.seq)) return;
      // What a file said comes back with the reading of it: one thing, told once.
      for (const seq of [from.seq, ...from.calls.map((call) => answers.get(call) ?? from.seq)]) told.add(seq);
      back.push({ seq: from.seq, by: row.seq, how, what });
    };
    if (isRead(row)) for (const path of pathsIn(record, format)) tell(files.get(path), 'read-again', path);
    const said = wordsSaid(row, record, format);
    tell(texts.get(said), 'repeated', cut(said.slice(said.indexOf(' ') + 1), WHAT_CHARS));
  });
  return back;
};

const inOrder = (rows: readonly EntryRow[]): EntryRow[] => rows.toSorted((a, b) => a.seq - b.seq);

const wordsSaid = (row: EntryRow, record: JsonObject, format: Format): string =>
  `${row.kind} ${format.text(record).replace(/\s+/g, ' ').trim()}`;

const pathsIn = (record: JsonObject, format: Format): string[] =>
  format.parts(record).flatMap((part) => {
    const path = part.type === 'tool_call' && READS.test(part.name ?? '') ? pathIn(part.text) : null;
    return path === null ? [] : [path];
  });
