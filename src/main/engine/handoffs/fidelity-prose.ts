import type { StatePath } from '../../../shared/model/handoff.ts';
import type { Json } from '../formats/format.ts';
import type { FoundRef } from './refs.ts';
import type { PhaseStart } from './starts.ts';
import { walk } from './walk.ts';

/** A text of a state, with its place. */
export interface Prose {
  path: StatePath;
  text: string;
}

/** Fields whose strings say something however short they are. */
const TEXTS: ReadonlySet<string> = new Set(['summary', 'next_steps', 'nextSteps', 'plan', 'notes', 'decisions', 'findings']);
/** From so many words on any other string counts as prose; a name, an id or a path does not. */
const LEAST_WORDS = 4;
const WORDS = /\S*\p{L}\S*/gu;

const isProse = (name: string, text: string): boolean => {
  const words = text.match(WORDS)?.length ?? 0;
  return TEXTS.has(name) ? words > 0 : words >= LEAST_WORDS;
};

/** The texts of a state in reading order: its summary, its next steps, and every other value that is more than a name. Pure. */
export const proseOf = (state: Json): Prose[] => {
  const found: Prose[] = [];
  for (const place of walk(state)) {
    if (typeof place.value === 'string' && isProse(place.name, place.value)) found.push({ path: place.path(), text: place.value });
  }
  return found;
};

/** A reference by which somebody cites. What a compaction records beside its text says where it stands, not what it rests on. */
export const isCitation = (start: PhaseStart, ref: FoundRef): boolean => start.type !== 'compaction' || ref.at !== null;
