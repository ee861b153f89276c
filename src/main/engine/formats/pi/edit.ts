import { asString } from '../json.ts';
import type { JsonObject } from '../values.ts';

/** What a context_edit does, as the label of its entry: rules decide on rows and read no record. */
export function editLabel({ targetId, replacement }: JsonObject): string {
  return `${replacement === null ? OMITS : REPLACES}${asString(targetId) ?? ''}`;
}

const OMITS = 'omits ';
const REPLACES = 'replaces ';

/** The entry that an edit is about, and whether it leaves it out; null for another label. */
export function editOf(label: string): { target: string; omits: boolean } | null {
  if (label.startsWith(OMITS)) return { target: label.slice(OMITS.length), omits: true };
  return label.startsWith(REPLACES) ? { target: label.slice(REPLACES.length), omits: false } : null;
}
