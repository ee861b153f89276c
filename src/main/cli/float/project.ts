import { statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Tier } from '../../../shared/model/float.ts';
import { TIERS } from '../../../shared/model/float-kinds.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { codeOf } from '../../engine/disk/disk.ts';
import type { Float } from '../../engine/float/float.ts';
import type { Context, Given } from '../command.ts';
import { truncate } from '../format/width.ts';
import { choiceOf, textOf } from '../options.ts';
import { jobLine } from '../progress.ts';
import type { Terminal } from '../terminal.ts';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** `--root`, or the nearest folder with a `.float` at or above this one. Throws 'not-found' with a sentence. */
const projectRoot = (given: Given): string => {
  const root = textOf(given, 'root');
  if (root !== undefined) return resolve(root);
  for (let at = process.cwd(); ; at = dirname(at)) {
    if (isFolder(join(at, '.float'))) return at;
    if (dirname(at) === at) break;
  }
  throw new TapeError('not-found', `Neither ${process.cwd()} nor a folder above it has a .float. float init makes one.`);
};

type Using = <Answer>(context: Context, work: (float: Float) => Answer | Promise<Answer>) => Promise<Answer>;

/** Opens the project of the command line, hands it to `work`, and closes it whatever happens. */
export const withFloat: Using = (context, work) => using(context, work, false);

/** The same for who only reads: also where the project may not be written. */
export const readFloat: Using = (context, work) => using(context, work, true);

/** What SQLite refuses in the middle is one sentence. */
const using = async <Answer>({ given }: Context, work: (float: Float) => Answer | Promise<Answer>, reads: boolean): Promise<Answer> => {
  const root = projectRoot(given);
  const [{ closeFloat, openFloat, openToRead }, { floatFailure }] = await Promise.all([
    import('../../engine/float/float.ts'),
    import('../../engine/float/place.ts'),
  ]);
  const float = reads ? openToRead(root) : openFloat(root);
  try {
    return await work(float);
  } catch (error) {
    throw codeOf(error).startsWith('SQLITE_') ? floatFailure(error, join(float.root, '.float')) : error;
  } finally {
    closeFloat(float);
  }
};

const posix = (path: string): string => path.split(sep).join('/');

/**
 * A folder of the project: '/src/auth' counts from the project, anything else from where the person is. A whole path on this disk is
 * taken too. Throws 'bad-input' for a place out of the project.
 */
const folderIn = ({ root }: Pick<Float, 'root'>, text: string): string => {
  if (text.startsWith('/') && !isBelow(root, resolve(text))) return text;
  const here = process.cwd();
  const place = resolve(isBelow(root, here) ? here : root, text);
  if (!isBelow(root, place)) throw new TapeError('bad-input', `${text} is not in the project ${root}.`);
  return `/${posix(relative(root, place))}`;
};

const isBelow = (root: string, path: string): boolean => {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
};

/** The folder that an operand names. */
export function folderOf(float: Float, { operands }: Given, at = 0): string {
  return folderIn(float, operands[at] ?? '.');
}

/** `--tier`; undefined where it is absent. */
export function tierOf(given: Given): Tier | undefined {
  return textOf(given, 'tier') === undefined ? undefined : choiceOf(given, 'tier', TIERS);
}

/** A text option, or all of stdin where it is a dash; undefined where it is absent. */
export async function longTextOf(given: Given, name: string): Promise<string | undefined> {
  const value = textOf(given, name);
  if (value !== '-') return value;
  const { text } = await import('node:stream/consumers');
  return text(process.stdin);
}

const EVERY_MS = 80;

/** One transient line for long work, drawn at most every 80 ms. */
export function teller(terminal: Terminal, title: string, unit: string): (done: number, total: number) => void {
  let last = 0;
  return (done, total) => {
    const now = performance.now();
    if (now - last < EVERY_MS) return;
    last = now;
    terminal.status(truncate(jobLine({ title, unit, done, total }), terminal.layout.width - 1));
  };
}
