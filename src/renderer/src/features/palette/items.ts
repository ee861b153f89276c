import type { TapeRow } from '../../../../shared/model/index.ts';
import { count, formatNumber, formatWhen } from '../../ui/format.ts';
import { type CommandId, commandOf, commands as everyCommand } from '../keyboard/keys.ts';
import { titleOf } from '../library/names.ts';

export type PaletteItem =
  /** `why` is the reason where the command may not be done now. */
  | { type: 'command'; id: CommandId; label: string; why?: string }
  | { type: 'step'; step: number; label: string }
  | { type: 'entry'; entry: number; label: string }
  | { type: 'tape'; tape: string; label: string; hint: string };

/** What the palette knows when it is asked. */
export interface Known {
  live: readonly CommandId[];
  tapes: readonly TapeRow[];
  /** Why a command may not be done now, by command. */
  refused?: Partial<Record<CommandId, string | null>>;
  /** Steps and entries of the open tape; zero where none is open. */
  steps: number;
  entries: number;
}

const TAPES = 40;

const within = (words: readonly string[], text: string): boolean => words.every((word) => text.includes(word));

/** What stands between two words, in a question as in a name. */
const APART = /[^\p{L}\p{N}]+/u;

/** Whether each word begins a word of the text: "st" finds "Step on", not "Newest". */
const begins = (words: readonly string[], text: string): boolean => {
  const parts = text.split(APART);
  const asked = words.flatMap((word) => word.split(APART)).filter(Boolean);
  return (asked.length > 0 || words.length === 0) && asked.every((word) => parts.some((part) => part.startsWith(word)));
};

/** A number alone means both; `step 12`, `entry 12` and `#12` say which. */
const places = (query: string, { steps, entries }: Known): PaletteItem[] => {
  const match = /^(?:(step|s|entry|e|#)\s*)?(\d{1,9})$/.exec(query);
  if (match === null) return [];
  const number = Number(match[2]);
  const which = match[1]?.[0];
  const items: PaletteItem[] = [];
  if (which !== 'e' && which !== '#' && number >= 1 && number <= steps)
    items.push({ type: 'step', step: number, label: `Go to step ${formatNumber(number)}` });
  if (which !== 's' && number >= 1 && number <= entries)
    items.push({ type: 'entry', entry: number, label: `Go to entry ${formatNumber(number)}` });
  return items;
};

/** Where a command is at home that nobody answers to now. */
const homeOf = (id: CommandId): string => {
  if (/^(?:chart|stay)\./.test(id)) return 'in Residency';
  if (id.startsWith('row.')) return 'in a list';
  if (id.startsWith('native.')) return 'on a native tape';
  return id === 'surgery' ? 'on a Claude Code tape' : 'in an open tape';
};

/** What fits a query: places of the open tape first, then commands, then tapes by title: the very title, then those with a word
 * that begins so, the newest in front. Whoever asks for a command by its name is told of those, too, that belong elsewhere. */
export const paletteItems = (query: string, known: Known): PaletteItem[] => {
  const asked = query.trim().toLowerCase();
  const words = asked.split(/\s+/).filter(Boolean);
  const startsSo = (id: CommandId) => asked !== '' && commandOf(id).what.toLowerCase().startsWith(asked);
  const fits = (id: CommandId) => id !== 'palette' && id !== 'close' && begins(words, commandOf(id).what.toLowerCase());
  const commands = known.live
    .filter(fits)
    // What begins with the very words comes before what only mentions them.
    .toSorted((a, b) => Number(startsSo(b)) - Number(startsSo(a)))
    .map((id): PaletteItem => {
      const why = known.refused?.[id];
      return { type: 'command', id, label: commandOf(id).what, ...(why && { why }) };
    });
  const nameOf = (tape: TapeRow) => `${titleOf(tape)} ${tape.project}`.toLowerCase();
  const rank = (tape: TapeRow) => (titleOf(tape).toLowerCase() === asked ? 0 : begins(words, nameOf(tape)) ? 1 : 2);
  const tapes = known.tapes
    .filter((tape) => within(words, nameOf(tape)))
    .map((tape) => ({ tape, rank: rank(tape) }))
    .toSorted((a, b) => a.rank - b.rank || (b.tape.ended ?? 0) - (a.tape.ended ?? 0))
    .slice(0, TAPES)
    .map(({ tape }) => tape)
    .map(
      (tape): PaletteItem => ({
        type: 'tape',
        tape: tape.id,
        label: titleOf(tape),
        hint: `${count(tape.steps, 'step')} · ${formatWhen(tape.ended)}`,
      }),
    );
  const elsewhere = everyCommand
    .filter(({ id }) => asked !== '' && !known.live.includes(id) && fits(id))
    .map(({ id, what }): PaletteItem => ({ type: 'command', id, label: what, why: homeOf(id) }));
  return [...places(asked, known), ...commands, ...tapes, ...elsewhere];
};
