import { joinDatabase } from '../database/schema.ts';
import type { Engine } from '../engine.ts';
import { forgetText } from './text-pass.ts';

/** Throws the text index away and has it rebuilt from the sources: in a terminal before this resolves, else in the background. */
export async function renewText({ ingest, options: { home, host } }: Pick<Engine, 'ingest' | 'options'>): Promise<void> {
  const db = joinDatabase(home);
  forgetText(home, db);
  db.close();
  await ingest.open([]);
  if (host === 'terminal') await ingest.idle();
}
