import { type NameOf, titleOf } from '../../../../shared/library/names.ts';
import { APART, begins } from '../../../../shared/library/word-starts.ts';
import type { TapeRow } from '../../../../shared/model/index.ts';
import { panels } from '../../../../shared/panels.ts';
import { count, formatNumber, formatWhen } from '../../ui/format.ts';
import { type CommandId, commandOf, commands as everyCommand } from '../keyboard/keys.ts';

export type PaletteItem =
  /** `why` is the reason where the command may not be done now. */
  | { type: 'command'; id: CommandId; label: string; why?: string }
  | { type: 'step'; step: number; label: string }
  | { type: 'entry'; entry: number; label: string }
  | { type: 'tape'; tape: string; label: string; hint: string };

/** What the palette knows when it is asked. */
export interface Known {
  live: readonly CommandId[];
  /** Those that the query finds, the best first (library.find). */
  tapes: readonly TapeRow[];
  /** The agents behind the formats of tapes. */
  nameOf?: NameOf;
  /** Why a command may not be done now, by command. */
  refused?: Partial<Record<CommandId, string | null>>;
  /** Commands that were chosen here lately, the last one first. */
  recent?: readonly CommandId[];
  /** Steps and entries of the open tape; zero where none is open. */
  steps: number;
  entries: number;
}

/** Letters of an abbreviation: more are a word, which something may contain by chance. */
const MOST_LETTERS = 5;

/** Whether the letters are in the text in this order, each beginning a word or right after the one before: "gtl" finds "Go to the library". */
const abbreviates = (letters: string, text: string): boolean => {
  if (letters.length < 2 || letters.length > MOST_LETTERS) return false;
  const parts = text.split(APART).filter(Boolean);
  const from = (at: number, part: number): boolean => {
    if (at === letters.length) return true;
    for (let next = part; next < parts.length; next++) {
      const word = parts[next] ?? '';
      for (let taken = 1; taken <= word.length && word[taken - 1] === letters[at + taken - 1]; taken++)
        if (from(at + taken, next + 1)) return true;
    }
    return false;
  };
  return from(0, 0);
};

/** What else people call a command. */
const ALSO: Partial<Record<CommandId, string>> = {
  annotate: 'annotation note label comment remark bookmark',
  'differing.previous': 'evidence verified captured mismatch',
  'differing.next': 'evidence verified captured mismatch',
  report: 'report save as html markdown svg png mermaid share redact',
  memory: 'recall remember',
  ...Object.fromEntries(panels.map(({ id, also }) => [`panel.${id}`, also])),
  files: 'float project',
  'compare.add': 'diff',
  'what-if': 'policy anchor budget compact summary replace system prompt temperature try again ablation',
  changes: 'diff changes added gone',
  search: 'find text',
  open: 'import tape log',
  'native.line': 'comma',
  'run.write': 'run compose ask chat agent model message',
  'run.stop': 'cancel abort end',
  'native.discard': 'drop delete remove abandon fork',
  surgery: 'cut trim resume',
  'zoom.fit': 'zoom all reset',
  theme: 'dark mode theme colours appearance',
  settings: 'preferences options',
  tour: 'tutorial guide introduction getting started help examples',
  keys: 'help shortcuts keyboard cheat sheet',
  'place.copy': 'share url address deep link',
  receipt: 'import lines unreadable',
  library: 'sidebar',
  inspector: 'sidebar details',
};

/** How well a command fits what was asked: -1 its name, 0 its very beginning, 1 by words of its name, 2 by what else it is called, 3 as an abbreviation; null not. */
const fitOf = (asked: string, words: readonly string[], id: CommandId): -1 | 0 | 1 | 2 | 3 | null => {
  const name = commandOf(id).what.toLowerCase();
  if (asked === name) return -1;
  if (asked !== '' && name.startsWith(asked)) return 0;
  if (begins(words, name)) return 1;
  if (begins(words, `${name} ${ALSO[id] ?? ''}`)) return 2;
  return abbreviates(words.join(''), name) ? 3 : null;
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
  if (id === 'native.continue') return 'on a tape that is not native';
  if (id === 'branch.next') return 'on a tape with branches';
  if (id === 'print') return 'in Conversation';
  if (id === 'match.previous') return 'in Residency or Request';
  if (id === 'files') return 'on a tape from a folder of this computer';
  if (id.startsWith('source.')) return 'in Provenance';
  if (/^policy\.(edit|pin|leave-out)$/.test(id)) return 'in Context';
  if (id.startsWith('stay.')) return 'in Residency';
  if (id.startsWith('go.')) return 'in Conversation or Residency';
  if (id.startsWith('row.')) return 'in a list';
  if (id.startsWith('table.')) return 'in the library';
  if (id.startsWith('hit.')) return 'in a search';
  if (id.startsWith('run.')) return id === 'run.send' || id === 'run.write' ? 'in Run, on a native tape' : 'while a run is under way';
  if (id.startsWith('what-if.')) return 'in What if';
  if (id.startsWith('native.')) return 'on a native tape';
  return 'in an open tape';
};

/** The commands that fit, the best first; of equals those that were used lately. */
const commandsFor = (asked: string, words: readonly string[], among: readonly CommandId[], recent: readonly CommandId[]) => {
  const turn = (id: CommandId) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  return among
    .filter((id) => id !== 'palette' && id !== 'close')
    .map((id) => ({ id, fit: fitOf(asked, words, id) }))
    .filter((one) => one.fit !== null)
    .toSorted((a, b) => (a.fit ?? 0) - (b.fit ?? 0) || turn(a.id) - turn(b.id));
};

const tapeItem = (tape: TapeRow, nameOf?: NameOf): PaletteItem => ({
  type: 'tape',
  tape: tape.id,
  label: titleOf(tape),
  hint: [...(nameOf ? [nameOf(tape.format)] : []), count(tape.steps, 'step'), formatWhen(tape.ended)].join(' · '),
});

/** What fits a query: places of the open tape first, then commands, then tapes by title. Whoever asks for a command by its name is told
 * of those, too, that belong elsewhere. */
export function paletteItems(query: string, known: Known): PaletteItem[] {
  const asked = query.trim().toLowerCase();
  const words = asked.split(/\s+/).filter(Boolean);
  const found = (among: readonly CommandId[]) => commandsFor(asked, words, among, known.recent ?? []);
  const commands = found(known.live).map(({ id }): PaletteItem => {
    const why = known.refused?.[id];
    return { type: 'command', id, label: commandOf(id).what, ...(why && { why }) };
  });
  const others = asked === '' ? [] : everyCommand.map(({ id }) => id).filter((id) => !known.live.includes(id));
  const elsewhere = found(others)
    .filter(({ fit }) => fit !== 3)
    .map(({ id }): PaletteItem => ({ type: 'command', id, label: commandOf(id).what, why: homeOf(id) }));
  return [...places(asked, known), ...commands, ...known.tapes.map((tape) => tapeItem(tape, known.nameOf)), ...elsewhere];
}
