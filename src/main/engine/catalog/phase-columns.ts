import { type Db, PAGES } from '../database/schema.ts';
import { unsealText } from '../database/seal.ts';
import { PAGE } from '../pages/columns.ts';
import { decodeIds } from '../pages/id-column.ts';
import { addId, createIdIndex, findId, hashId, type IdIndex } from '../pages/id-index.ts';
import type { EntryPage, EntryText, StepPage } from '../pages/rows.ts';
import type { Head, Pager } from './heads.ts';

/** A run of entries as columns: row `i` of each has seq `first + i`. */
export interface EntryRun {
  first: number;
  count: number;
  cols: EntryPage['cols'];
}

export interface StepRun {
  first: number;
  count: number;
  cols: StepPage['cols'];
}

/** Columns of a whole tape, run by run, for one look each: what a million rows would cost too much for. */
export function createRuns(pager: Pager) {
  return {
    *entryRuns(head: Head): Generator<EntryRun> {
      const total = head.state.entries;
      for (const { first, cols } of total === 0 ? [] : pager.entryColumns(head, 1)) {
        const count = Math.min(PAGE, total - first + 1);
        if (count > 0) yield { first, count, cols };
      }
    },
    *stepRuns(head: Head): Generator<StepRun> {
      const total = head.state.steps;
      for (const { first, cols } of total === 0 ? [] : pager.stepColumns(head, 1)) {
        const count = Math.min(PAGE, total - first + 1);
        if (count > 0) yield { first, count, cols };
      }
    },
    /** The keys of all steps in order, by which their format knows them; empty for a step that has none. */
    stepKeys(head: Head): string[] {
      const total = head.state.steps;
      const keys: string[] = [];
      while (keys.length < total) {
        const page = pager.steps(head, keys.length + 1).text.keys.slice(0, total - keys.length);
        keys.push(...page, ...new Array<string>(Math.min(PAGE, total - keys.length) - page.length).fill(''));
      }
      return keys;
    },
  };
}

/** Tapes whose ids are kept findable: 16 MB for a million entries. */
const KEPT = 4;

/**
 * The first entries that have the given ids in their source; null for ids that the tape has not. The ids of a tape are looked
 * through once for as long as it stays as it is, whatever the number of questions.
 */
export function createIdLookup(db: Db, pager: Pager) {
  const texts = db.prepare<[number, number], string>('SELECT text FROM entry_pages WHERE id >= ? AND id < ? ORDER BY id').pluck();
  const kept = new Map<number, { rev: number; index: IdIndex }>();
  const build = (head: Head): IdIndex => {
    const index = createIdIndex((seq) => pager.entries(head, seq).ids[(seq - 1) % PAGE] ?? null, head.state.nodes);
    let first = 1;
    for (const text of texts.iterate(head.tape * PAGES, (head.tape + 1) * PAGES)) {
      const ids = decodeIds((JSON.parse(unsealText(text)) as EntryText).ids);
      for (const [at, id] of ids.entries()) if (id !== null && first + at <= head.state.entries) addId(index, id, hashId(id), first + at);
      first += PAGE;
    }
    return index;
  };
  const indexOf = (head: Head): IdIndex => {
    const found = kept.get(head.tape);
    kept.delete(head.tape);
    const entry = found?.rev === head.rev ? found : { rev: head.rev, index: build(head) };
    kept.set(head.tape, entry);
    const [oldest] = kept.size > KEPT ? kept.keys() : [];
    if (oldest !== undefined) kept.delete(oldest);
    return entry.index;
  };
  return (head: Head, ids: readonly string[]): (number | null)[] => {
    if (ids.length === 0 || head.state.nodes === 0) return ids.map(() => null);
    const index = indexOf(head);
    return ids.map((id) => findId(index, id) ?? null);
  };
}

/** Entries that bear a label (the name of a tool, say): only pages that hold the word are looked into. */
export function createLabelled(db: Db, pager: Pager) {
  const pages = db
    .prepare<[number, number, string], number>('SELECT id FROM entry_pages WHERE id >= ? AND id < ? AND instr(text, ?) > 0 ORDER BY id')
    .pluck();
  return (head: Head, label: string): number[] =>
    pages.all(head.tape * PAGES, (head.tape + 1) * PAGES, JSON.stringify(label)).flatMap((id) => {
      const first = (id - head.tape * PAGES) * PAGE + 1;
      const { cols, text } = pager.entries(head, first);
      const count = Math.min(PAGE, head.state.entries - first + 1);
      return Array.from({ length: Math.max(0, count) }, (_, at) => first + at).filter(
        (seq) => text.labels[cols.label[seq - first] ?? 0] === label,
      );
    });
}
