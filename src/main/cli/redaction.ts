import { closeSync, openSync, statSync, writeFileSync } from 'node:fs';
import type { Finding } from '../../shared/model/index.ts';
import { FINDING_KINDS, type FindingKind, OPTIONAL_KINDS, type OptionalKind } from '../../shared/model/vocabulary.ts';
import { TapeError } from '../../shared/rpc/tape-error.ts';
import { asUser } from '../engine/umask.ts';
import type { Flag, Given } from './command.ts';
import { textOf } from './options.ts';

/** What commands that write for somebody else share: what is redacted, and where it is written. */

export const REDACT: Flag = {
  name: 'redact',
  value: 'R',
  description: 'all, none, or kinds: key,token,password,mail,home,address; more with all,phone (default: all)',
};

/** What to remove: `kinds`, or with `all` those that are always looked for and those of the settings; `also` to look for besides. */
export interface Redaction {
  all: boolean;
  kinds: ReadonlySet<string>;
  also: OptionalKind[];
}

const isKind = (word: string): word is FindingKind => Object.hasOwn(FINDING_KINDS, word);
const isOptional = (word: string): word is OptionalKind => OPTIONAL_KINDS.some((kind) => kind === word);

/** The redaction of `--redact`. Throws TapeError('bad-input') for a kind that is none. */
export function redactionOf(given: Given): Redaction {
  const words = (textOf(given, 'redact') ?? 'all').split(',').map((word) => word.trim());
  if (words.length === 1 && words[0] === 'none') return { all: false, kinds: new Set(), also: [] };
  const strange = words.find((word) => word !== 'all' && !isKind(word));
  if (strange !== undefined)
    throw new TapeError('bad-input', `--redact takes all, none, or some of ${Object.keys(FINDING_KINDS).join(', ')}, not "${strange}".`);
  return { all: words.includes('all'), kinds: new Set(words), also: words.filter(isOptional) };
}

/** Ids of the findings that stay as they are. */
export function keptIn({ all, kinds }: Redaction, findings: readonly Finding[]): string[] {
  return all ? [] : findings.filter(({ kind }) => !kinds.has(kind)).map(({ id }) => id);
}

/** A file that is there is somebody's: it is replaced only with --force. */
export function writeOut(file: string, pages: Iterable<string>, force: boolean): void {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new TapeError('bad-input', `${file} is a folder: name a file in it.`, { path: file });
  try {
    const place = asUser(() => openSync(file, force ? 'w' : 'wx'));
    try {
      for (const page of pages) writeFileSync(place, page);
    } finally {
      closeSync(place);
    }
  } catch (failure) {
    const code = failure instanceof Error && 'code' in failure ? failure.code : '';
    if (code === 'EEXIST') throw new TapeError('refused', `${file} exists. Use --force to replace it.`, { path: file });
    throw new TapeError('unwritable', `${file} cannot be written: ${failure instanceof Error ? failure.message : String(failure)}.`, {
      path: file,
    });
  }
}
