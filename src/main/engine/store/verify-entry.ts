import { opensPhase } from '../formats/native/phase.ts';
import type { Handle } from './handle.ts';
import type { Replayed } from './replay.ts';
import type { Line } from './types.ts';
import type { Report } from './verify-report.ts';

/** What entries say about one another: corrections, sources, anchors. */
export function createReferences(handle: Handle, { problem, note }: Report): { check(entry: Replayed): void } {
  const names = new Map<number, string>();
  let last = '';

  const check = ({ line, place }: Replayed): void => {
    const say = (sentence: string): void => problem(place.path, place.line, sentence);
    if (line.corrects !== undefined && (line.corrects < 1 || line.corrects >= line.id)) {
      say(`Entry ${line.id} corrects entry ${line.corrects}, which is not an earlier one.`);
    }
    for (const id of sourceIds(line)) if (id < 1 || id >= line.id) say(`Entry ${line.id} cites entry ${id}, which is not an earlier one.`);
    if (opensPhase(line) && !names.has(place.seq)) names.set(place.seq, line.anchor);
    const name = names.get(place.seq);
    if (name !== undefined && name !== line.anchor) say(`Entry ${line.id} says "${line.anchor}" but is in the folder of "${name}".`);
    if (name === undefined && handle.fork === null) say(`Entry ${line.id} is in a folder that no anchor opened.`);
    if (line.at < last)
      note(`Entry ${line.id} is from ${line.at}, the one before it from ${last}: a clock ran backwards, or it was merged.`);
    last = line.at;
  };

  return { check };
}

/** Entries of this tape that a handoff cites; for a merged one, as the merge mapped them. */
const sourceIds = ({ kind, payload, meta }: Line): number[] => {
  if (kind !== 'anchor') return [];
  const state = field(payload, 'state');
  const ids = field(state, 'source_ids');
  if (!Array.isArray(ids)) return [];
  const cited = ids.filter((id) => typeof id === 'number' && Number.isInteger(id)) as number[];
  if (field(meta, 'from') === undefined) return cited;
  const numbers = field(field(meta, 'from'), 'ids');
  return cited.flatMap((id) => {
    const here = field(numbers, String(id));
    return typeof here === 'number' ? [here] : [];
  });
};

const field = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>)[key] : undefined;
