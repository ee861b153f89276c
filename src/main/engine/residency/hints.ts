import type { StepRow } from '../../../shared/model/index.ts';
import { loadWhatIsThere } from '../bytes/load.ts';
import type { Catalog } from '../catalog/types.ts';
import type { Hints } from '../formats/context/hints.ts';
import { formatById } from '../formats/index.ts';
import { type CitedBy, cited, loadBrought, loadHints, readNewest } from '../views/load-hints.ts';
import { chooseFrom } from '../views/material.ts';
import { backFrom, type Load, loadRecorded, requestOf } from '../views/recorded-load.ts';
import { createRim, type Rim } from '../views/rim.ts';
import type { Found } from './follow-plain.ts';
import type { Whole } from './material.ts';

type Records = Awaited<ReturnType<Load>>;

/** Bytes of records that are kept, as they are in the file. */
const MOST = 64 * 1024 * 1024;

/** Loads records once, for whoever asks for nearly the same ones step after step; those that were asked for longest ago go first. */
function createKeptRecords(load: Load = loadWhatIsThere): Load {
  const kept = new Map<number, { record: Records[number]; bytes: number }>();
  let bytes = 0;
  return async (source, rows) => {
    const missing = rows.filter(({ seq }) => !kept.has(seq));
    const loaded = missing.length === 0 ? [] : await load(source, missing);
    const found = new Map(missing.map(({ seq }, at) => [seq, loaded[at] ?? null]));
    for (const { seq, length } of rows) {
      const held = kept.get(seq);
      const record = held ? held.record : (found.get(seq) ?? null);
      found.set(seq, record);
      kept.delete(seq);
      kept.set(seq, { record, bytes: length });
      if (!held) bytes += length;
    }
    for (const [seq, held] of kept) {
      if (bytes <= MOST) break;
      kept.delete(seq);
      bytes -= held.bytes;
    }
    return rows.map(({ seq }) => found.get(seq) ?? null);
  };
}

/**
 * What has to be found out before each step, as a view does: what the anchor cites, what the memory answers, the request itself where the log
 * has it. `home` is where the memory index is. `notes` are what the memory said about itself at the newest step, which asks for most.
 */
export function createHints(catalog: Catalog, home: string | null, whole: Whole) {
  const { tape, asked, source } = whole;
  const rim = createRim(catalog, home);
  const selector = asked.rules.selectors['last-anchor'];
  const load = createKeptRecords();
  let notes: readonly string[] = [];
  let newest: { of: string; by: CitedBy | null } | null = null;
  const heard: Rim = {
    ...rim,
    recall: async (question) => {
      const recalled = await rim.recall(question);
      notes = recalled.notes;
      return recalled;
    },
  };

  /** Steps whose contexts begin at one anchor read it once. */
  const citedAt = async (step: StepRow): Promise<Hints> => {
    const anchors = asked.anchors.filter(({ seq }) => seq < step.first);
    const of = `${selector.from(step, anchors, { name: '' })} ${anchors.length}`;
    if (newest?.of !== of) newest = { of, by: await readNewest(rim, tape, { ...asked, step }, source) };
    return cited(rim, tape, step, newest.by);
  };

  const recordedAt = async (step: StepRow): Promise<Found> => {
    if (!isRecorded(whole, step)) return {};
    const request = { ...asked, step };
    const chosen = chooseFrom(request, source);
    return { chosen, hints: await loadRecorded(rim, tape, request, chosen, load) };
  };

  return {
    of: async (step: StepRow): Promise<Found> => {
      const { type } = asked.choice;
      if (type === 'as-recorded') return recordedAt(step);
      if (type === 'summary') return { hints: await citedAt(step) };
      const bring = type === 'memory' ? loadHints : loadBrought;
      return { hints: await bring(heard, tape, { ...asked, step }, source) };
    },
    notes: (): string[] => [...notes],
  };
}

/** Whether the log may have the request of a step. */
const isRecorded = ({ tape, rows }: Whole, step: StepRow): boolean => {
  const log = formatById(tape.format).requests;
  return log !== undefined && requestOf(log, { step }, backFrom(rows, step.first)) !== null;
};
