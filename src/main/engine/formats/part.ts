import type { Part } from '../../../shared/model/index.ts';
import { whole } from './json.ts';

/** Characters of one part that are handed to the window. */
const PART_CHARS = 200_000;

/** A drawable part; what is huge is cut, and the part says by how much. */
export function part(type: Part['type'], text: string, more: Partial<Part> = {}): Part {
  if (text.length <= PART_CHARS) return { type, text, ...more };
  const kept = whole(text, PART_CHARS);
  return { type, text: kept, ...more, cut: text.length - kept.length };
}
