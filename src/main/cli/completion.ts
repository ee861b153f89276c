import { family } from './arguments.ts';
import { type Command, type Flag, loadCommand, type Offers, type Row } from './command.ts';

/** Something that could be where the cursor is, and a few words about it. */
export interface Candidate {
  value: string;
  about: string;
}

/** The names of a sort that exist now; `session` is the one that the command line names. */
export type Names = (sort: Exclude<Offers, 'file' | readonly string[]>, session: string | undefined) => Candidate[];

/** bash parts `--order=time` into three words; here they are one again. */
const joined = (words: readonly string[]): { words: string[]; parted: boolean } => {
  const all: string[] = [];
  let parted = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const before = all.at(-1);
    if (word !== '=' || before === undefined || !/^--[a-z-]+$/.test(before)) {
      all.push(word);
      parted = false;
      continue;
    }
    all[all.length - 1] = `${before}=${words[++at] ?? ''}`;
    parted = true;
  }
  return { words: all, parted };
};

interface Place {
  /** The option whose value is being typed. */
  flag: Flag | null;
  /** How many operands come before. */
  operands: number;
  used: Set<string>;
  session: string | undefined;
}

const placeOf = (command: Command, before: readonly string[]): Place => {
  const place: Place = { flag: null, operands: 0, used: new Set(), session: undefined };
  for (const word of before) {
    if (place.flag) {
      if (place.flag.name === 'session') place.session = word;
      place.flag = null;
    } else if (word.startsWith('--')) {
      const [name = '', value] = word.slice(2).split('=', 2);
      const flag = command.flags.find((candidate) => candidate.name === name);
      place.used.add(name);
      if (name === 'session' && value !== undefined) place.session = value;
      if (flag?.value !== undefined && value === undefined) place.flag = flag;
    } else place.operands += 1;
  }
  return place;
};

const offered = (offers: Offers | undefined, names: Names, session: string | undefined): Candidate[] => {
  if (offers === undefined || offers === 'file') return [];
  return typeof offers === 'string' ? names(offers, session) : offers.map((value) => ({ value, about: '' }));
};

const flagsOf = ({ flags }: Command, used: ReadonlySet<string>): Candidate[] => [
  ...flags.filter(({ name, many }) => many || !used.has(name)).map(({ name, description }) => ({ value: `--${name}`, about: description })),
  { value: '--help', about: 'print the help of this command' },
];

const ofCommand = (command: Command, before: readonly string[], last: string, parted: boolean, names: Names): Candidate[] => {
  const { flag, operands, used, session } = placeOf(command, before);
  if (flag) return offered(flag.offers, names, session);
  const equals = last.indexOf('=');
  if (last.startsWith('--') && equals > 0) {
    const named = command.flags.find(({ name }) => name === last.slice(2, equals));
    const prefix = last.slice(0, equals + 1);
    return offered(named?.offers, names, session).map(({ value, about }) => ({ value: prefix + value, about }));
  }
  if (last.startsWith('-')) return flagsOf(command, used);
  const operand = command.operands[operands] ?? (command.operands.at(-1)?.many ? command.operands.at(-1) : undefined);
  return parted ? [] : offered(operand?.offers, names, session);
};

/** The first words of commands; one that takes another after it is listed once. */
const words = (commands: readonly Row[]): Candidate[] => {
  const all = commands.filter(({ raw }) => !raw).map(({ name, summary }): [string, string] => [name.split(' ', 1)[0] ?? '', summary]);
  return [...new Map(all)].map(([value, about]) => {
    const members = family(commands, value);
    return { value, about: members.length === 0 ? about : members.join(' or ') };
  });
};

const second = (commands: readonly Row[], name: string): Candidate[] =>
  commands.filter((one) => one.name.startsWith(`${name} `)).map((one) => ({ value: one.name.slice(name.length + 1), about: one.summary }));

const first = (commands: readonly Row[]): Candidate[] => [
  ...words(commands),
  { value: 'help', about: 'print the help of a command' },
  { value: '--help', about: 'print the help' },
  { value: '--version', about: 'print the version' },
];

/** A shell takes one line for one candidate: what does not fit into one cannot be completed. */
const fits = ({ value }: Candidate): boolean => value !== '' && !/[\p{Cc}\u2028\u2029]/u.test(value);

/** What could be at the end of a command line; `given` are its words after the program's name, the last one being typed. Never throws. */
export async function complete(given: readonly string[], commands: readonly Row[], names: Names): Promise<Candidate[]> {
  const { words, parted } = joined(given.length === 0 ? [''] : given);
  const last = words.at(-1) ?? '';
  const [name, ...before] = words.slice(0, -1);
  if (name === undefined) return first(commands).filter(({ value }) => value.startsWith(last) && (last !== '' || !value.startsWith('-')));
  if (name === 'help' && before.length === 0)
    return first(commands).filter(({ value }) => value.startsWith(last) && !value.startsWith('-'));
  const asked = name === 'help' ? before.shift() : name;
  if (asked !== undefined && before.length === 0 && family(commands, asked).length > 0)
    return second(commands, asked).filter(({ value }) => value.startsWith(last));
  if (name === 'help') return [];
  const named = (words: string): Row | undefined => commands.find((one) => !one.raw && one.name === words);
  const row = named(`${name} ${before[0]}`) ?? named(name);
  if (!row) return [];
  if (row.name !== name) before.shift();
  const also = row.name === name && before.length === 0 ? second(commands, name) : [];
  const own = ofCommand(await loadCommand(row), before, last, parted, names);
  const found = [...also, ...own].filter((one) => fits(one) && one.value.startsWith(last));
  // What bash parted at the equals sign it also puts together again.
  return parted ? found.map(({ value, about }) => ({ value: value.slice(value.indexOf('=') + 1), about })) : found;
}
