import { TapeError } from '../../../../shared/rpc/tape-error.ts';
import { createGiven, fileWords } from './given.ts';
import { nearest } from './nearest.ts';
import { splitWords } from './split-line.ts';
import { COMMANDS, type Command, commandNamed } from './table.ts';

/** What one line of the command line is. `unknown` runs and appends nothing; its lines say why. */
export type Parsed = { type: 'message'; text: string } | { type: 'command'; command: Command } | { type: 'unknown'; lines: string[] };

const NAMES = COMMANDS.flatMap(({ name, also }) => [name, ...also]);

const unknown = (...lines: string[]): Parsed => ({ type: 'unknown', lines });

const noCommand = (name: string): Parsed => {
  const near = nearest(name.toLowerCase(), NAMES);
  const said = `There is no command ,${name.slice(0, 60)}. Nothing was run.`;
  return unknown(near === null ? `${said} ,help lists the commands.` : `${said} Did you mean ,${near}?`);
};

/**
 * Reads one line. Only a line whose very first character is a comma is a command (so a blank before it is the way to append a
 * text that begins with one); any other is a message. Never throws.
 */
export function parseLine(line: string): Parsed {
  if (!line.startsWith(',')) return line.trim() === '' ? unknown('An empty line appends nothing.') : { type: 'message', text: line };
  const name = /^,\s*(\S*)/.exec(line)?.[1] ?? '';
  if (name === '') return unknown('A comma begins a command. ,help lists the commands.');
  const row = commandNamed(name);
  if (row === undefined) return noCommand(name);
  const { words, open } = splitWords(line.slice(line.indexOf(name) + name.length));
  if (open !== null) return unknown(`The quote ${open} is never closed. Nothing was run.`);
  try {
    const given = createGiven(row.name, fileWords(row.name, words, row.takes));
    return { type: 'command', command: row.read(given) };
  } catch (failure) {
    if (failure instanceof TapeError) return unknown(`${failure.message} Nothing was run.`);
    throw failure;
  }
}
