import { isDeepStrictEqual } from 'node:util';
import type { Ahead, Block, View } from '../../../shared/model/index.ts';
import { loadRecords } from '../bytes/load.ts';
import { isPacked } from '../bytes/packed.ts';
import { formatById } from '../formats/index.ts';
import { sourceAt } from '../sources/index.ts';
import { cut } from '../text/excerpt.ts';
import { type Decided, decideAt, viewOf } from '../views/assemble.ts';
import { createRim } from '../views/rim.ts';
import { type Slice, sliceOf } from './slice.ts';

/** Bytes that are read from the end, each time as far as nothing shorter could tell. */
const SLICES = [1 << 20, 4 << 20, 16 << 20, 32 << 20] as const;

/** Characters of a block that are shown. */
const CHARS = 300;

/**
 * Whether the rules of the agent found where the context begins among what was read from the end, and followed it there over no gap: then nothing
 * before it takes part. The entries of the head only say who wrote.
 */
const isWithin = ({ material, selection }: Decided, { catalog, tape, from }: Slice): boolean => {
  const [first] = catalog.entriesAt(tape, [material.from]);
  return material.from > 1 && first !== undefined && first.offset >= from && !selection.findings.some(({ type }) => /chain/.test(type));
};

const blocksOf = async ({ catalog, tape: id }: Slice, { blocks }: View): Promise<Ahead['blocks']> => {
  const tape = catalog.tape(id);
  const format = formatById(tape.format);
  const rows = blocks.flatMap(({ entries: [seq = 0] }) => catalog.entriesAt(id, [seq]));
  const records = await loadRecords(tape, rows);
  const texts = new Map(rows.map(({ seq }, at) => [seq, records[at] ? cut(format.preview(records[at]), CHARS) : '']));
  return blocks.map((block) => ({ ...withoutPlaces(block), text: block.request?.text ?? texts.get(block.entries[0] ?? 0) ?? '' }));
};

/** All that a block says but where its entries are: nobody knows their numbers. */
export function withoutPlaces({ role, kind, label, tone, tokens, why, cleared }: Block) {
  return {
    ...{ role, kind, label, tone, tokens },
    ...(why !== undefined && { why }),
    ...(cleared !== undefined && { cleared }),
  };
}

/** The next request as the end of a log has it; null where it begins before that. */
const aheadIn = async (path: string, bytes: number): Promise<Ahead | null> => {
  const slice = sliceOf(path, bytes);
  if (slice === null) return null;
  try {
    const rim = createRim(slice.catalog);
    const decided = await decideAt(rim, slice.tape, { next: true }, { type: 'as-recorded' });
    if (!isWithin(decided, slice)) return null;
    const view = await viewOf(rim, decided);
    const { title, format } = slice.catalog.tape(slice.tape);
    const { evidence, model } = view;
    return { title, format, model, evidence, blocks: await blocksOf(slice, view), read: slice.of - slice.from, of: slice.of };
  } finally {
    slice.db.close();
  }
};

/**
 * The next request of a log that nobody has read yet, from its end: by the same rules, over as many bytes as they need. A longer slice has to say the
 * same as the one before: what a compaction kept may be from before a slice that holds the compaction itself. Null where the context reaches back
 * further than the longest slice, where the log is no longer than that, and where it is not a log of lines.
 */
export async function aheadOf(path: string, slices: readonly number[] = SLICES): Promise<Ahead | null> {
  if (sourceAt(path).id !== 'log' || isPacked(path)) return null;
  let before: Ahead | null = null;
  for (const bytes of slices) {
    const now = await aheadIn(path, bytes);
    if (before && now && isDeepStrictEqual(before.blocks, now.blocks)) return now;
    before = now;
  }
  return null;
}
