import type { Database } from 'better-sqlite3';
import type { AnnotationTarget } from '../../../shared/model/index.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { type Annotations, openAnnotations } from './database.ts';

/** An annotation as it is kept. `first` and `last` are the entries that it is about, `witness` stands for their bytes. */
export interface Kept {
  id: string;
  tape: string;
  file: string;
  target: AnnotationTarget;
  first: number;
  last: number;
  text: string;
  label: string | null;
  written: number;
  changed: number;
  witness: string;
}

type Row = Omit<Kept, 'target'> & { target: string };

/** What a window shows at once, and a person can read. */
const MOST_PER_TAPE = 5000;

export interface AnnotationStore {
  /** All, those about one file, or those about one entry of it; in the order they were written in. */
  list(of?: { file: string; seq?: number | undefined }): Kept[];
  /** Labels in use, the most used first. */
  labels(): string[];
  /** Throws TapeError('refused') where the tape has too many. */
  add(one: Kept): void;
  /** Another text, label or target for one that is there. Throws 'not-found', 'bad-input' where it belongs to another tape. */
  change(one: Omit<Kept, 'written'>): Kept;
  /** By id, or a start of one that is unique. Throws 'not-found' or 'bad-input'. */
  remove(id: string): Kept;
  notes: Annotations['notes'];
}

/** The text is what `checkTarget` let through, and is in a database of our own. */
const keptOf = (row: Row): Kept => ({ ...row, target: JSON.parse(row.target) as AnnotationTarget });

const COLUMNS = 'id, tape, file, target, first, last, text, label, written, changed, witness';

const found = (db: Database, id: string): Kept => {
  const rows = db
    .prepare<{ id: string }, Row>(`SELECT ${COLUMNS} FROM annotations WHERE substr(id, 1, length(@id)) = @id LIMIT 2`)
    .all({ id });
  const [row] = rows;
  if (row === undefined || id === '') throw new TapeError('not-found', `There is no annotation ${id}. See tape annotations.`);
  if (rows.length > 1) throw new TapeError('bad-input', `Several annotations begin with ${id}. Give more of the id.`);
  return keptOf(row);
};

const SELECT = `SELECT ${COLUMNS} FROM annotations
  WHERE (@file IS NULL OR file = @file) AND (@seq IS NULL OR (first <= @seq AND last >= @seq)) ORDER BY no`;

/** Annotations by the file they are about, so that a catalog that was rebuilt finds them again. */
export function createAnnotationStore(home: string, readOnly: boolean): AnnotationStore {
  const { read, write, notes } = openAnnotations(home, readOnly);
  return {
    notes,
    list: (of) =>
      read<Kept[]>(
        (db) =>
          db
            .prepare<{ file: string | null; seq: number | null }, Row>(SELECT)
            .all({ file: of?.file ?? null, seq: of?.seq ?? null })
            .map(keptOf),
        [],
      ),
    labels: () =>
      read<string[]>(
        (db) =>
          db
            .prepare<[], string>(
              'SELECT label FROM annotations WHERE label IS NOT NULL GROUP BY label ORDER BY count(*) DESC, label LIMIT 50',
            )
            .pluck()
            .all(),
        [],
      ),
    add: (one) =>
      write((db) => {
        const count = db.prepare<[string], number>('SELECT count(*) FROM annotations WHERE file = ?').pluck().get(one.file) ?? 0;
        if (count >= MOST_PER_TAPE)
          throw new TapeError('refused', `This tape has ${MOST_PER_TAPE.toLocaleString('en-US')} annotations, which is the limit.`);
        db.prepare(
          `INSERT INTO annotations (${COLUMNS})
            VALUES (@id, @tape, @file, @target, @first, @last, @text, @label, @written, @changed, @witness)`,
        ).run({ ...one, target: JSON.stringify(one.target) });
      }),
    change: (one) =>
      write((db) => {
        const before = found(db, one.id);
        if (before.file !== one.file) throw new TapeError('bad-input', `The annotation ${before.id} is about another tape.`);
        db.prepare(
          `UPDATE annotations SET tape = @tape, target = @target, first = @first, last = @last, text = @text, label = @label,
            changed = @changed, witness = @witness WHERE id = @id`,
        ).run({ ...one, id: before.id, target: JSON.stringify(one.target) });
        return { ...one, id: before.id, written: before.written };
      }),
    remove: (id) =>
      write((db) => {
        const gone = found(db, id);
        db.prepare('DELETE FROM annotations WHERE id = ?').run(gone.id);
        return gone;
      }),
  };
}
