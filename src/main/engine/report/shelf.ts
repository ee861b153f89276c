import { randomBytes } from 'node:crypto';
import type { Report } from '../../../shared/model/index.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { cut } from '../text/excerpt.ts';

/** Reports that wait to be fetched, and their characters all together. */
const MOST = 4;
const MOST_CHARS = 120_000_000;
/** Characters of a page: less than a megabyte in UTF-8, whatever they are. */
export const PAGE_CHARS = 300_000;

/** The pieces of a text as pages of about one size; none is empty, and none ends within a letter. */
export function* pagesOf(pieces: Iterable<string>): Generator<string> {
  let open: string[] = [];
  let chars = 0;
  for (const piece of pieces) {
    open.push(piece);
    chars += piece.length;
    if (chars < PAGE_CHARS) continue;
    let text = open.join('');
    while (text.length >= PAGE_CHARS) {
      const page = cut(text, PAGE_CHARS);
      yield page;
      text = text.slice(page.length);
    }
    open = [text];
    chars = text.length;
  }
  const rest = open.join('');
  if (rest !== '') yield rest;
}

/** A report as it is kept: its pages, in order. */
interface Kept {
  pages: readonly string[];
  chars: number;
}

export interface Shelf {
  put(report: { pages: readonly string[]; name: string; media: string }): Report;
  /** Throws TapeError('not-found') for a report that made room for others. */
  page(id: string, at: number): { text: string; next: number | null };
}

/** The last few reports, in memory. */
export function createShelf(): Shelf {
  const kept = new Map<string, Kept>();
  const makeRoom = (): void => {
    let sum = [...kept.values()].reduce((all, { chars }) => all + chars, 0);
    for (const [id, { chars }] of kept) {
      if (kept.size === 1 || (kept.size <= MOST && sum <= MOST_CHARS)) return;
      kept.delete(id);
      sum -= chars;
    }
  };
  return {
    put({ pages, name, media }) {
      const id = randomBytes(9).toString('base64url');
      const chars = pages.reduce((sum, { length }) => sum + length, 0);
      kept.set(id, { pages, chars });
      makeRoom();
      return { id, name, media, chars };
    },
    page(id, at) {
      const report = kept.get(id);
      if (report === undefined) throw new TapeError('not-found', 'This report has expired. Make it again.');
      let from = 0;
      for (const page of report.pages) {
        const next = from + page.length;
        if (at < next) return { text: page.slice(at - from), next: next < report.chars ? next : null };
        from = next;
      }
      return { text: '', next: null };
    },
  };
}
