import type { EntryRow } from '../../../shared/model/index.ts';
import { loadWhatIsThere, type Source } from '../bytes/load.ts';
import type { Rules } from '../formats/context/rules.ts';
import type { Finding, Selection } from '../formats/context/selection.ts';
import { readOne } from '../formats/draft.ts';
import type { CompactionDraft, Format, JsonObject } from '../formats/format.ts';
import type { RecordFacts } from './warnings.ts';

const NOTHING: RecordFacts = { leftOut: null, lostSegments: new Set(), changed: false };

/** Answers what the rows cannot: reads the few records that a selection is about, and nothing else. */
export async function factsOf(
  selection: Selection,
  source: Source,
  format: Format,
  rules: Rules,
  rowsAt: (seqs: readonly number[]) => EntryRow[],
): Promise<RecordFacts> {
  const wanted = namedRecords(selection);
  if (wanted.length === 0) return NOTHING;
  const rows = rowsAt(wanted);
  const loaded = await loadWhatIsThere(source, rows);
  const records = new Map(rows.map((row, at) => [row.seq, loaded[at] ?? null]));
  const handoff = selection.findings.find((finding) => finding.type === 'left-out-anchor');
  return {
    leftOut: handoff ? leftOutOf(handoff, records, rules) : null,
    lostSegments: lostSegments(selection, records, format),
    changed: [...records.values()].includes(null),
  };
}

const namedRecords = ({ floor, findings }: Selection): number[] => {
  const seqs = findings.flatMap((finding) => {
    if (finding.type === 'left-out-anchor') return [finding.anchor.seq, ...(finding.handoffCall === null ? [] : [finding.handoffCall])];
    return finding.type === 'crossed-compaction' ? [finding.boundary] : [];
  });
  if (floor?.reason === 'compacted' && floor.anchor.compaction?.preserved.length === 0) seqs.push(floor.anchor.seq);
  return [...new Set(seqs)];
};

const leftOutOf = (
  { anchor, handoffCall }: Finding & { type: 'left-out-anchor' },
  records: ReadonlyMap<number, JsonObject | null>,
  rules: Rules,
): RecordFacts['leftOut'] => {
  const call = handoffCall === null ? null : (records.get(handoffCall) ?? null);
  return rules.leftOut?.(records.get(anchor.seq) ?? null, call, anchor.name) ?? null;
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
