import type { EntryRow } from '../../../shared/model/index.ts';
import type { Finding, Selection } from '../formats/context/selection.ts';
import { readOne } from '../formats/draft.ts';
import type { CompactionDraft, Format, Json, JsonObject } from '../formats/format.ts';
import { loadWhatIsThere, type Source } from '../source/source.ts';
import type { RecordFacts } from './warnings.ts';

export const NOTHING: RecordFacts = { handoffState: false, handoffCall: null, lostSegments: new Set(), changed: false };

/** Answers what the rows cannot: reads the few records that a selection is about, and nothing else. */
export const factsOf = async (
  selection: Selection,
  source: Source,
  format: Format,
  rowsAt: (seqs: readonly number[]) => EntryRow[],
): Promise<RecordFacts> => {
  const wanted = namedRecords(selection);
  if (wanted.length === 0) return NOTHING;
  const rows = rowsAt(wanted);
  const loaded = await loadWhatIsThere(source, rows);
  const records = new Map(rows.map((row, at) => [row.seq, loaded[at] ?? null]));
  const handoff = selection.findings.find((finding) => finding.type === 'left-out-anchor');
  return {
    ...(handoff ? handoffFacts(handoff, records) : { handoffState: false, handoffCall: null }),
    lostSegments: lostSegments(selection, records, format),
    changed: [...records.values()].includes(null),
  };
};

const namedRecords = ({ floor, findings }: Selection): number[] => {
  const seqs = findings.flatMap((finding) => {
    if (finding.type === 'left-out-anchor') return [finding.anchor.seq, ...(finding.handoffCall === null ? [] : [finding.handoffCall])];
    return finding.type === 'crossed-compaction' ? [finding.boundary] : [];
  });
  if (floor?.reason === 'compacted' && floor.anchor.compaction?.preserved.length === 0) seqs.push(floor.anchor.seq);
  return [...new Set(seqs)];
};

const handoffFacts = (finding: Finding & { type: 'left-out-anchor' }, records: ReadonlyMap<number, JsonObject | null>) => {
  const call = finding.handoffCall === null ? null : (records.get(finding.handoffCall) ?? null);
  return { handoffState: hasHandoffState(records.get(finding.anchor.seq) ?? null), handoffCall: callOf(call, finding.anchor.name) };
};

const member = (value: Json | undefined, key: string): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, key) ? value[key] : undefined;

/** More than the owner and the archive that a reset notes down: something that was meant for the next phase. */
const hasHandoffState = (record: JsonObject | null): boolean => {
  const state = member(record?.payload, 'state');
  if (typeof state !== 'object' || state === null) return false;
  return Object.entries(state).some(([key, value]) => !(key === 'owner' && value === 'human') && key !== 'archived');
};

/** The name of the tool by which the model made the anchor `name`, if this record holds such a call. */
const callOf = (record: JsonObject | null, name: string): string | null => {
  const calls = member(record?.payload, 'calls');
  if (!Array.isArray(calls)) return null;
  for (const call of calls) {
    const tool = member(member(call, 'function'), 'name');
    if (typeof tool !== 'string' || !/handoff/i.test(tool)) continue;
    const given = member(parsed(member(member(call, 'function'), 'arguments')), 'name');
    if (typeof given !== 'string' || given === name) return tool;
  }
  return null;
};

const parsed = (text: Json | undefined): Json | undefined => {
  if (typeof text !== 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Compactions whose record names a kept segment that the catalog could not find, and which the chain relies on. */
const lostSegments = ({ floor, findings }: Selection, records: ReadonlyMap<number, JsonObject | null>, format: Format): Set<number> => {
  const lost = new Set<number>();
  const preservedOf = (seq: number) => {
    const record = records.get(seq) ?? null;
    return record === null ? null : (readOne(format, record).compaction?.preserved ?? null);
  };
  if (floor?.reason === 'compacted' && floor.anchor.compaction?.preserved.length === 0 && preservedOf(floor.anchor.seq) !== null)
    lost.add(floor.anchor.seq);
  for (const finding of findings) {
    if (finding.type !== 'crossed-compaction' || finding.parent === null) continue;
    const preserved = preservedOf(finding.boundary);
    if (preserved !== null && namesOf(preserved).includes(finding.parent)) lost.add(finding.boundary);
  }
  return lost;
};

const namesOf = (preserved: NonNullable<CompactionDraft['preserved']>): (string | number)[] => {
  if ('from' in preserved) return [preserved.from];
  return 'ids' in preserved ? preserved.ids : [preserved.head, preserved.tail];
};
