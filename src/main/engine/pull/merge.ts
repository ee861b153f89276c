import { digest } from '../formats/digest.ts';
import type { Json, JsonObject } from '../formats/values.ts';
import type { Backend, Placed } from './backend.ts';

/** What became of the records that came: each is in one of them. */
export interface Tally {
  added: number;
  /** There before, and said otherwise now. */
  changed: number;
  /** There before, as it is now. */
  known: number;
}

interface Line extends Placed {
  text: string;
}

/** Lines of a file with records that came, in the order in which they began: each record once, as it was said last. */
export function merge(before: string, came: readonly string[], placed: Backend['placed']): { text: string; tally: Tally } {
  const lines = new Map<string, Line>();
  const put = (text: string): Line | undefined => {
    const line = lineOf(text, placed);
    const known = lines.get(line.id);
    lines.set(line.id, line);
    return known;
  };
  for (const text of before.split('\n')) if (text !== '') put(text);
  const tally: Tally = { added: 0, changed: 0, known: 0 };
  for (const text of came) {
    const known = put(text);
    tally[known === undefined ? 'added' : known.text === text ? 'known' : 'changed'] += 1;
  }
  const sorted = [...lines.values()].sort(byBeginning);
  return { text: sorted.map(({ text }) => `${text}\n`).join(''), tally };
}

/** What holds others began with the first of them, and ended with the last. */
const byBeginning = (a: Line, b: Line): number => (a.start ?? 0) - (b.start ?? 0) || (b.end ?? 0) - (a.end ?? 0);

function lineOf(text: string, placed: Backend['placed']): Line {
  const line = placed(recordIn(text));
  return { ...line, text, id: line.id === '' ? digest(text) : line.id };
}

/** A line that somebody broke is kept, as a record that says nothing. */
function recordIn(text: string): JsonObject {
  try {
    const record = JSON.parse(text) as Json;
    if (record !== null && typeof record === 'object' && !Array.isArray(record)) return record;
  } catch {}
  return {};
}
