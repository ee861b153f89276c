import type { Address } from '../../../shared/model/address.ts';
import type { Handlers } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { loadRecords } from '../bytes/load.ts';
import { type HeavyEngine, heavyOf } from '../jobs/heavy.ts';
import { createRim, type Rim } from '../views/rim.ts';

/** Contexts next to each other, and the text of two entries word by word. */
export function compareMethods(engine: HeavyEngine, home = engine.options?.home): Pick<Handlers, 'compare.run' | 'compare.text'> {
  const rim = createRim(engine.catalog, home);
  const heavy = heavyOf(engine);
  return {
    // Loaded when first asked for: most commands of the terminal never compare anything.
    'compare.run': (input) =>
      heavy(
        { method: 'compare.run', input },
        input.sides.map(({ tape }) => tape),
        async () => (await import('./compare.ts')).compare(rim, input.sides, input.pair),
      ),
    'compare.text': async ({ a, b }) => (await import('../text/diff.ts')).diffText(await shownText(rim, a), await shownText(rim, b)),
  };
}

/** What the inspector would show of an entry, or of one part of it, as one text. Throws TapeError('not-found', 'unreadable'). */
const shownText = async (rim: Rim, at: Address | { text: string }): Promise<string> => {
  if ('text' in at) return at.text;
  const { tape: id, seq, part } = at;
  const tape = rim.catalog.tape(id);
  const [row] = rim.catalog.entriesAt(tape.id, [seq]);
  if (!row) throw new TapeError('not-found', `${tape.title} has no entry ${seq}; it has ${tape.entries}.`);
  const [record] = await loadRecords(tape, [row]);
  if (!record) throw new TapeError('unreadable', `${tape.file} changed at line ${row.line}. Open the tape again to reload it.`);
  const parts = rim.formatOf(tape.format).parts(record);
  const wanted = part === undefined ? parts : parts.slice(part, part + 1);
  return wanted.map(({ type, name, text }) => (type === 'image' ? `(${name ?? 'image'})` : text)).join('\n\n');
};
