import type { EntryRow, TapeRow } from '../../../shared/model/index.ts';
import { loadWhatIsThere } from '../bytes/load.ts';
import type { Catalog } from '../catalog/types.ts';
import { CAPTURED } from '../formats/abouts.ts';
import { formatById } from '../formats/index.ts';

/** How the steps of a log are joined to captured requests. */

export interface Join {
  tape: string;
  step: number;
  by: 'id' | 'call' | 'text';
}

/** What a step is known by. */
interface Known {
  tape: string;
  step: number;
  key: string;
  calls: readonly string[];
  /** Entries with the words of its answer. */
  words: readonly EntryRow[];
}

const knownOf = (catalog: Catalog, { id, entries, steps }: TapeRow): Known[] => {
  const keys = catalog.stepKeys(id);
  const found = keys.map((key, at): Known & { calls: string[]; words: EntryRow[] } => ({
    tape: id,
    step: at + 1,
    key,
    calls: [],
    words: [],
  }));
  if (steps === 0) return found;
  for (const row of catalog.entries(id, 1, entries + 1)) {
    if (row.step === null || row.role !== 'assistant') continue;
    const own = found[row.step - 1];
    own?.calls.push(...row.calls);
    if (row.kind === 'message') own?.words.push(row);
  }
  return found;
};

/** Tapes of captured requests that may hold those of a tape: of its session, or else of its time. */
function capturesFor(catalog: Catalog, tape: TapeRow): TapeRow[] {
  const captured = catalog.list({ format: CAPTURED }).items;
  const sessions = new Set(
    [tape.session, tape.parent === null ? null : catalog.tape(tape.parent).session].filter((session) => session !== null),
  );
  const same = captured.filter(({ session }) => session !== null && sessions.has(session));
  return same.length > 0 ? same : captured.filter((one) => overlaps(one, tape));
}

/** Clocks of two machines differ by less. */
const SLACK = 60_000;

const overlaps = (a: TapeRow, b: TapeRow): boolean => {
  if (a.started === null || a.ended === null || b.started === null || b.ended === null) return true;
  return a.started <= b.ended + SLACK && b.started <= a.ended + SLACK;
};

/** The captured request of each step of a tape, by the step; steps without one are left out. */
export async function joinsOf(catalog: Catalog, tape: TapeRow): Promise<Map<number, Join>> {
  const captured = capturesFor(catalog, tape).flatMap((row) => knownOf(catalog, row));
  const joins = new Map<number, Join>();
  if (captured.length === 0) return joins;
  const steps = knownOf(catalog, tape);
  const take = (one: Known, other: Known | undefined, by: Join['by']): void => {
    if (other !== undefined && !joins.has(one.step)) joins.set(one.step, { tape: other.tape, step: other.step, by });
  };
  const byKey = new Map(captured.filter(({ key }) => key !== '').map((one) => [one.key, one]));
  for (const step of steps) take(step, step.key === '' ? undefined : byKey.get(step.key), 'id');
  const byCall = new Map(captured.flatMap((one) => one.calls.map((call) => [call, one] as const)));
  for (const step of steps)
    take(
      step,
      step.calls.map((call) => byCall.get(call)).find((one) => one !== undefined),
      'call',
    );
  await joinByText(catalog, tape, steps, captured, joins, take);
  return joins;
}

type Take = (one: Known, other: Known | undefined, by: Join['by']) => void;

/** Answers of the same words are joined in their order, where both sides have as many of them. */
const joinByText = async (
  catalog: Catalog,
  tape: TapeRow,
  steps: readonly Known[],
  captured: readonly Known[],
  joins: ReadonlyMap<number, Join>,
  take: Take,
): Promise<void> => {
  const used = new Set([...joins.values()].map((join) => `${join.tape} ${join.step}`));
  const ours = await byWords(
    tape,
    steps.filter(({ step, words }) => !joins.has(step) && words.length > 0),
  );
  if (ours.size === 0) return;
  const free = captured.filter((one) => !used.has(`${one.tape} ${one.step}`) && one.words.length > 0);
  const theirs = new Map<string, Known[]>();
  for (const [id, some] of Map.groupBy(free, (one) => one.tape))
    for (const [words, found] of await byWords(catalog.tape(id), some)) theirs.set(words, [...(theirs.get(words) ?? []), ...found]);
  for (const [words, own] of ours) {
    const other = theirs.get(words) ?? [];
    if (other.length === own.length) for (const [at, one] of own.entries()) take(one, other[at], 'text');
  }
};

const byWords = async (tape: TapeRow, steps: readonly Known[]): Promise<Map<string, Known[]>> => {
  const { text } = formatById(tape.format);
  const rows = steps.flatMap(({ words }) => words);
  const records = await loadWhatIsThere(tape, rows);
  const said = new Map(rows.map((row, at) => [row.seq, records[at] ? text(records[at]).trim() : '']));
  const found = new Map<string, Known[]>();
  for (const step of steps) {
    const words = step.words
      .map(({ seq }) => said.get(seq) ?? '')
      .filter((one) => one !== '')
      .join('\n');
    if (words !== '') found.set(words, [...(found.get(words) ?? []), step]);
  }
  return found;
};
