import { type Argument, Command as Commander, CommanderError } from 'commander';
import { TapeError } from '../../shared/rpc/tape-error.ts';
import { family } from './arguments.ts';
import {
  type Command,
  type Declaration,
  type Flag,
  type Given,
  loadCommand,
  type Program,
  type ProgramHelp,
  type Row,
  type Topic,
} from './command.ts';
import { plural } from './format/number.ts';
import { wrap } from './format/wrap.ts';

// What commander says of a slip, as one plain sentence with the page of help that says more.

const operandsOf = ({ operands }: Command): string =>
  operands.map(({ name, required, many }) => (required ? `${name}${many ? '…' : ''}` : `[${name}${many ? '…' : ''}]`)).join(' ');

/** By commander's code; null leaves its own words as they are. */
const SENTENCES: Record<string, (message: string, line: string, command: Command) => string | null> = {
  'commander.excessArguments': (message, line, command) => {
    const [, got, words] = /but got (\d+): (.*)\.$/s.exec(message) ?? [];
    const { length } = command.operands;
    const takes = length === 0 ? 'no argument' : `${plural(length, 'argument')}, ${operandsOf(command)}`;
    return words === undefined ? null : `${line} takes ${takes}, not ${got}: ${words}.`;
  },
  'commander.missingArgument': (message, line, command) => {
    const [, name] = /'(.*)'$/s.exec(message) ?? [];
    return name === undefined ? null : `${name} is missing in ${line} ${operandsOf(command)}.`;
  },
  'commander.optionMissingArgument': (message) => {
    const [, option, value] = /'(--\S+) <(.*)>'/s.exec(message) ?? [];
    return option === undefined ? null : `${option} needs a value, ${value}.`;
  },
};

/** "Unknown option '--jsn'. Did you mean --json?" */
const plain = (message: string): string => {
  const [first = '', hint = ''] = message.replace(/^error: /, '').split('\n');
  const text = first.charAt(0).toUpperCase() + first.slice(1).replace(/\.$/, '');
  return `${text}.${hint === '' ? '' : ` ${hint.replace(/^\(|\)$/g, '')}`}`;
};

/** `command` is the one that the line names; undefined where it names none. */
function slipOf(program: string, command: Command | undefined, { code, message }: { code: string; message: string }): string {
  const line = command === undefined ? program : `${program} ${command.name}`;
  const told = command === undefined ? null : (SENTENCES[code]?.(message, line, command) ?? null);
  return `${told ?? plain(message)} See ${line} --help.`;
}

/** What a full reading of the command line comes to: a command to run, or help to print. */
export type Reading = { command: Command; given: Given } | { help: string };

const TOPICS: Record<Topic, string> = {
  imported: 'Imported tapes (logs of agents; read-only):',
  native: 'Native tapes (the workspace of this directory):',
  forks: 'Forks of native tapes:',
  upkeep: 'Upkeep of native tapes:',
  agents: 'For agents:',
  window: 'Window and shell:',
  project: 'The project:',
  contexts: 'Context files:',
  words: 'What people know about folders:',
};

const operandText = (argument: Argument): string => {
  const text = `${argument.name()}${argument.variadic ? '…' : ''}`;
  return argument.required ? text : `[${text}]`;
};

/** Lines that keep their own breaks and fit the terminal. Examples are to be copied, and stay whole. */
const fitted = (lines: readonly string[], width: number): string =>
  lines.flatMap((line) => (line.startsWith('  ') ? [line] : wrap(line, width))).join('\n');

/** The key under which commander keeps an option: `--next-step` is nextStep. */
const keyOf = (name: string): string => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** What the help of a program does not show of its commands. */
const UNLOADED: Declaration = { flags: [], notes: [], example: ['', ''], run: () => Promise.resolve(undefined) };

const collect = (value: string, before: unknown): string[] => [...(Array.isArray(before) ? before : []), value];

const defineFlag = (sub: Commander, { name, value, many, description }: Flag): void => {
  const term = `--${name}${value ? ` <${value}>` : ''}`;
  if (many) sub.option(term, `${description}; may be repeated`, collect);
  else sub.option(term, description);
};

/** The options under the names of the table. */
const optionsOf = (sub: Commander, flags: readonly Flag[]): Given['options'] => {
  const values: Given['options'] = sub.opts();
  return Object.fromEntries(
    flags.flatMap(({ name }) => {
      const value = values[keyOf(name)];
      return value === undefined ? [] : [[name, value]];
    }),
  );
};

const define = (program: Commander, command: Command, width: number, found: (given: Given) => void): void => {
  const sub = program
    .createCommand(command.name)
    .copyInheritedSettings(program)
    .helpGroup(TOPICS[command.topic])
    .summary(command.summary)
    .description(`${command.summary.charAt(0).toUpperCase()}${command.summary.slice(1)}.`);
  if (command.rest) sub.passThroughOptions();
  for (const { name, required, many } of command.operands) {
    const text = `${name}${many ? '...' : ''}`;
    sub.argument(required ? `<${text}>` : `[${text}]`);
  }
  for (const flag of command.flags) defineFlag(sub, flag);
  const [line, meaning] = command.example;
  sub.addHelpText(
    'after',
    fitted(['', ...command.notes, ...(command.notes.length > 0 ? [''] : []), 'Example:', `  ${line}`, `      ${meaning}`], width),
  );
  sub.action(() => found({ operands: sub.args, options: optionsOf(sub, command.flags) }));
  program.addCommand(sub);
};

/** Two words that are one command, such as `log add`, as one. */
const joined = (commands: readonly Row[], words: readonly string[]): string[] => {
  const name = `${words[0]} ${words[1]}`;
  return commands.some((command) => command.name === name) ? [name, ...words.slice(2)] : [...words];
};

/** `help build` is `build --help`; of a word that is not a command commander says so. */
const asked = (commands: readonly Row[], words: readonly string[]): readonly string[] => {
  if (words[0] !== 'help' || words.length === 1) return words;
  const known = commands.some(({ name }) => name.split(' ')[0] === words[1]);
  return known ? [...words.slice(1), '--help'] : words.slice(1);
};

/**
 * Reads a command line with commander: the slow way, for help and for explaining slips. Throws TapeError('bad-input')
 * with one sentence. Knows exactly the commands of the table, as `parseQuickly` does. Loads the command that the line names,
 * and nothing for the help of the program.
 */
export async function parseFully(
  read: Pick<Program, 'name' | 'commands'>,
  texts: ProgramHelp,
  version: string,
  given: readonly string[],
  width: number,
): Promise<Reading> {
  const { name, commands } = read;
  const { head, topic, foot } = texts;
  const words = joined(commands, asked(commands, given));
  const members = family(commands, words[0]);
  if (members.length > 0 && (words[1] === '--help' || words[1] === '-h')) {
    const pages = await Promise.all(members.map((member) => parseFully(read, texts, version, [words[0] ?? '', member, '--help'], width)));
    return { help: pages.flatMap((page) => ('help' in page ? [page.help] : [])).join('\n') };
  }
  if (members.length > 0)
    throw new TapeError('bad-input', `${name} ${words[0]} takes one more word: ${members.join(' or ')}. See ${name} --help.`);
  const shown = commands.filter(({ raw }) => !raw);
  const named = shown.filter((row) => row.name === words[0]);
  const loaded = named.length > 0 ? await Promise.all(named.map(loadCommand)) : shown.map((row) => ({ ...row, ...UNLOADED }));
  let help = '';
  let reading: Reading | null = null;
  const program = new Commander(name)
    .description(head)
    .usage('COMMAND [OPTIONS]')
    .version(version, '--version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .addHelpCommand(new Commander('help').argument('[COMMAND]').summary('print the help of a command').helpGroup(TOPICS[topic]))
    .configureHelp({ subcommandTerm: (sub) => [sub.name(), ...sub.registeredArguments.map(operandText)].join(' ') })
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        help += text;
      },
      writeErr: () => {},
      getOutHelpWidth: () => width,
      getOutHasColors: () => false,
    })
    .addHelpText('after', fitted(['', ...foot], width));
  for (const command of loaded) {
    define(program, command, width, (found) => {
      reading = { command, given: found };
    });
  }
  try {
    program.parse(words, { from: 'user' });
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown;
    const command = loaded.find((one) => one.name === words[0]);
    if (help === '') throw new TapeError('bad-input', slipOf(name, command, thrown));
  }
  return reading ?? { help };
}
