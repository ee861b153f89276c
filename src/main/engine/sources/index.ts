import { captures } from './captures.ts';
import { jsonDocument } from './json-document.ts';
import { log } from './log.ts';
import type { Source } from './source.ts';
import { sqlite } from './sqlite.ts';
import { tapeFolder } from './tape-folder.ts';

/** All kinds of sources. What no other kind holds is a log, or nothing. */
export const sources: readonly Source[] = [tapeFolder, sqlite, captures, jsonDocument, log];

export function sourceAt(path: string): Source {
  return sources.find((source) => source.holds(path)) ?? log;
}
