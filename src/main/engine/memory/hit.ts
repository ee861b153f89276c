import type { AnchorRow, MemoryHit } from '../../../shared/model/index.ts';
import type { Catalog } from '../catalog/types.ts';
import { snippetOf } from '../text/snippet.ts';
import type { Found } from '../text/terms.ts';
import type { Ranked } from './ranking.ts';

/** Characters from a match on that even a narrow line shows. */
const SHOWN = 60;

/** Makes hits for people: where an entry is, and the piece of it that says most. */
export function createHits(catalog: Catalog, idfs: readonly number[]): (ranked: Ranked) => MemoryHit {
  const phases = new Map<string, AnchorRow[]>();
  const phasesOf = (tape: string): AnchorRow[] => {
    const known = phases.get(tape) ?? catalog.anchors(tape).filter(({ type }) => type !== 'micro-compaction');
    phases.set(tape, known);
    return known;
  };
  return ({ tape: { id }, seq, text, found, score, digest }) => {
    const [row] = catalog.entriesAt(id, [seq]);
    const { kind = '', role = null, time = null, step = null } = row ?? {};
    const phase = phasesOf(id).findLast((anchor) => anchor.seq <= seq)?.name ?? 'session/start';
    const all = found.flat().sort((a, b) => a.from - b.from);
    return { tape: id, seq, kind, role, time, step, phase, score, ...snippetOf(text, all, richest(found, idfs)), digest: digest() };
  };
}

/** The place from which on the next characters hold the words that are worth most, each counted once. */
const richest = (found: readonly (readonly Found[])[], idfs: readonly number[]): number => {
  const places = found.flatMap((some, term) => some.map(({ from }) => ({ from, term }))).sort((a, b) => a.from - b.from);
  const inside = new Map<number, number>();
  let best = { from: places[0]?.from ?? 0, worth: 0 };
  let worth = 0;
  let end = 0;
  for (const { from, term } of places) {
    for (let next = places[end]; next && next.from < from + SHOWN; next = places[++end]) {
      const held = inside.get(next.term) ?? 0;
      inside.set(next.term, held + 1);
      if (held === 0) worth += idfs[next.term] ?? 0;
    }
    if (worth > best.worth) best = { from, worth };
    const held = (inside.get(term) ?? 1) - 1;
    inside.set(term, held);
    if (held === 0) worth -= idfs[term] ?? 0;
  }
  return best.from;
};
