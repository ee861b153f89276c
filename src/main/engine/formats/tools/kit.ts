import type { Form, ListItem } from '../../../../shared/model/index.ts';
import { asList, asNumber, asObject, asString } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';
import { type Answered, type Call, fields, type Tool } from './tool.ts';

/** Tools that most agents have, made from the names of their fields. Several names of a field: the first that is there counts. */

type Names = string | readonly string[];

/** A text of an input by its names; null where none is a text. */
const textAt = (input: JsonObject, names: Names): string | null => {
  for (const name of [names].flat()) {
    const value = asString(input[name]);
    if (value !== null) return value;
  }
  return null;
};

const integerAt = (input: JsonObject, name = ''): number | null => {
  const value = asNumber(input[name]);
  return Number.isInteger(value) ? value : null;
};

/** Lines of a text; the end of its last one begins no other. */
function lineCount(text: string): number {
  if (text === '') return 0;
  let count = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < text.length - 1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** All of a list, or null where one of them is not known. */
const allOf = <T>(items: readonly (T | null)[]): T[] | null => {
  const known = items.filter((item) => item !== null);
  return known.length < items.length ? null : known;
};

interface ReadNames {
  path: Names;
  from?: string;
  count?: string;
  /** How the text of the file is found in a result; as it is where absent. */
  content?(text: string, from: number): { from: number; text: string } | null;
}

/** A tool that reads a file. */
export function readTool({ path: names, from, count, content }: ReadNames): Tool {
  return {
    call: fields((input) => {
      const path = textAt(input, names);
      return path === null ? null : { as: 'read', path, from: integerAt(input, from), count: integerAt(input, count) };
    }),
    result: ({ text, failed, input }) => {
      const fieldsOf = asObject(input);
      const path = fieldsOf === null ? null : textAt(fieldsOf, names);
      if (failed || path === null || fieldsOf === null) return null;
      const first = Math.max(1, integerAt(fieldsOf, from) ?? 1);
      const found = content === undefined ? { from: first, text } : content(text, first);
      return found === null || found.text === '' ? null : { as: 'file', path, ...found, lines: lineCount(found.text) };
    },
  };
}

/** A tool that writes a whole file. */
export function writeTool(pathNames: Names, contentNames: Names): Tool {
  return {
    call: fields((input) => {
      const [path, text] = [textAt(input, pathNames), textAt(input, contentNames)];
      return path === null || text === null ? null : { as: 'file', path, from: 1, lines: lineCount(text), text };
    }),
  };
}

/** Texts that one edit replaces, by the names of its fields. */
interface EditNames {
  path: Names;
  before: Names;
  after: Names;
  all?: string;
  /** A list of edits of the same file, each with the names above. */
  list?: string;
}

/** A tool that replaces texts in a file. */
export function editTool({ path: names, before, after, all, list }: EditNames): Tool {
  const pieceOf = (value: Json | undefined) => {
    const one = asObject(value);
    const [old, made] = one === null ? [null, null] : [textAt(one, before), textAt(one, after)];
    return old === null || made === null ? null : { before: old, after: made };
  };
  return {
    call: fields((input) => {
      const path = textAt(input, names);
      const listed = list === undefined ? undefined : input[list];
      const pieces = (Array.isArray(listed) ? listed : [input]).map(pieceOf);
      if (path === null || pieces.length === 0) return null;
      const known = allOf(pieces);
      if (known === null) return null;
      return {
        as: 'edits',
        edits: [{ path, what: 'edit', ...(all !== undefined && input[all] === true && { all: true }), pieces: known }],
      };
    }),
  };
}

/** How a result says what became of a command: its exit, its time, and the text that it printed. */
export type Ran = (answer: Answered) => { exit: number | null; ms: number | null; text: string } | null;

/** A tool that runs a command: a text, or a list of words. */
export function commandTool(names: Names, ran: Ran, folder?: string): Tool {
  return {
    call: fields((input) => {
      const command = textAt(input, names) ?? wordsAt(input, names);
      return command === null ? null : { as: 'command', command, folder: folder === undefined ? null : textAt(input, folder) };
    }),
    result: (answer) => output(ran(answer)),
  };
}

export function output(ran: ReturnType<Ran>): Form | null {
  return ran === null ? null : { as: 'output', ...ran, lines: lineCount(ran.text) };
}

/** A command as a list of words; a shell that is only there to run a line is left out. */
const wordsAt = (input: JsonObject, names: Names): string | null => {
  const words = asList(input[[names].flat()[0] ?? '']).map(asString);
  if (words.length === 0 || words.includes(null)) return null;
  const [, flag, line] = words;
  return words.length === 3 && /^-l?c$/.test(flag ?? '') ? (line ?? null) : words.join(' ');
};

/** A tool that looks for a pattern, in names of files or in what they hold. */
export function searchTool(pattern: Names, where?: Names): Tool {
  return {
    call: fields((input) => {
      const text = textAt(input, pattern);
      return text === null ? null : { as: 'search', pattern: text, where: where === undefined ? null : textAt(input, where) };
    }),
    result: ({ text, failed }) => (failed ? null : { as: 'found', text, lines: lineCount(text) }),
  };
}

const STATES: Readonly<Record<string, ListItem['state']>> = {
  pending: 'open',
  in_progress: 'doing',
  'in-progress': 'doing',
  completed: 'done',
  done: 'done',
};

/** A tool that keeps a list of what is to be done. */
export function listTool(list: string, names: Names): Tool {
  return {
    call: fields((input) => {
      if (!Array.isArray(input[list])) return null;
      const items = input[list].map((value): ListItem | null => {
        const item = asObject(value);
        const text = item === null ? null : textAt(item, names);
        return text === null ? null : { text, state: STATES[asString(item?.status) ?? ''] ?? 'open' };
      });
      const known = allOf(items);
      return known && { as: 'list', items: known };
    }),
  };
}

/** A tool that shows a plan to a person. */
export function planTool(name: string): Tool {
  return {
    call: fields((input) => {
      const text = textAt(input, name);
      return text === null ? null : { as: 'plan', text };
    }),
  };
}

/** A tool by which a model says something. */
export function sayTool(what: 'answer' | 'thought', names: Names): Tool {
  return {
    call: fields((input) => {
      const text = textAt(input, names);
      return text === null ? null : { as: 'said', what, text };
    }),
  };
}

/** A tool that asks a person, with answers to choose from: several questions in a list, or one whose answers are at `options`. */
export function questionTool(list: string | null, options = 'options'): Tool {
  return {
    call: fields((input) => {
      const items = (list === null ? [input] : asList(input[list])).map((value) => {
        const one = asObject(value);
        const text = one === null ? null : textAt(one, 'question');
        return text === null ? null : { text, options: optionsIn(one?.[options]).flatMap(optionOf) };
      });
      const known = items.length === 0 ? null : allOf(items);
      return known && { as: 'questions', items: known };
    }),
  };
}

/** Some write the list as a text. */
const optionsIn = (value: Json | undefined): Json[] => {
  try {
    return asList(typeof value === 'string' ? (JSON.parse(value) as Json) : value);
  } catch {
    return [];
  }
};

const optionOf = (value: Json) => {
  const option = asObject(value);
  const name = asString(value) ?? (option === null ? null : textAt(option, ['label', 'text']));
  return name === null ? [] : [{ name, about: (option === null ? null : textAt(option, 'description')) ?? '' }];
};

interface AgentNames {
  title: Names;
  prompt: string;
  kind?: string;
}

/** A tool that starts a sub-agent. */
export function agentTool({ title, prompt: promptName, kind }: AgentNames): Tool {
  return {
    call: fields((input) => {
      const prompt = textAt(input, promptName);
      if (prompt === null) return null;
      return { as: 'agent', title: textAt(input, title) ?? '', kind: kind === undefined ? null : textAt(input, kind), prompt };
    }),
  };
}

/** A tool that fetches a page. */
export function fetchTool(about?: string): Tool {
  return {
    call: fields((input): Call | null => {
      const url = textAt(input, 'url');
      return url === null ? null : { as: 'fetch', url, about: about === undefined ? null : textAt(input, about) };
    }),
  };
}
