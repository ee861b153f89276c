import { openBytes } from '../bytes/bytes.ts';
import type { JsonObject } from '../formats/format.ts';
import { formatById } from '../formats/index.ts';
import { createIndexer } from '../search/index-text.ts';
import { closeShard } from '../search/shards.ts';
import { forgetText, openTextShards } from '../search/text-pass.ts';
import { type Opened, openEngineRoom } from '../testing/catalog.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { claudeTree } from '../testing/tree.ts';
import { createMemory } from './find.ts';
import type { MemoryAsked } from './scope.ts';

/** Prompts without a parent, one for each text. */
export function prompts(texts: readonly string[], session = 'session-1'): JsonObject[] {
  return texts.flatMap((text, at) => claudeTree(`u${session}${at} ${JSON.stringify(text)} @-`, { session }));
}

/** A home in which each list of texts is a tape, all of it indexed, and what asks its memory. */
export async function remembering(...tapes: readonly (readonly string[])[]) {
  const room = openEngineRoom();
  const folder = tempFolder();
  const paths = tapes.map((texts, at) => writeFile(folder, `tape-${at}.jsonl`, prompts(texts, `session-${at}`)));
  const ids: string[] = [];
  for (const path of paths) ids.push(...(await room.ingest.open([path])).tapes);
  await room.ingest.idle();
  const memory = createMemory(room.home, room.store.db);
  const ask = (query: string, more: Partial<MemoryAsked> = {}) =>
    memory.query({ query, tape: ids[0] ?? '', scope: 'tape', limit: 50, ...more });
  return { ...room, paths, ids, ask, seqs: (query: string, more?: Partial<MemoryAsked>) => ask(query, more).hits.map(({ seq }) => seq) };
}

/** Indexes the one tape of a home again, in turns of 7 entries into either part of the index, as two threads would. */
export function indexInTurns({ home, store: { db } }: Pick<Opened, 'home' | 'store'>): void {
  const [source] = db
    .prepare<[], { tape: number; path: string; format: string; to: number }>(
      'SELECT s.tape, s.path, s.format, t.entries AS "to" FROM sources s JOIN tapes t USING (tape)',
    )
    .all();
  if (!source) throw new Error('there is no tape');
  forgetText(home, db);
  const shards = openTextShards(home, db);
  const bytes = openBytes(source.path);
  const indexers = shards.map((shard) => shard.transaction(createIndexer(db, shard)(source.tape, bytes, formatById(source.format))));
  for (let from = 1; from <= source.to; from += 7) indexers[Math.floor(from / 7) % indexers.length]?.(from, Math.min(source.to, from + 6));
  db.transaction(() => db.prepare('UPDATE sources SET text_to = ?').run(source.to)).immediate();
  bytes.close();
  for (const shard of shards) closeShard(shard);
}
