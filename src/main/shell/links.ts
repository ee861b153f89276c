import { hashOfLink, LINK_SCHEME } from '../../shared/rpc/deep-link.ts';

const isLink = (word: string): boolean => word.toLowerCase().startsWith(`${LINK_SCHEME}:`);

/** A command line without its links: no link is ever taken for the path of a file. */
export function withoutLinks(argv: readonly string[]): string[] {
  return argv.filter((word) => !isLink(word));
}

/** The place that the first good link on a command line names, as a hash of the window; null where there is none. */
export function placeIn(argv: readonly string[]): string | null {
  for (const word of argv) {
    const hash = isLink(word) ? hashOfLink(word) : null;
    if (hash !== null) return hash;
  }
  return null;
}
