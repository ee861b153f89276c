import { isAgentTape } from '../../../shared/library/names.ts';
import type { AnchorRow, EntryRow, TapeRow } from '../../../shared/model/index.ts';
import type { Place } from '../../../shared/model/place.ts';
import type { Catalog } from '../catalog/types.ts';
import { anchorsUpTo } from '../formats/context/anchors.ts';
import type { PlaceRow } from '../formats/context/place-row.ts';
import type { Selection } from '../formats/context/selection.ts';
import { writersOf } from '../formats/context/writers.ts';
import { formatById } from '../formats/index.ts';
import { rulesOf } from '../formats/rules.ts';
import { branchSource } from '../views/branch-source.ts';
import { chooseFrom, type Request, type RowSource } from '../views/material.ts';
import { placeIn } from '../views/place.ts';
import { withRecorded } from '../views/recorded.ts';
import { loadRecorded } from '../views/recorded-load.ts';
import { stepsOf } from '../views/steps-of.ts';

/** Entries that may be looked at one by one for one answer. Beyond that columns must do. */
const BUDGET = 150_000;

export interface Contexts {
  /**
   * What was in the context of a step, or of a request that was not made: as it was recorded, else by the agent's own rules; null where
   * too much would have to be looked at.
   */
  at(place: Place): Promise<Context | null>;
}

export interface Context {
  step: PlaceRow;
  seqs: ReadonlySet<number>;
  findings: Selection['findings'];
  rowOf(seq: number): EntryRow | undefined;
}

/** Contexts of one tape, for one answer. */
export function createContexts(catalog: Catalog, tape: TapeRow): Contexts {
  const anchors = catalog.anchors(tape.id);
  const base = {
    rules: rulesOf(tape.format),
    choice: { type: 'as-recorded' as const },
    anchors,
    agentTape: isAgentTape(tape),
    writers: writersOf(tape),
  };
  const source: RowSource = {
    entries: (from, to) => catalog.entries(tape.id, from, to),
    entriesAt: (seqs) => (seqs.length === 0 ? [] : catalog.entriesAt(tape.id, seqs)),
    resultsOf: (call) => catalog.tool(tape.id, call).results,
    ...stepsOf(catalog, tape.id),
  };
  // Where a context begins at the newest anchor, the thousands before it need not be gone through for each step.
  const anchorsFor = (step: PlaceRow): readonly AnchorRow[] => {
    if (base.rules.begins === 'compaction') return anchors;
    for (let at = anchorsUpTo(anchors, step.first) - 1; at >= 0; at -= 1) {
      const anchor = anchors[at];
      if (anchor && base.rules.isLate?.(anchor, step) !== true) return [anchor];
    }
    return [];
  };
  const rim = { catalog, formatOf: formatById };
  let left = BUDGET;
  return {
    async at(place) {
      const step = placeIn(branchSource(catalog, tape, anchors), place, base.rules);
      const request: Request = { ...base, step, anchors: anchorsFor(step) };
      left -= step.last - fromOf(request);
      if (left < 0) return null;
      const chosen = chooseFrom(request, source);
      const { material } = chosen;
      const selection = withRecorded(chosen.selection, await loadRecorded(rim, tape, request, chosen));
      const own = new Map(material.own.map((row) => [row.seq, row]));
      return {
        step,
        seqs: new Set(selection.picks.map(({ seq }) => seq)),
        findings: selection.findings,
        rowOf: (seq) => material.rows.get(seq) ?? own.get(seq),
      };
    },
  };
}

const fromOf = ({ rules, step, anchors }: Request): number =>
  Math.min(
    step.first,
    rules.selectors['as-recorded'].from(
      step,
      anchors.filter(({ seq }) => seq < step.first),
      { name: '' },
    ),
  );
