import type { Command, Given, Row } from './command.ts';

/**
 * Reads a well-formed command line without loading commander, which costs as much as the rest of a command together.
 * Null for everything else (help, a slip, a short option): commander then reads it from the same table and explains.
 */
export function parseQuickly(command: Pick<Command, 'raw' | 'rest' | 'flags' | 'operands'>, words: readonly string[]): Given | null {
  if (command.raw) return { operands: [...words], options: {} };
  const given: Given = { operands: [], options: {} };
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (command.rest && (word === '--' || !word.startsWith('-'))) {
      given.operands.push(...words.slice(word === '--' ? at + 1 : at));
      break;
    }
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
}

/** The second words of the commands that begin with this one, where it is none by itself. */
export function family(commands: readonly Row[], word: string | undefined): string[] {
  if (commands.some(({ name }) => name === word)) return [];
  return commands.flatMap(({ name }) => (name.startsWith(`${word} `) ? [name.slice(name.indexOf(' ') + 1)] : []));
}

/** The values of an option that may be repeated; none where it is absent. */
export function listIn(given: Given, name: string): readonly string[] {
  const values = given.options[name];
  return Array.isArray(values) ? values : [];
}

const splitOption = (word: string): [name: string | undefined, inline: string | undefined] => {
  if (!word.startsWith('--')) return [undefined, undefined];
  const equals = word.indexOf('=');
  return equals < 0 ? [word.slice(2), undefined] : [word.slice(2, equals), word.slice(equals + 1)];
};

const countFits = ({ operands }: Pick<Row, 'operands'>, count: number): boolean => {
  const required = operands.filter((operand) => operand.required).length;
  return count >= required && (count <= operands.length || operands.at(-1)?.many === true);
};
