/** `tapescope://tape/ID?…` is the same place as `#/tape/ID?…` in the window. */
export const LINK_SCHEME = 'tapescope';

/** What a place in the window is made of. The window reads each by itself, and what makes no sense there falls back to its default. */
const PARTS: readonly string[] = ['step', 'view', 'entry', 'policy', 'phase', 'with'];

/** No place needs more; a longer link was made to do harm. */
const LONGEST = 32_000;

const LINK = /^tapescope:\/\/tape\/([0-9a-z_-]{1,100})\/?(?:\?([^#]*))?(?:#.*)?$/i;

/** What may stand in the query of an address as it is. All else, as some programs hand it over, is encoded. */
const UNSAFE = /[^\w.~%!$'()*+,;:@/?-]/gu;

const isControl = /\p{Cc}/u;

/**
 * The hash of the place that a link names; null for anything that is no link of ours. Links come from strangers: all that one can do is
 * choose a place. It names no file and no command, and nothing of it reaches the window but the parts of a place.
 */
export const hashOfLink = (link: string): string | null => {
  if (link.length > LONGEST || isControl.test(link)) return null;
  const [, tape, query = ''] = LINK.exec(link.toWellFormed()) ?? [];
  if (tape === undefined) return null;
  const parts = new Map<string, string>();
  for (const pair of query.split('&')) {
    const cut = pair.indexOf('=');
    const name = cut < 0 ? '' : pair.slice(0, cut);
    if (PARTS.includes(name) && !parts.has(name)) parts.set(name, pair.slice(cut + 1).replace(UNSAFE, encodeURIComponent));
  }
  const text = [...parts].map(([name, value]) => `${name}=${value}`).join('&');
  return `#/tape/${tape}${text === '' ? '' : `?${text}`}`;
};

/** The link to the place of a hash; null where the hash is no place in a tape. */
export const linkOfHash = (hash: string): string | null =>
  hash.startsWith('#/tape/') ? `${LINK_SCHEME}://tape/${hash.slice('#/tape/'.length)}` : null;
