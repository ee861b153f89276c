import type { Link, Part, TapeRow } from '../../../shared/model/index.ts';
import { loadRecords } from '../bytes/load.ts';
import type { Catalog } from '../catalog/types.ts';
import type { Json, Spilling } from '../formats/format.ts';
import { formatById } from '../formats/index.ts';

export interface Spill {
  part: Part;
  link: Link;
}

/** The whole texts of results that an agent moved to a sidecar tape, each joined from its pieces. */
export async function spillsOf(catalog: Catalog, tape: TapeRow, record: Json): Promise<Spill[]> {
  const { spilling } = formatById(tape.format);
  const handles = tape.relation === 'spill' ? [] : (spilling?.handles(record) ?? []);
  if (!spilling || handles.length === 0) return [];
  const sidecars = catalog.related(tape.id).filter((other) => other.relation === 'spill' && other.parent === tape.id);
  const spills: Spill[] = [];
  for (const handle of handles) {
    for (const sidecar of sidecars) {
      const chunks = await loadChunks(catalog, sidecar, handle, spilling);
      if (chunks.length > 0) spills.push(joined(chunks, sidecar));
    }
  }
  return spills;
}

interface Chunk {
  seq: number;
  chunk: number;
  text: string;
}

const joined = (chunks: readonly Chunk[], sidecar: TapeRow): Spill => {
  const pieces = chunks.length === 1 ? 'one piece' : `${chunks.length} pieces`;
  const [first] = chunks;
  return {
    part: { type: 'tool_result', name: `whole output, joined from ${pieces}`, text: chunks.map(({ text }) => text).join('') },
    link: { relation: 'spill', tape: sidecar.id, ...(first && { seq: first.seq }), label: `${sidecar.title}, ${pieces}` },
  };
};

/** Each piece follows an anchor that names it, and names handle and number itself. */
const loadChunks = async (catalog: Catalog, sidecar: TapeRow, handle: string, spilling: Spilling): Promise<Chunk[]> => {
  const anchors = catalog.anchors(sidecar.id).filter(({ name }) => spilling.announces(name, handle));
  const rows = catalog.entriesAt(
    sidecar.id,
    anchors.map(({ seq }) => seq + 1),
  );
  const records = await loadRecords(sidecar, rows);
  const chunks = rows.flatMap(({ seq }, at): Chunk[] => {
    const found = spilling.chunk(records[at] ?? null);
    return found?.handle === handle ? [{ seq, chunk: found.chunk, text: found.text }] : [];
  });
  // A piece that was written twice counts once, as it was written last.
  return [...new Map(chunks.map((chunk) => [chunk.chunk, chunk])).values()].sort((a, b) => a.chunk - b.chunk);
};
