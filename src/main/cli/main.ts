import { TapeError, toWireError } from '../../shared/rpc/tape-error.ts';
import { version } from '../engine/app/version.ts';
import { parseQuickly } from './arguments.ts';
import { type Command, type Given, loadCommand, type Program, type Row } from './command.ts';
import { Exit, exitCodeOf } from './exit.ts';
import type { Session } from './session.ts';
import { createTerminal, type Terminal } from './terminal.ts';

/** How long a cancelled command may take to put its things away. */
const GRACE_MS = 1000;

/** Ctrl-C asks the command to stop; a second one, or a command that does not listen, ends the process. */
const cancelOnInterrupt = (): AbortSignal => {
  const controller = new AbortController();
  process.on('SIGINT', () => {
    if (controller.signal.aborted) process.exit(Exit.Cancelled);
    controller.abort(new TapeError('cancelled', 'Stopped.'));
    setTimeout(() => process.exit(Exit.Cancelled), GRACE_MS).unref();
  });
  return controller.signal;
};

/** A command of two words before one of its first word. */
const rowOf = (words: readonly string[], rows: readonly Row[]): Row | undefined =>
  rows.find(({ name }) => name === `${words[0]} ${words[1]}`) ?? rows.find(({ name }) => name === words[0]);

/** A command of one word or of two, well-formed. */
const quickly = async (words: readonly string[], rows: readonly Row[]): Promise<{ command: Command; given: Given } | null> => {
  const row = rowOf(words, rows);
  if (!row) return null;
  const command = await loadCommand(row);
  const given = parseQuickly(command, words.slice(row.name.includes(' ') ? 2 : 1));
  return given && { command, given };
};

/** A line that begins with a comma is a command of its own, as in the window. */
const COMMA = ',';

const read = async (given: readonly string[], program: Program, terminal: Terminal): Promise<{ command: Command; given: Given } | null> => {
  const words = given[0]?.startsWith(COMMA) && program.commands.some(({ name }) => name === COMMA) ? [COMMA, ...given] : given;
  const found = await quickly(words, program.commands);
  if (found) return found;
  const [{ parseFully }, help] = await Promise.all([import('./program.ts'), program.loadHelp()]);
  const reading = await parseFully(program, help, version, words.length === 0 ? ['--help'] : words, terminal.layout.width);
  if ('command' in reading) return reading;
  terminal.print([reading.help.trimEnd()]);
  return null;
};

const runCommand = async (
  commands: readonly Row[],
  { command, given }: { command: Command; given: Given },
  terminal: Terminal,
): Promise<number> => {
  const signal = cancelOnInterrupt();
  let opened: Promise<Session> | undefined;
  const session = (): Promise<Session> => {
    opened ??= import('./session.ts').then(({ openSession }) => openSession(terminal, signal));
    return opened;
  };
  try {
    return (await command.run({ commands, given, json: given.options.json === true, terminal, signal, session })) ?? Exit.Done;
  } catch (thrown) {
    throw signal.aborted ? signal.reason : thrown;
  } finally {
    await opened?.then((open) => open.close());
  }
};

/** The same; a command that reads and meets damage in the catalog is run again, over one that is made again from the logs. */
const runHealing: typeof runCommand = async (commands, reading, terminal) => {
  try {
    return await runCommand(commands, reading, terminal);
  } catch (thrown) {
    const { damage } = toWireError(thrown).details ?? {};
    if (damage === undefined || reading.command.topic !== 'imported') throw thrown;
    const { rebuildCatalog } = await import('./rebuild.ts');
    await rebuildCatalog(terminal);
    return await runCommand(commands, reading, terminal);
  }
};

/** Runs one command line of a program and sets the exit code. Nothing is thrown: a failure is one sentence on stderr. */
export async function main(words: readonly string[], program: Program): Promise<void> {
  const terminal = createTerminal(program.name);
  if (words.length === 1 && words[0] === '--version') return terminal.print([version]);
  try {
    const reading = await read(words, program, terminal);
    if (reading) process.exitCode = await runHealing(program.commands, reading, terminal);
  } catch (thrown) {
    if (rowOf(words, program.commands)?.harmless) return;
    const error = toWireError(thrown);
    terminal.fail(error, words.includes('--json'));
    process.exitCode = exitCodeOf(error.code);
  }
}
