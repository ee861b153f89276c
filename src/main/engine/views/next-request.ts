import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NextRequest } from '../../../shared/model/index.ts';
import { importSource } from '../catalog/import-source.ts';
import { openCatalog } from '../catalog/open-catalog.ts';
import { writeLines } from '../source/lines-file.ts';
import { assemble } from './assemble.ts';
import { createRim } from './rim.ts';

/**
 * The next request of a tape that is not there yet: the lines of it, as a preview makes them. They are read as any log is, in a folder of
 * their own that is gone afterwards.
 */
export async function nextRequestOf(lines: Iterable<string>): Promise<NextRequest> {
  const folder = mkdtempSync(join(tmpdir(), 'tapescope-preview-'));
  try {
    const file = join(folder, 'tape.jsonl');
    writeLines(file, lines);
    const store = openCatalog(join(folder, 'catalog'));
    try {
      const { id } = importSource(store.db, file).source;
      const view = await assemble(createRim(store.catalog), id, { next: true }, { type: 'as-recorded' });
      const { before, policy, evidence, blocks, omissions, tokens, model, limit, warnings } = view;
      return { before, policy, evidence, blocks, omissions, tokens, model, limit, warnings };
    } finally {
      store.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
