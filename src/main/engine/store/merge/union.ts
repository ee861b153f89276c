import type { NativeEntry } from '../../../../shared/model/native.ts';
import { TapeError } from '../../../../shared/rpc/tape-error.ts';
import { linesOf } from '../export/walk.ts';
import { formatLine, parseLine, payloadTextOf } from '../line.ts';
import type { Tape } from '../types.ts';
import type { NewLine } from '../write-lines.ts';
import type { OpenFork } from './input.ts';
import type { MergePlan, PlannedItem } from './plan.ts';

interface Read {
  entry: NativeEntry;
  payloadText: string | undefined;
}

/** An entry of a fork as it is appended to the parent: kind, time and payload as they are, and where it comes from. */
function merged({ entry, payloadText }: Read, item: PlannedItem): NewLine {
  const from = {
    fork: item.from,
    id: item.id,
    ...(item.mark === null ? {} : { mark: item.mark }),
    ...(item.with === null ? {} : { with: item.with }),
    ...(item.ids === null ? {} : { ids: item.ids }),
    // A writer may use the name for something of its own.
    ...(entry.meta.from === undefined ? {} : { before: entry.meta.from }),
  };
  const { kind, at, payload } = entry;
  return {
    kind,
    at,
    payload,
    ...(payloadText === undefined ? {} : { payloadText }),
    meta: { ...entry.meta, from },
    ...(item.corrects === null ? {} : { corrects: item.corrects }),
  };
}

/** The lines that a plan appends, in order, read from the forks one after the other. Each fork's own order is kept, so each is read once. */
export function* mergedLines(plan: MergePlan, forks: readonly OpenFork[]): Generator<{ item: PlannedItem; line: NewLine }> {
  const readers = new Map(forks.map(({ row, tape }) => [row.name, linesOf(tape, row.start + 1, tape.head())]));
  for (const item of plan.order) yield { item, line: merged(entryOf(readers.get(item.from), item), item) };
}

function entryOf(reader: Iterator<string> | undefined, { from, id }: PlannedItem): Read {
  for (let next = reader?.next(); next?.done === false; next = reader?.next()) {
    const entry = parseLine(next.value);
    if (entry?.id === id) return { entry, payloadText: payloadTextOf(next.value, entry) };
  }
  throw new TapeError('unreadable', `Entry ${id} of fork “${from}” cannot be read, so nothing was merged. See tape verify.`);
}

/** Every line of the tape as it would be after the merge, without the merge's own event: what a gate judges. */
export function* unionLines(parent: Tape, plan: MergePlan, forks: readonly OpenFork[]): Generator<string> {
  yield* linesOf(parent, 1, plan.head);
  let phase = parent.anchors().findLast(({ id }) => id <= plan.head)?.name ?? '';
  for (const { item, line } of mergedLines(plan, forks)) {
    phase = item.opens ?? phase;
    const { kind, at = item.at, payload, payloadText, meta = {}, corrects } = line;
    yield formatLine(
      { id: item.newId, kind, at, anchor: phase, payload, meta, ...(corrects === undefined ? {} : { corrects }) },
      payloadText,
    );
  }
}
