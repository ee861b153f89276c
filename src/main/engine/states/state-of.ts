import type { AnchorRow, TapeRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { loadWhatIsThere } from '../bytes/load.ts';
import type { Catalog } from '../catalog/types.ts';
import type { Json, JsonObject } from '../formats/format.ts';
import { formatById } from '../formats/index.ts';
import { rulesOf } from '../formats/rules.ts';
import { ofAnchor, type PhaseStart, startsOf } from './starts.ts';
import { type Became, writtenNumbers } from './written.ts';

/** What a phase inherits, as its source holds it. */
export interface PhaseState {
  value: Json;
  /** Where numbers lead that a merge changed, or that the writer counted in its own way. */
  became: Became;
  /** The source changed underneath, so that nothing can be said. */
  changed: boolean;
}

const NONE: Became = new Map();

/** A chain tells how it began in its first records: a hook, a command, the prompt. */
const HEAD = 4;

const isChain = ({ type, derived }: PhaseStart): boolean => derived && (type === 'start' || type === 'reset');

/** Records that a state is read from; few for each phase. */
export function recordsFor(start: PhaseStart): number[] {
  if (isChain(start)) return Array.from({ length: HEAD }, (_, at) => start.record + at);
  return [start.record, start.summary, start.call].filter((each) => each !== null);
}

/** The state of a phase from the records that `recordsFor` names. Pure; never throws. */
const stateFrom = (
  start: PhaseStart,
  recordOf: (seq: number) => JsonObject | null,
  opaque: ReadonlySet<number>,
  format: string,
): PhaseState => {
  const record = recordOf(start.record);
  const rules = rulesOf(format).states;
  if (record === null) return { value: {}, became: NONE, changed: true };
  if (isChain(start))
    return plain(
      Object.assign(
        {},
        ...recordsFor(start)
          .map((seq) => rules.begun(recordOf(seq) ?? {}))
          .reverse(),
      ),
    );
  const other = (seq: number | null): JsonObject | null => (seq === null ? null : recordOf(seq));
  if (start.type === 'compaction') return plain(compacted(record, other(start.summary), opaque.has(start.summary ?? 0), format));
  if (start.type === 'plan') return plain(rules.planned(record, other(start.call)));
  return { ...rules.handed(record), changed: false };
};

const plain = (value: Json): PhaseState => ({ value, became: NONE, changed: false });

/** Text, then what the boundary says of it, in the words of the source. */
const compacted = (boundary: JsonObject, summary: JsonObject | null, opaque: boolean, format: string): JsonObject => {
  const text = summary === null ? null : formatById(format).text(summary);
  // Only the provider can read it.
  const said = opaque && text === '' ? { encrypted_summary: true } : { summary: text };
  return { ...(text !== null && said), ...rulesOf(format).states.compacted(boundary) };
};

/** The states of some phases of a tape, in their order, by one read of the source. */
export async function statesOf(catalog: Catalog, tape: TapeRow, starts: readonly PhaseStart[]): Promise<PhaseState[]> {
  const rows = catalog.entriesAt(tape.id, [...new Set(starts.flatMap(recordsFor))]);
  const loaded = await loadWhatIsThere(tape, rows);
  const records = new Map(rows.map(({ seq }, at) => [seq, loaded[at] ?? null]));
  const opaque = new Set(rows.filter(({ flags }) => has(flags, Flag.Opaque)).map(({ seq }) => seq));
  const states: PhaseState[] = [];
  for (const start of starts) {
    const state = stateFrom(start, (seq) => records.get(seq) ?? null, opaque, tape.format);
    states.push(state.changed || start.derived ? state : { ...state, became: await numbersIn(catalog, tape, start, records, state) });
  }
  return states;
}

const numbersIn = async (
  catalog: Catalog,
  tape: TapeRow,
  { record: seq }: PhaseStart,
  records: ReadonlyMap<number, JsonObject | null>,
  { value, became }: PhaseState,
): Promise<Became> => {
  const written = await writtenNumbers(catalog, tape, { seq, id: records.get(seq)?.id }, value);
  return written.size === 0 ? became : written;
};

/** The state of an anchor, whether or not a phase begins there. `changed` where it cannot be read. Throws nothing of its own. */
export async function stateOfAnchor(catalog: Catalog, tape: TapeRow, anchor: AnchorRow): Promise<PhaseState> {
  const [state] = await statesOf(catalog, tape, [ofAnchor(anchor)]);
  return state ?? { value: {}, became: NONE, changed: true };
}

/** The beginning of the phase at entry `seq`. Throws TapeError('not-found') where no phase begins there. */
const startAt = (catalog: Catalog, tape: TapeRow, seq: number): PhaseStart => {
  const found = startsOf(catalog, tape).find((start) => start.seq === seq);
  if (found) return found;
  throw new TapeError('not-found', `No phase of ${tape.title} begins at entry ${seq}.`);
};

/** The state of the phase that begins at entry `seq`. Throws TapeError('not-found') and 'unreadable'. */
export async function stateAt(catalog: Catalog, tape: TapeRow, seq: number): Promise<PhaseState> {
  const [state] = await statesOf(catalog, tape, [startAt(catalog, tape, seq)]);
  if (state && !state.changed) return state;
  throw new TapeError('unreadable', `${tape.file} changed at entry ${seq}. Open the tape again to reload it.`);
}
