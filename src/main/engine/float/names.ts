import { createHash } from 'node:crypto';
import type { Tier } from '../../../shared/model/float.ts';
import { TIERS } from '../../../shared/model/float-kinds.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { ROOT } from './paths.ts';

// Names of context files: '/src/auth' is `src--auth.standard.md`, the project is `_root.standard.md`.
//
// What would be mistaken is written as %XX, byte by byte, as in addresses: a hyphen that would make a second `--`, what Windows refuses,
// what cannot be seen, and `%` and `~` themselves. A name that holds a `~` has a tail of 16 digits, the start of the path's SHA-256:
// `Src~0f…` where another folder's name differs in case alone, `head~~0f…` where the whole would be longer than a name may be.

/** Bytes of a name, on every system in use. */
const LONGEST = 255;
const TAIL = 16;
const ROOT_NAME = '_root';
/** Forbidden on Windows, used by us, or not to be seen. */
const UNSAFE = /[<>:"\\|?*%~]|\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/gu;
const UNSAFE_OR_FOREIGN = /[<>:"\\|?*%~]|\p{Cc}|\P{ASCII}/gu;
/** Devices of Windows, with whatever follows the first dot. */
const DEVICE = /^(con|prn|aux|nul|(com|lpt)[0-9¹²³]|conin\$|conout\$) *(\.|$)/i;

const percent = (text: string): string =>
  Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');

const segmentName = (segment: string): string => {
  const name = segment.replace(UNSAFE, percent);
  // Some disks compose what others leave apart; such a name is written in ASCII.
  const escaped = name === name.normalize('NFC') ? name : segment.replace(UNSAFE_OR_FOREIGN, percent);
  return escaped.replace(/^-|-$/g, '%2D').replace(/--/g, '-%2D');
};

const wholeName = (path: string): string => {
  const name = path.slice(1).split('/').map(segmentName).join('--');
  if (name.toLowerCase() !== ROOT_NAME && !DEVICE.test(name)) return name;
  return percent(name.slice(0, 1)) + name.slice(1);
};

const tailOf = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, TAIL);

const LONGEST_BASE = LONGEST - Math.max(...TIERS.map((tier) => tier.length)) - '..md'.length;

const shortened = (name: string, tail: string): string => {
  let bytes = 0;
  let head = '';
  for (const unit of name.match(/%[0-9A-F]{2}|./gsu) ?? []) {
    bytes += Buffer.byteLength(unit);
    if (bytes > LONGEST_BASE - tail.length - 2) break;
    head += unit;
  }
  return `${head}~~${tail}`;
};

/**
 * The name without tier and ending. `exact` sets it apart from names that differ in case alone.
 * Throws 'bad-input' for a path with half a character, which no context file can name.
 */
export function baseName(path: string, exact = false): string {
  if (path === ROOT) return ROOT_NAME;
  if (!path.isWellFormed()) throw new TapeError('bad-input', 'A folder whose name is not Unicode has no context file.');
  const name = wholeName(path);
  const whole = exact ? `${name}~${tailOf(path)}` : name;
  return Buffer.byteLength(whole) <= LONGEST_BASE ? whole : shortened(name, tailOf(path));
}

export function contextName(path: string, tier: Tier, exact = false): string {
  return `${baseName(path, exact)}.${tier}.md`;
}

/** Two folders of one key would have one file on a disk that does not tell case apart. */
export function nameKey(path: string): string {
  return baseName(path).toUpperCase().toLowerCase();
}

export interface ParsedName {
  tier: Tier;
  base: string;
  /** null where the name is a shortened one: the database knows whose it is. */
  path: string | null;
}

const NAME = new RegExp(`^(.+)\\.(${TIERS.join('|')})\\.md$`, 's');
const SHORTENED = new RegExp(`~~[0-9a-f]{${TAIL}}$`);

/** null for a name that no folder has: the file is somebody else's. */
export function parseContextName(name: string): ParsedName | null {
  const [, base, tier] = NAME.exec(name) ?? [];
  if (base === undefined) return null;
  const parsed = { base, tier: tier as Tier };
  if (SHORTENED.test(base)) return { ...parsed, path: null };
  const path = base === ROOT_NAME ? ROOT : pathOf(base.split('~')[0] ?? '');
  return path !== null && base === baseName(path, base.includes('~')) ? { ...parsed, path } : null;
}

const pathOf = (name: string): string | null => {
  try {
    const path = `/${name.split('--').map(decodeURIComponent).join('/')}`;
    return /(^|\/)\.{0,2}(\/|$)/.test(path.slice(1)) ? null : path;
  } catch {
    return null;
  }
};
