import { randomBytes } from 'node:crypto';
import type { Report } from '../../../shared/model/index.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { cut } from '../entries/detail.ts';

/** Reports that wait to be fetched, and their characters all together. */
const MOST = 4;
const MOST_CHARS = 120_000_000;
/** Characters of a page: less than a megabyte in UTF-8, whatever they are. */
export const PAGE_CHARS = 300_000;

export interface Shelf {
  put(report: { text: string; name: string; media: string }): Report;
  /** Throws TapeError('not-found') for a report that made room for others. */
  page(id: string, at: number): { text: string; next: number | null };
}

/** The last few reports, in memory. */
export const createShelf = (): Shelf => {
  const kept = new Map<string, string>();
  const makeRoom = (): void => {
    let chars = [...kept.values()].reduce((sum, text) => sum + text.length, 0);
    for (const [id, text] of kept) {
      if (kept.size === 1 || (kept.size <= MOST && chars <= MOST_CHARS)) return;
      kept.delete(id);
      chars -= text.length;
    }
  };
  return {
    put({ text, name, media }) {
      const id = randomBytes(9).toString('base64url');
      kept.set(id, text);
      makeRoom();
      return { id, name, media, chars: text.length };
    },
    page(id, at) {
      const text = kept.get(id);
      if (text === undefined) throw new TapeError('not-found', 'This report is not kept any more. Make it again.');
      const page = cut(text.slice(at, at + PAGE_CHARS + 1), PAGE_CHARS);
      const next = at + page.length;
      return { text: page, next: next < text.length ? next : null };
    },
  };
};
