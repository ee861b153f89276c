import { type Argument, CommanderError, Command as Program } from 'commander';
import { TapeError } from '../../shared/rpc/tape-error.ts';
import type { Command, Given } from './arguments.ts';
import { EXIT_HELP } from './exit.ts';

/** What a full reading of the command line comes to: a command to run, or help to print. */
export type Reading = { command: Command; given: Given } | { help: string };

const HEAD = 'Shows what an agent had in its context at any step, from the logs that agents already write.';
const FOOT = [
  ...EXIT_HELP,
  '',
  'With --json, stdout holds exactly one object; a failure is {"error": {code, message}} on stderr.',
  'TAPESCOPE_HOME names the folder of the catalog (default: ~/.tapescope). NO_COLOR turns colour off.',
  '',
  'Example:',
  '  tape view session.jsonl --step 12     what the model saw at step 12, and what was left out',
];

/** commander's message as one plain sentence: "Unknown option '--jsn'. Did you mean --json?" */
const sentence = (message: string): string => {
  const [first = '', hint = ''] = message.replace(/^error: /, '').split('\n');
  const text = first.charAt(0).toUpperCase() + first.slice(1).replace(/\.$/, '');
  return `${text}.${hint === '' ? '' : ` ${hint.replace(/^\(|\)$/g, '')}`}`;
};

const operandText = (argument: Argument): string => `${argument.name()}${argument.variadic ? '…' : ''}`;

const define = (program: Program, command: Command, found: (given: Given) => void): void => {
  const operands = command.operands.map(({ name, required, many }) => {
    const text = `${name}${many ? '...' : ''}`;
    return required ? `<${text}>` : `[${text}]`;
  });
  const sub = program
    .command([command.name, ...operands].join(' '))
    .summary(command.summary)
    .description(`${command.summary.charAt(0).toUpperCase()}${command.summary.slice(1)}.`);
  for (const { name, value, description } of command.flags) sub.option(`--${name}${value ? ` <${value}>` : ''}`, description);
  const [line, meaning] = command.example;
  sub.addHelpText(
    'after',
    ['', ...command.notes, ...(command.notes.length > 0 ? [''] : []), 'Example:', `  ${line}`, `      ${meaning}`].join('\n'),
  );
  sub.action(() => found({ operands: sub.args, options: sub.opts() }));
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
    .helpCommand('help [COMMAND]', 'print the help of a command')
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
    .addHelpText('after', ['', ...FOOT].join('\n'));
  for (const command of commands) {
    define(program, command, (given) => {
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
