import type { EntryRow } from '../../../../shared/model/index.ts';
import { useEntryPages } from '../../data/hooks.ts';

const PAGE = 100;

/** Rows of the given entries, read in pages of the whole tape, so that scrolling and other openings share them. */
export function useEntryRows(tape: string, seqs: readonly number[]): ReadonlyMap<number, EntryRow> {
  const starts = [...new Set(seqs.map((seq) => Math.floor((seq - 1) / PAGE) * PAGE + 1))];
  const pages = useEntryPages(tape, starts, PAGE);
  return new Map(pages.flatMap((page) => page.data?.items ?? []).map((row) => [row.seq, row]));
}
