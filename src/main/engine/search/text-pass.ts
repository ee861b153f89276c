import type { Db } from '../database/schema.ts';
import { areWhole, openShard, removeShards, removeText, SHARDS } from './shards.ts';
import { stretchesOf, type TextSource } from './text-task.ts';

/** Tapes with entries whose text is not searchable yet, the newest first. */
export function textToDo(db: Db): TextSource[] {
  return db
    .prepare<[], TextSource>(
      `SELECT s.tape, s.path, s.format, s.text_to + 1 AS "from", t.entries AS "to"
       FROM sources s JOIN tapes t USING (tape) WHERE s.text_to < t.entries ORDER BY s.mtime DESC, s.tape`,
    )
    .all();
}

/** Follows which stretches are stored, and writes down how far each tape is searchable without a gap. */
export function createTextLedger(db: Db, sources: readonly TextSource[]) {
  const stretches = stretchesOf(sources);
  const done = new Uint8Array(stretches.length);
  const next = new Map<number, number>();
  for (const [at, { source }] of stretches.entries()) if (!next.has(source)) next.set(source, at);
  const set = db.prepare('UPDATE sources SET text_to = ? WHERE tape = ? AND text_to < ?');
  return (stored: readonly number[]): void => {
    const touched = new Set<number>();
    for (const at of stored) {
      done[at] = 1;
      touched.add(stretches[at]?.source ?? 0);
    }
    db.transaction(() => {
      for (const source of touched) {
        let at = next.get(source) ?? 0;
        while (stretches[at]?.source === source && done[at] === 1) at += 1;
        next.set(source, at);
        const last = stretches[at - 1];
        if (last?.source === source) set.run(last.to, sources[source]?.tape, last.to);
      }
    }).immediate();
  };
}

/** Throws the text index away and calls no text searchable any more: the next pass makes it again from the sources. */
export function forgetText(home: string, db: Db): void {
  removeShards(home);
  db.transaction(() => db.prepare('UPDATE sources SET text_to = 0').run()).immediate();
}

/** Opens both shards. Where one is missing or damaged, both are rebuilt, under a lock that another process waits for. */
export function openTextShards(home: string, db: Db): Db[] {
  return db
    .transaction(() => {
      if (!areWhole(home)) forgetText(home, db);
      return Array.from({ length: SHARDS }, (_, shard) => openShard(home, shard));
    })
    .immediate();
}

/** Removes what an earlier pass may have left behind its last safe place, or of a tape that was read again. */
export function clearBehind(shards: readonly Db[], sources: readonly Pick<TextSource, 'tape' | 'from'>[]): void {
  for (const shard of shards) {
    shard
      .transaction(() => {
        for (const { tape, from } of sources) removeText(shard, tape, from);
      })
      .immediate();
  }
}

/** Removes the text of tapes that are no longer in the catalog. */
export function clearForgotten(shards: readonly Db[], db: Db): void {
  const tapes = db.prepare<[], number>('SELECT tape FROM forgotten').pluck().all();
  clearBehind(
    shards,
    tapes.map((tape) => ({ tape, from: 0 })),
  );
  const remove = db.prepare('DELETE FROM forgotten WHERE tape = ?');
  db.transaction(() => {
    for (const tape of tapes) remove.run(tape);
  }).immediate();
}

/** Whether tapes left the catalog whose text is still in the index. */
export function hasForgotten(db: Db): boolean {
  return db.prepare('SELECT 1 FROM forgotten LIMIT 1').get() !== undefined;
}
