import type { Session } from './session.ts';
import type { Terminal } from './terminal.ts';

/** What shell completion may offer: the names of that sort in this workspace or project, files, or the words themselves. */
export type Offers = 'anchor' | 'fork' | 'session' | 'folder' | 'decision' | 'agent' | 'instructions' | 'file' | readonly string[];

export interface Operand {
  name: string;
  required: boolean;
  /** The last operand may be repeated. */
  many?: boolean;
  offers?: Offers;
}

export interface Flag {
  /** Long name without dashes. */
  name: string;
  /** What the value is called in the help; absent for a switch. */
  value?: string;
  /** May be given more than once; its values are then a list. */
  many?: boolean;
  offers?: Offers;
  description: string;
}

/** Under which heading the help of a program lists a command; the last three are those of `float`. */
export type Topic = 'imported' | 'native' | 'forks' | 'upkeep' | 'agents' | 'window' | 'project' | 'contexts' | 'words';

/** `tape` or `float`: what they share is how a command line is read, run and answered. */
export interface Program {
  name: string;
  commands: readonly Row[];
  loadHelp(): Promise<ProgramHelp>;
}

/** What the help of a program says next to its commands. */
export interface ProgramHelp {
  head: string;
  /** The heading of the `help` command itself. */
  topic: Topic;
  foot: readonly string[];
}

/** What finds and lists a command without loading it: its row in the table of a program. */
export interface Row {
  /** One word, or two such as `log add`. */
  name: string;
  topic: Topic;
  /** For our own scripts: takes all words as operands, whatever they are, and is in no help. */
  raw?: boolean;
  /** An agent runs it and would take a failure for an answer: it ends with 0 and says nothing, whatever it is given. */
  harmless?: true;
  /** Options end where the first operand begins: what follows is a command line of its own. */
  rest?: boolean;
  summary: string;
  operands: readonly Operand[];
  load(): Promise<{ command: Declaration }>;
}

/** The rest of a command: its file exports this, and has what runs it and what it prints. */
export interface Declaration {
  flags: readonly Flag[];
  /** Further lines of help: what is accepted, what the answer holds. */
  notes: readonly string[];
  /** A real command line, and what it does. */
  example: readonly [line: string, meaning: string];
  run: Run;
}

/** A command as the help shows it and as both parsers read it. */
export type Command = Row & Declaration;

/** Loads the file of a command. */
export async function loadCommand(row: Row): Promise<Command> {
  return { ...row, ...(await row.load()).command };
}

/** A command line after parsing: switches are true, other options are text, and lists where they may be repeated. */
export interface Given {
  operands: string[];
  options: Record<string, string | true | string[]>;
}

/** What a command gets. The engine is opened when it is first asked for, and closed for the command afterwards. */
export interface Context {
  /** The table that the command was found in. */
  commands: readonly Row[];
  given: Given;
  /** `--json` was given. */
  json: boolean;
  terminal: Terminal;
  /** Aborts on Ctrl-C. */
  signal: AbortSignal;
  session(): Promise<Session>;
}

/** Answers the exit code where it is not 0. Expected failures are thrown as TapeError. */
export type Run = (context: Context) => Promise<number | undefined>;
