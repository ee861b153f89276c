import { LISTED } from '../library/asked.ts';

/** `tapescope://tape/ID?…` is the same place as `#/tape/ID?…` in the window, and so are `tapescope://files?…` and `tapescope://search?…`. */
export const LINK_SCHEME = 'tapescope';

/** What a place in the window is made of. The window reads each by itself, and what makes no sense there falls back to its default. */
const TAPE_PARTS: readonly string[] = [
  'step',
  'span',
  'view',
  'entry',
  'policy',
  'agent',
  'phase',
  'with',
  'pair',
  'family',
  'kinds',
  'rows',
  'graph',
  'instead',
  'changes',
  'why',
];
const FILES_PARTS: readonly string[] = ['root', 'folder', 'tier', 'look'];
const SEARCH_PARTS: readonly string[] = ['q', 'mode', 'sort', ...LISTED, 'since', 'until', 'error'];

/** No place needs more; a longer link was made to do harm. */
const LONGEST = 32_000;

const LINK = /^tapescope:\/\/(?:tape\/([0-9a-z_-]{1,100})|files|(search))\/?(?:\?([^#]*))?(?:#.*)?$/i;

/** What may be in the query of an address as it is. All else, as some programs hand it over, is encoded. */
const UNSAFE = /[^\w.~%!$'()*+,;:@/?-]/gu;

const isControl = /\p{Cc}/u;

/** No path of a folder is longer. */
const LONGEST_PATH = 4096;

/** Whether a path names one folder of a disk, whole and straight: no way back up, nothing that is not seen. */
const isWholePath = (path: string): boolean =>
  /^(\/|[a-z]:[\\/])/i.test(path) && path.length <= LONGEST_PATH && !isControl.test(path) && !/(^|[\\/])\.{1,2}([\\/]|$)/.test(path);

/** The parts of a place, each once, as they may be in an address. */
const partsOf = (query: string, names: readonly string[]): Map<string, string> => {
  const parts = new Map<string, string>();
  for (const pair of query.split('&')) {
    const cut = pair.indexOf('=');
    const name = cut < 0 ? '' : pair.slice(0, cut);
    if (names.includes(name) && !parts.has(name)) parts.set(name, pair.slice(cut + 1).replace(UNSAFE, encodeURIComponent));
  }
  return parts;
};

const hashWith = (place: string, parts: ReadonlyMap<string, string>): string =>
  `#/${place}${parts.size === 0 ? '' : `?${[...parts].map(([name, value]) => `${name}=${value}`).join('&')}`}`;

/** As the window decodes a part; '' where it cannot be. */
const decoded = (value: string): string => {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return '';
  }
};

/**
 * The hash of the place that a link names; null for anything that is not a link of ours. Links come from strangers: all that one can do is
 * choose a place. It names no file and no command, and nothing of it reaches the window but the parts of a place. The project folder that a
 * link names is only compared with those that are known; the window opens no other.
 */
export function hashOfLink(link: string): string | null {
  if (link.length > LONGEST || isControl.test(link)) return null;
  const match = LINK.exec(link.toWellFormed());
  if (match === null) return null;
  const [, tape, search, query = ''] = match;
  if (search !== undefined) return hashWith('search', partsOf(query, SEARCH_PARTS));
  if (tape !== undefined) return hashWith(`tape/${tape}`, partsOf(query, TAPE_PARTS));
  const parts = partsOf(query, FILES_PARTS);
  return isWholePath(decoded(parts.get('root') ?? '')) ? hashWith('files', parts) : null;
}

/** The link to the place of a hash; null where the hash is neither a place in a tape, nor one in the files of a project, nor a search. */
export function linkOfHash(hash: string): string | null {
  return /^#\/(tape\/|files\?|search(\?|$))/.test(hash) ? `${LINK_SCHEME}://${hash.slice('#/'.length)}` : null;
}
