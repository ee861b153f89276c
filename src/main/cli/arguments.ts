import type { Run } from './run.ts';

/** What shell completion may offer: the names of that sort in this workspace or project, files, or the words themselves. */
export type Offers = 'anchor' | 'fork' | 'session' | 'folder' | 'decision' | 'file' | readonly string[];

export interface Operand {
  name: string;
  required: boolean;
  /** The last operand may stand more than once. */
  many?: boolean;
  offers?: Offers;
}

export interface Flag {
  /** Long name without dashes. */
  name: string;
  /** What the value is called in the help; absent for a switch. */
  value?: string;
  /** May stand more than once; its values are a list then. */
  many?: boolean;
  offers?: Offers;
  description: string;
}

/** Under which heading the help of a program lists a command; the last three are those of `float`. */
export type Topic = 'imported' | 'native' | 'forks' | 'upkeep' | 'window' | 'project' | 'contexts' | 'words';

/** `tape` or `float`: what they share is how a command line is read, run and answered. */
export interface Program {
  name: string;
  commands: readonly Command[];
  loadHelp(): Promise<ProgramHelp>;
}

/** What the help of a program says beside its commands. */
export interface ProgramHelp {
  head: string;
  /** Where the `help` command itself stands. */
  topic: Topic;
  foot: readonly string[];
}

/** One command as the help shows it and as both parsers read it. */
export interface Command {
  /** One word, or two such as `log add`. */
  name: string;
  topic: Topic;
  /** For our own scripts: takes all words as operands, whatever they are, and is in no help. */
  raw?: boolean;
  summary: string;
  operands: readonly Operand[];
  flags: readonly Flag[];
  /** Further lines of help: what is accepted, what the answer holds. */
  notes: readonly string[];
  /** A real command line, and what it does. */
  example: readonly [line: string, meaning: string];
  load(): Promise<{ run: Run }>;
}

/** A command line after parsing: switches are true, other options are text, and lists where they may stand more than once. */
export interface Given {
  operands: string[];
  options: Record<string, string | true | string[]>;
}

/**
 * Reads a well-formed command line without loading commander, which costs as much as the rest of a command together.
 * Null for everything else (help, a slip, a short option): commander then reads it from the same table and explains.
 */
export const parseQuickly = (command: Command, words: readonly string[]): Given | null => {
  if (command.raw) return { operands: [...words], options: {} };
  const given: Given = { operands: [], options: {} };
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    // A dash alone is an operand: it stands for stdin.
    if (!word.startsWith('-') || word === '-') {
      given.operands.push(word);
      continue;
    }
    const [name = '', inline] = splitOption(word);
    const flag = command.flags.find((candidate) => candidate.name === name);
    if (!flag || (given.options[name] !== undefined && !flag.many)) return null;
    if (flag.value === undefined) {
      if (inline !== undefined) return null;
      given.options[name] = true;
    } else {
      const value = inline ?? words[++at];
      if (value === undefined) return null;
      given.options[name] = flag.many ? [...listIn(given, name), value] : value;
    }
  }
  return countFits(command, given.operands.length) ? given : null;
};

/** The second words of the commands that begin with this one, where it is none by itself. */
export const family = (commands: readonly Command[], word: string | undefined): string[] =>
  commands.flatMap(({ name }) => (name.startsWith(`${word} `) ? [name.slice(name.indexOf(' ') + 1)] : []));

/** The values of an option that may stand more than once; none where it is absent. */
export const listIn = (given: Given, name: string): readonly string[] => {
  const values = given.options[name];
  return Array.isArray(values) ? values : [];
};

const splitOption = (word: string): [name: string | undefined, inline: string | undefined] => {
  if (!word.startsWith('--')) return [undefined, undefined];
  const equals = word.indexOf('=');
  return equals < 0 ? [word.slice(2), undefined] : [word.slice(2, equals), word.slice(equals + 1)];
};

const countFits = ({ operands }: Command, count: number): boolean => {
  const required = operands.filter((operand) => operand.required).length;
  return count >= required && (count <= operands.length || operands.at(-1)?.many === true);
};
