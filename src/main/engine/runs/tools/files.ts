import { closeSync, constants, fstatSync, ftruncateSync, mkdirSync, openSync, readSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { TapeError } from '../../../../shared/rpc/tape-error.ts';
import { asNumber, asString } from '../../formats/json.ts';
import type { JsonObject } from '../../formats/values.ts';
import { bounded, type Tool } from './tool.ts';

const refuse = (path: string, why: string): TapeError => new TapeError('refused', `${JSON.stringify(path.slice(0, 200))} ${why}.`);

/**
 * The file that a model's path means below `root`, which has no links in it. Links on the way are followed, and what they lead to has to be below
 * `root` as well. Throws 'refused' with a sentence.
 */
function pathWithin(root: string, path: string): string {
  if (path === '' || path.includes('\0')) throw refuse(path, 'names no file');
  if (isAbsolute(path) || /^[a-z]:|^[\\~]/i.test(path))
    throw refuse(path, 'is not a path in the folder of the workspace: give one relative to it');
  if (path.split(/[\\/]/).includes('..')) throw refuse(path, 'leaves the folder of the workspace');
  const whole = join(root, path);
  const real = realOf(whole);
  const below = relative(root, real);
  if (below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below))
    throw refuse(path, 'leads out of the folder of the workspace through a link');
  return real;
}

/** With the links of all that exists followed: what is still to be made has none. */
const realOf = (path: string): string => {
  try {
    return realpathSync(path);
  } catch (failure) {
    if (!(failure instanceof Error && 'code' in failure && failure.code === 'ENOENT') || path === dirname(path))
      throw refuse(path, 'cannot be followed');
    return join(realOf(dirname(path)), basename(path));
  }
};

/** Bytes of a file that are looked at. */
const MOST_READ = 4 << 20;
const MOST_WRITTEN = 1 << 20;

const PATH = { type: 'string', description: 'Relative to the folder of the workspace.' };

export const readFile: Tool = {
  allowed: 'fs.read',
  name: 'fs_read',
  description: 'Read a text file and return its content. Supports optional pagination with offset and limit, in lines.',
  parameters: {
    type: 'object',
    properties: { path: PATH, offset: { type: 'integer', minimum: 0 }, limit: { type: 'integer', minimum: 1 } },
    required: ['path'],
  },
  asks: false,
  run: (args, { root }) => {
    const path = pathOf(args);
    const text = textIn(pathWithin(root, path), path);
    const [from, count] = [asNumber(args.offset) ?? 0, asNumber(args.limit)];
    if (from === 0 && count === null) return { text: bounded(text) };
    return {
      text: bounded(
        text
          .split('\n')
          .slice(from, count === null ? undefined : from + count)
          .join('\n'),
      ),
    };
  },
};

export const writeFile: Tool = {
  allowed: 'fs.write',
  name: 'fs_write',
  description: 'Write content to a text file. Missing folders are created.',
  parameters: { type: 'object', properties: { path: PATH, content: { type: 'string' } }, required: ['path', 'content'] },
  asks: true,
  subject: ({ path }) => asString(path),
  limits: () => 'at most 1 MB · within this folder',
  run: (args, { root }) => {
    const path = pathOf(args);
    const content = asString(args.content);
    if (content === null) throw new TapeError('bad-input', 'fs_write takes {"path", "content"}, both texts.');
    if (Buffer.byteLength(content) > MOST_WRITTEN) throw new TapeError('refused', `${path} would be longer than 1 MB.`);
    write(pathWithin(root, path), path, content);
    return { text: `wrote: ${path}` };
  },
};

const pathOf = ({ path }: JsonObject): string => {
  const name = asString(path);
  if (name === null) throw new TapeError('bad-input', '"path" has to be a text.');
  return name;
};

/** Opens a file that is one: no link, no pipe that would never end, no device. */
const opened = <T>(path: string, name: string, flags: number, work: (file: number) => T): T => {
  const file = openSync(path, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, 0o666);
  try {
    if (!fstatSync(file).isFile()) throw new TapeError('refused', `${name} is not a file.`);
    return work(file);
  } finally {
    closeSync(file);
  }
};

const textIn = (path: string, name: string): string =>
  opened(path, name, constants.O_RDONLY, (file) => {
    const { size } = fstatSync(file);
    if (size > MOST_READ) throw new TapeError('refused', `${name} has ${size} bytes; at most ${MOST_READ} are read.`);
    const bytes = Buffer.alloc(size);
    const text = bytes.toString('utf8', 0, readSync(file, bytes, 0, size, 0));
    if (text.includes('\0')) throw new TapeError('refused', `${name} is not text.`);
    return text;
  });

/** A file with a second name may be one from outside of the folder. */
const write = (path: string, name: string, content: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  opened(path, name, constants.O_WRONLY | constants.O_CREAT, (file) => {
    if (fstatSync(file).nlink > 1) throw new TapeError('refused', `${name} has a hard link elsewhere, so it is not written.`);
    ftruncateSync(file);
    writeFileSync(file, content);
  });
};
