import type { StatePath } from '../../../shared/model/handoff.ts';
import type { Json } from '../formats/format.ts';
import { walk } from '../states/walk.ts';
import { cut } from '../text/excerpt.ts';

/** A text of a state, with its place. */
export interface Prose {
  path: StatePath;
  text: string;
}

/** Fields whose strings say something however short they are. */
const TEXTS: ReadonlySet<string> = new Set(['summary', 'next_steps', 'nextSteps', 'plan', 'notes', 'decisions', 'findings']);
/** From this many words on any other string counts as prose; a name, an id or a path does not. */
const LEAST_WORDS = 4;
/** A text shows within this many characters whether it is prose; beyond this many it is not taken apart. */
const HEAD = 2000;
const MOST_CHARS = 1_000_000;

const isProse = (name: string, text: string): boolean => {
  const words = text
    .slice(0, HEAD)
    .split(/\s+/)
    .filter((word) => /\p{L}/u.test(word)).length;
  return TEXTS.has(name) ? words > 0 : words >= LEAST_WORDS;
};

/** The texts of a state in reading order: its summary, its next steps, and every other value that is more than a name. Pure. */
export function proseOf(state: Json): Prose[] {
  const found: Prose[] = [];
  for (const place of walk(state)) {
    if (typeof place.value === 'string' && isProse(place.name, place.value))
      found.push({ path: place.path(), text: cut(place.value, MOST_CHARS) });
  }
  return found;
}
