import type { Output } from '../../../../shared/rpc/contract.ts';
import { count, formatNumber, formatShare } from '../../ui/format.ts';

/** "23 hits, newest first · 76 % indexed": says so where not all text could be searched yet. */
export const summary = (page: Output<'search.run'> | undefined, loaded: number): string => {
  if (page === undefined) return '';
  if (page.note !== null) return page.note;
  const open = page.next !== null && page.total === null;
  const found = page.total ?? loaded;
  const words = found === 0 ? 'Nothing found' : `${open ? `${formatNumber(found)} or more hits` : count(found, 'hit')}, newest first`;
  return page.indexed < page.of ? `${words} · ${formatShare(page.indexed, page.of)} of the text is indexed so far` : words;
};
