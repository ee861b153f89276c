import type { FloatFolder } from '../../../shared/model/float.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Asked, Written } from './generate.ts';
import { firstLine } from './show.ts';

/** What a writer learns about a folder: its path, what was found in it, the beginnings of its files, and what the folders in it are. */
export interface WriterRequest {
  path: string;
  description: string | null;
  content: string | null;
  files: { name: string; text: string }[];
  folders: { name: string; description: string | null }[];
}

/** Characters of one file, and of all files of a folder. */
const MOST_OF_FILE = 4000;
const MOST_OF_FOLDER = 48_000;
/** Folders in it that are named, each with one line. */
const MOST_FOLDERS = 200;

export function requestFor({ path }: FloatFolder, { description, content, files, folders }: Asked): WriterRequest {
  let room = MOST_OF_FOLDER;
  const shown = files.flatMap(({ name, text }) => {
    const part = text.slice(0, Math.min(MOST_OF_FILE, room)).toWellFormed();
    room -= part.length;
    return part === '' ? [] : [{ name, text: part }];
  });
  const inside = folders.slice(0, MOST_FOLDERS).map((one) => ({ ...one, description: one.description && firstLine(one.description) }));
  return { path, description, content, files: shown, folders: inside };
}

/** Characters of an answer's texts. */
const MOST_DESCRIPTION = 2000;
const MOST_CONTENT = 50_000;

/**
 * What a writer answered: an object with `description` and `content`, each a text or null, also within a code block or other words.
 * What it leaves out is what was found. Throws 'unreadable' with one sentence.
 */
export function writtenIn(answer: string, found: Written): Written {
  const value = objectIn(answer);
  if (value === null) throw new TapeError('unreadable', 'The answer is not a JSON object with a description and a content.');
  const { description, content } = value;
  if (description === undefined && content === undefined)
    throw new TapeError('unreadable', 'The answer has neither a description nor a content.');
  return {
    description: textIn('description', description, found.description, MOST_DESCRIPTION),
    content: textIn('content', content, found.content, MOST_CONTENT),
  };
}

const textIn = (name: string, value: unknown, found: string | null, most: number): string | null => {
  if (value === undefined) return found;
  if (value === null) return null;
  if (typeof value === 'string') return value.slice(0, most).toWellFormed();
  throw new TapeError('unreadable', `The answer’s ${name} is not text.`);
};

const objectIn = (answer: string): Record<string, unknown> | null => {
  const inner = answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1);
  for (const text of [answer, inner]) {
    try {
      const value: unknown = JSON.parse(text);
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
    } catch {
      // The next one may be.
    }
  }
  return null;
};
