import { type Argument, CommanderError, Command as Program } from 'commander';
import { TapeError } from '../../shared/rpc/tape-error.ts';
import type { Command, Flag, Given, Topic } from './arguments.ts';
import { EXIT_HELP } from './exit.ts';
import { wrap } from './format/wrap.ts';

/** What a full reading of the command line comes to: a command to run, or help to print. */
export type Reading = { command: Command; given: Given } | { help: string };

const HEAD =
  'Shows what an agent had in its context at any step, from the logs that agents already write, and keeps native tapes: ' +
  'append-only folders of JSONL with anchors, forks and merges.';

const TOPICS: Record<Topic, string> = {
  imported: 'Imported tapes (logs of agents; read-only):',
  native: 'Native tapes (the workspace of this directory):',
  forks: 'Forks of native tapes:',
  upkeep: 'Upkeep of native tapes:',
  window: 'Window and shell:',
};

const FOOT = [
  ...EXIT_HELP,
  '',
  'With --json, stdout holds exactly one object; a failure is {"error": {code, message}} on stderr, a remark {"note"}. ' +
    'Commands for native tapes take the workspace of the current directory, or of the nearest one above it. ' +
    'TAPE_HOME names the folder of the workspaces (default: ~/.tape), TAPESCOPE_HOME that of the catalog (default: ~/.tapescope). ' +
    'NO_COLOR turns colour off.',
  '',
  'Examples:',
  '  tape view session.jsonl --step 12   what the model saw at step 12',
  '  tape init                           starts a native tape for this directory',
  '  tape help merge                     each command has such a page',
];

/** commander's message as one plain sentence: "Unknown option '--jsn'. Did you mean --json?" */
const sentence = (message: string): string => {
  const [first = '', hint = ''] = message.replace(/^error: /, '').split('\n');
  const text = first.charAt(0).toUpperCase() + first.slice(1).replace(/\.$/, '');
  return `${text}.${hint === '' ? '' : ` ${hint.replace(/^\(|\)$/g, '')}`}`;
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

const collect = (value: string, before: unknown): string[] => [...(Array.isArray(before) ? before : []), value];

const defineFlag = (sub: Program, { name, value, many, description }: Flag): void => {
  const term = `--${name}${value ? ` <${value}>` : ''}`;
  if (many) sub.option(term, `${description}; may be repeated`, collect);
  else sub.option(term, description);
};

/** The options under the names of the table. */
const optionsOf = (sub: Program, flags: readonly Flag[]): Given['options'] => {
  const values: Given['options'] = sub.opts();
  return Object.fromEntries(
    flags.flatMap(({ name }) => {
      const value = values[keyOf(name)];
      return value === undefined ? [] : [[name, value]];
    }),
  );
};

const define = (program: Program, command: Command, width: number, found: (given: Given) => void): void => {
  const operands = command.operands.map(({ name, required, many }) => {
    const text = `${name}${many ? '...' : ''}`;
    return required ? `<${text}>` : `[${text}]`;
  });
  const sub = program
    .command([command.name, ...operands].join(' '))
    .helpGroup(TOPICS[command.topic])
    .summary(command.summary)
    .description(`${command.summary.charAt(0).toUpperCase()}${command.summary.slice(1)}.`);
  for (const flag of command.flags) defineFlag(sub, flag);
  const [line, meaning] = command.example;
  sub.addHelpText(
    'after',
    fitted(['', ...command.notes, ...(command.notes.length > 0 ? [''] : []), 'Example:', `  ${line}`, `      ${meaning}`], width),
  );
  sub.action(() => found({ operands: sub.args, options: optionsOf(sub, command.flags) }));
};

/**
 * Reads a command line with commander: the slow way, for help and for explaining slips. Throws TapeError('bad-input')
 * with one sentence. Knows exactly the commands of the table, as `parseQuickly` does.
 */
export const parseFully = (commands: readonly Command[], version: string, words: readonly string[], width: number): Reading => {
  let help = '';
  let reading: Reading | null = null;
  const program = new Program('tape')
    .description(HEAD)
    .usage('COMMAND [OPTIONS]')
    .version(version, '--version', 'print the version')
    .helpOption('--help', 'print this help')
    .addHelpCommand(new Program('help').argument('[COMMAND]').summary('print the help of a command').helpGroup(TOPICS.window))
    .configureHelp({ subcommandTerm: (sub) => [sub.name(), ...sub.registeredArguments.map(operandText)].join(' ') })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        help += text;
      },
      writeErr: () => {},
      getOutHelpWidth: () => width,
      getOutHasColors: () => false,
    })
    .addHelpText('after', fitted(['', ...FOOT], width));
  for (const command of commands.filter(({ raw }) => !raw)) {
    define(program, command, width, (given) => {
      reading = { command, given };
    });
  }
  try {
    program.parse([...words], { from: 'user' });
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown;
    if (help === '') throw new TapeError('bad-input', `${sentence(thrown.message)} See tape --help.`);
  }
  return reading ?? { help };
};
