import type { Sends } from '../../../shared/model/index.ts';
import type { Sent } from '../formats/context/sent-list.ts';

/** What is known of the blocks of a tape whose log repeats its history with each request. */
export interface Repeats {
  /** The entry of each block, by its name. */
  first: Map<string, number>;
  /** What each request sent, by its entry. */
  sends: Map<number, Sends>;
  /** The newest of these resolved, in order; null before they were asked for. */
  newest: Sent[] | null;
}

export function noRepeats(): Repeats {
  return { first: new Map(), sends: new Map(), newest: null };
}

/** Notes that an entry holds a block; the first entry of a name has it. */
export function nameBlock({ first }: Repeats, name: string, seq: number): void {
  if (!first.has(name)) first.set(name, seq);
}
