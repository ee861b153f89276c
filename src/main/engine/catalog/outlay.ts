import type { TapeRow } from '../../../shared/model/index.ts';
import { type Db, PAGES } from '../database/schema.ts';
import { unsealText } from '../database/seal.ts';
import type { AnchorState } from '../linking/state.ts';
import { type SumsHead, sumsHeadOf } from '../pages/rows-of.ts';
import type { CopiedSums, Spent } from '../pages/spent.ts';

/** What a tape came to, by quarter of an hour and model. */
export interface Outlay {
  spent: readonly Spent[];
  /** What of it another tape counts. */
  copied: readonly Spent[];
  /** Dollars of its own. */
  cost: number;
  compacted: readonly (number | null)[];
}

/** Reads the sums that were kept at import: one short text for each page of steps. */
export function createOutlays(db: Db): (tape: TapeRow) => Outlay {
  const head = db.prepare<[string], SumsHead>('SELECT t.tape, t.copied, t.cost FROM sources s JOIN tapes t USING (tape) WHERE s.id = ?');
  const pages = db.prepare<[number, number], string>('SELECT spent FROM step_pages WHERE id >= ? AND id < ?').pluck();
  const anchors = db.prepare<[number], string>('SELECT detail FROM anchors WHERE tape = ?').pluck();
  return (row) => {
    const found = sumsHeadOf(row) ?? head.get(row.id);
    if (found === undefined) return { spent: [], copied: [], cost: 0, compacted: [] };
    const { tape } = found;
    const copied = found.copied === null ? null : (JSON.parse(found.copied) as CopiedSums);
    const marks = row.compactions === 0 ? [] : anchors.all(tape).map((detail) => JSON.parse(unsealText(detail)) as AnchorState);
    return {
      spent: row.steps === 0 ? [] : pages.all(tape * PAGES, (tape + 1) * PAGES).flatMap((text) => JSON.parse(unsealText(text)) as Spent[]),
      copied: copied?.spent ?? [],
      cost: (found.cost ?? 0) - (copied?.cost ?? 0),
      compacted: marks.filter(({ type }) => type === 'compaction').map(({ time }) => time ?? row.ended),
    };
  };
}
