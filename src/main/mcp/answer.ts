import { z } from 'zod';
import { clean } from '../cli/format/clean.ts';
import { cut } from '../engine/text/excerpt.ts';

/** What each tool that answers with a list takes: how much, and from where on. */
export const paging = {
  max_tokens: z.number().int().min(500).max(25_000).default(4000).describe('Of the answer.'),
  cursor: z
    .string()
    .refine((text) => /^\d{1,9}$/.test(text), 'A cursor is what "next" of an answer was.')
    .optional()
    .describe('"next" of the answer before.'),
};

/** What follows a list: null where it is whole. */
export const next = z.string().nullable().describe('Give it as cursor to get the rest; null where this is all.');

interface Page {
  max_tokens: number;
  cursor?: string | undefined;
}

/** Bytes of JSON for a token, fewer than any tokenizer makes of text and numbers. */
const BYTES = 2.2;

const weigh = (value: unknown): number => Math.ceil((Buffer.byteLength(JSON.stringify(value) ?? '') + 1) / BYTES);

/** More entries than fit into any answer. */
const MOST_ITEMS = 300;

/** What of a list may be in the answer, before it is weighed: so much need be looked up, and no more. */
export function stretch<T>(all: readonly T[], { cursor }: Page): T[] {
  const from = Number(cursor ?? 0);
  return all.slice(from, from + MOST_ITEMS);
}

/**
 * An answer with as many of `items` as there is room for after `head`, one at least. They are those of `stretch`, out of `total`; `next` is where the
 * rest begins.
 */
export function fitted<Head extends object, T>(head: Head, items: readonly T[], total: number, { max_tokens, cursor }: Page) {
  let room = max_tokens - weigh(head) - weigh({ items: [], next: '123456789' });
  const held: T[] = [];
  for (const item of items) {
    room -= weigh(item);
    if (room < 0 && held.length > 0) break;
    held.push(item);
  }
  const end = Number(cursor ?? 0) + held.length;
  return { ...head, items: held, next: end < total && held.length > 0 ? String(end) : null };
}

/** How an entry begins: text of a log on one line, without what steers a terminal. */
const BEGINS = 160;

/** Text of a log on one line, without what steers a terminal, and cut. */
export function line(text: string, chars = BEGINS): string {
  const whole = clean(cut(text, chars * 4));
  return whole.length <= chars ? whole : `${cut(whole, chars - 1)}…`;
}

/** The first sentences of a list, each cut. */
export function sentences(all: readonly string[], most = 6): string[] {
  const held = all.slice(0, most).map((one) => line(one, 300));
  return all.length > most ? [...held, `… and ${all.length - most} more.`] : held;
}

/** As much of a text as there is room for after `head`, from the cursor on. */
export function textIn(said: string, head: object, { max_tokens, cursor }: Page): { text: string; next: string | null } {
  const whole = said.toWellFormed();
  const from = Number(cursor ?? 0);
  const tokens = Math.max(100, max_tokens - weigh(head) - weigh({ chars: 123_456_789, text: '', next: '123456789' }));
  let chars = Math.min(whole.length - from, Math.floor(tokens * BYTES));
  while (chars > 1 && weigh(whole.slice(from, from + chars)) > tokens) chars = Math.floor(chars * 0.8);
  const text = cut(whole.slice(from), Math.max(2, chars));
  const end = from + text.length;
  return { text, next: end < whole.length ? String(end) : null };
}

/** Names an entry of the tape that an answer is about, as each tool takes it again. */
export function idOf(seq: number): string {
  return `#${seq}`;
}
