import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NextRequest, View } from '../../../shared/model/index.ts';
import type { Place } from '../../../shared/model/place.ts';
import type { PolicyChoice } from '../../../shared/model/policy.ts';
import { openCatalog } from '../catalog/open-catalog.ts';
import type { WireMessage } from '../formats/format.ts';
import { bringSource } from '../sources/bring-source.ts';
import { assemble, decideAt } from './assemble.ts';
import { messagesIn } from './methods.ts';
import { createRim, type Rim } from './rim.ts';

/** Characters that are written together. */
const PIECE = 1 << 20;

/** Adds lines to a file that only this user may read, a piece at a time; makes it where it is not there. */
async function appendLines(file: string, lines: Iterable<string> | AsyncIterable<string>): Promise<void> {
  let piece = '';
  for await (const line of lines) {
    piece += `${line}\n`;
    if (piece.length < PIECE) continue;
    appendFileSync(file, piece, { mode: 0o600 });
    piece = '';
  }
  appendFileSync(file, piece, { mode: 0o600 });
}

/** Entries and bytes of the longest tape of which the next request is looked at before the tape is there. */
export const LONGEST_PREVIEWED = { entries: 100_000, bytes: 64 << 20 } as const;

/** A tape that is not there yet. */
export interface Scratch {
  /** Lines to come after those that it has. */
  append(lines: Iterable<string> | AsyncIterable<string>): Promise<void>;
  /** Its next request, or the one at another place; `dress` says what is known of the tape from elsewhere. */
  next(choice: PolicyChoice, how?: { place?: Place; dress?: (rim: Rim) => Rim }): Promise<NextRequest>;
  /** The messages of its next request. */
  messages(choice: PolicyChoice): Promise<WireMessage[]>;
}

/** Gives `work` an empty tape in a temporary folder, and removes the folder when `work` ends. Lines appended to it are read like those of any log. */
export async function withScratch<T>(work: (scratch: Scratch) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'tapescope-preview-'));
  const store = openCatalog(join(folder, 'catalog'));
  const file = join(folder, 'tape.jsonl');
  try {
    return await work({
      append: (lines) => appendLines(file, lines),
      async next(choice, { place, dress } = {}) {
        const { id } = bringSource(store.db, file).source;
        const rim = createRim(store.catalog);
        return nextOf(await assemble(dress?.(rim) ?? rim, id, place ?? { next: true }, choice));
      },
      async messages(choice) {
        const { id } = bringSource(store.db, file).source;
        const rim = createRim(store.catalog);
        return messagesIn(rim, await decideAt(rim, id, { next: true }, choice));
      },
    });
  } finally {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a preview shows of a view. Pure. */
export function nextOf(view: View): NextRequest {
  const { before, policy, evidence, blocks, omissions, tokens, expected, model, limit, warnings } = view;
  return { before, policy, evidence, blocks, omissions, tokens, ...(expected && { expected }), model, limit, warnings };
}
