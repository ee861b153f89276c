import type { Touched } from './changes.ts';
import { describeIn } from './edit.ts';
import type { Extracted } from './extract.ts';
import type { Float } from './float.ts';
import { getFolder } from './folders.ts';
import { storeReferences } from './infer.ts';
import { prepared } from './prepared.ts';

/** Texts for a folder, and the model that worded them; the extraction where it is left out. */
interface Worded {
  description: string | null;
  content: string | null;
  model?: string;
}

/** What became of them, to be added to. */
interface Outcome {
  described: string[];
  kept: string[];
  silent: string[];
  references: { added: number; removed: number };
}

/**
 * Stores what was found in a folder's files, and what was worded of it (null leaves its texts); `madeFrom` is its `own_hash` when they were read. Read again: a person
 * may have written while a model did, and a scan seen other files. To be called in a transaction.
 */
export function storeTexts(
  float: Float,
  { path, madeFrom }: { path: string; madeFrom: string | undefined },
  found: Extracted,
  worded: Worded | null,
  receipt: Outcome,
): Touched[] {
  const model = worded?.model;
  const before = getFolder(float, path);
  const mayWrite = (by: string | null): boolean => by === null || by === 'extracted' || (by === 'model' && model !== undefined);
  const [description, content] = [mayWrite(before.descriptionBy), mayWrite(before.contentBy)];
  const given = {
    by: model === undefined ? ('extracted' as const) : ('model' as const),
    ...(madeFrom !== undefined && { madeFrom }),
    ...(model !== undefined && { model }),
    ...(worded && description && { description: worded.description }),
    ...(worded && content && { content: worded.content }),
  };
  const touched = describeIn(float.db, path, given, float.now());
  const after = getFolder(float, path);
  if (after.description !== before.description || after.content !== before.content) receipt.described.push(path);
  if (!description) receipt.kept.push(path);
  else if (after.description === null && after.content === null) receipt.silent.push(path);
  const changed = [storeFileTexts(float, path, found), storeReferences(float, path, found, receipt.references)].includes(true);
  prepared(float.db, 'UPDATE folders SET lines_hash = coalesce(?, own_hash) WHERE path = ?').run(madeFrom ?? null, path);
  return changed ? [...touched, { path, kind: 'reference' }] : touched;
}

const storeFileTexts = ({ db }: Float, path: string, { files }: Extracted): boolean => {
  const rows = prepared(db, 'SELECT name, description FROM files WHERE folder_path = ?').all(path) as {
    name: string;
    description: string | null;
  }[];
  const others = rows.filter(({ name, description }) => description !== (files.get(name) ?? null));
  for (const { name } of others)
    prepared(db, 'UPDATE files SET description = ? WHERE folder_path = ? AND name = ?').run(files.get(name) ?? null, path, name);
  return others.length > 0;
};
