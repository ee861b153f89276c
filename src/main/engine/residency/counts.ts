import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { weigh } from '../formats/context/tokens.ts';
import { formatById } from '../formats/index.ts';
import { countRows, MOST_COUNTED } from '../views/count.ts';
import { type Counter, type Encoding, encodingFor } from '../views/tokenizer.ts';
import type { Whole } from './material.ts';
import type { Weights } from './stays.ts';

/** Entries that are read and counted between two looks at whether to continue. */
const BATCH = 256;

/** The tokenizer that a tape can be counted with: that of its model is public, and it is not too long to be read whole. */
export function encodingOf({ tape }: Pick<Whole, 'tape'>): Encoding | null {
  return tape.entries > MOST_COUNTED ? null : encodingFor(tape.model);
}

/** Weights as a view has them: counted where that can be done, else as they were. Reads the source; `done` is notified of each batch. */
export async function counted(
  whole: Whole,
  encoding: Encoding,
  counter: Counter,
  done: (entries: number) => Promise<void>,
): Promise<Weights> {
  const { tape, rows, weights, asked } = whole;
  const tokens = Uint32Array.from(weights.tokens);
  const exact = Uint8Array.from(weights.exact);
  const counts = new Map<number, number>();
  const sendable = rows.filter((row) => !has(row.flags, Flag.Sidecar) || asked.rules.replaces?.(row) === true);
  for (let at = 0; at < sendable.length; at += BATCH) {
    const batch = sendable.slice(at, at + BATCH);
    for (const [seq, count] of await countRows(batch, tape, formatById(tape.format), encoding, counter)) counts.set(seq, count);
    for (const row of batch) {
      const { value, basis } = weigh(row, undefined, counts.get(row.seq), tokens[row.seq] ?? 0);
      tokens[row.seq] = value;
      exact[row.seq] = basis === 'counted' ? 1 : 0;
    }
    await done(at + batch.length);
  }
  return { tokens, exact, counts, tokenizer: encoding };
}
