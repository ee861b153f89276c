import type { Command } from './command.ts';
import { plural } from './format/number.ts';

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
export function slipOf(program: string, command: Command | undefined, { code, message }: { code: string; message: string }): string {
  const line = command === undefined ? program : `${program} ${command.name}`;
  const told = command === undefined ? null : (SENTENCES[code]?.(message, line, command) ?? null);
  return `${told ?? plain(message)} See ${line} --help.`;
}
