import { closeSync, fsyncSync, ftruncateSync, writeSync } from 'node:fs';
import type { OwnExchange } from '../formats/wiring.ts';
import { type Around, withoutCredentials } from './credentials.ts';
import { keptHeaders, keptUrl } from './headers.ts';
import { blockLine, type End, type Line, type Message } from './lines.ts';
import { piecesOf } from './pieces.ts';
import { unpacked } from './unpacked.ts';

/** What begins an exchange: all of it as it came, credentials too. It goes no further than this room. */
export interface Asked {
  id: number;
  at: string;
  method: string;
  url: string;
  headers: readonly string[];
  /** Ids by which it is known, besides those in its headers. */
  join?: Record<string, string>;
}

export interface Answered {
  status: number;
  headers: readonly string[];
  firstByteMs: number;
  ms: number;
  end: End;
}

/** What could not be written: how many lines, and why the last of them. */
export interface Lost {
  lines: number;
  why: string | null;
}

/** An exchange that an agent kept itself, with its bodies. */
export interface OwnBodies extends Omit<OwnExchange, 'request' | 'response'> {
  request: Buffer;
  response: Buffer | null;
}

export interface Keeper {
  keep(line: Line): void;
  asked(asked: Asked, body: Buffer): void;
  answered(asked: Asked, answered: Answered, body: Buffer): void;
  /** What an agent kept itself. */
  own(id: number, exchange: OwnBodies): void;
  message(asked: Asked, from: 'agent' | 'server', body: Buffer): void;
  /** Such as on a full disk. */
  lost(): Lost;
  close(): void;
}

/**
 * Appends what was sent and answered to `file`, the open file of one run (`lines.ts`), each block once. Never throws: what cannot be written is counted as
 * lost, and the file ends with a whole line all the same.
 */
export function createKeeper(file: number): Keeper {
  const seen = new Set<string>();
  const lost: Lost = { lines: 0, why: null };
  const lose = (failure: unknown): void => {
    lost.lines += 1;
    lost.why = failure instanceof Error ? failure.message : String(failure);
  };
  let size = 0;
  const append = (line: Line, blocks: readonly { digest: string; bytes: Buffer }[]): void => {
    const fresh = new Map(blocks.filter(({ digest }) => !seen.has(digest)).map((block) => [block.digest, block]));
    try {
      size += writeWhole(file, size, Buffer.from(`${[...fresh.values()].map(blockLine).join('')}${JSON.stringify(line)}\n`));
      for (const digest of fresh.keys()) seen.add(digest);
    } catch (failure) {
      lose(failure);
    }
  };
  return {
    keep: (line) => append(line, []),
    asked(asked, body) {
      const { id, at, method, url, join } = asked;
      const { message, blocks } = messageOf(asked, asked.headers, body);
      append({ type: 'request', id, at, method, url: keptUrl(url), ...(join && { join }), ...message }, blocks);
    },
    answered(asked, { status, firstByteMs, ms, end, headers }, body) {
      const { message, blocks } = messageOf(asked, headers, body);
      append({ type: 'response', id: asked.id, status, firstByteMs, ms, end, ...message }, blocks);
    },
    own(id, { at, request, response, join }) {
      const asked = kept(request, OWN);
      const time = new Date(at).toISOString();
      const plain = { headers: {}, encoding: null };
      append(
        { type: 'request', id, at: time, method: 'POST', url: null, join, ...plain, bytes: request.length, body: asked.body },
        asked.blocks,
      );
      if (response === null) return;
      const { body, blocks } = kept(response, OWN);
      const unknown = { status: null, firstByteMs: null, ms: null };
      append({ type: 'response', id, ...unknown, end: 'complete', ...plain, bytes: response.length, body }, blocks);
    },
    message({ id, headers, url }, from, bytes) {
      const { body, redacted, blocks } = kept(bytes, { headers, url });
      append({ type: 'message', id, at: new Date().toISOString(), from, bytes: bytes.length, body, ...redacted }, blocks);
    },
    lost: () => lost,
    close() {
      try {
        fsyncSync(file);
        closeSync(file);
      } catch (failure) {
        lose(failure);
      }
    },
  };
}

/** Writes all of it or, by what the file is cut back to, nothing. */
const writeWhole = (file: number, size: number, bytes: Buffer): number => {
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
    return bytes.length;
  } catch (failure) {
    cutBack(file, size);
    throw failure;
  }
};

/** Where even that fails, the next line begins within a torn one, and readers pass over both. */
const cutBack = (file: number, size: number): void => {
  try {
    ftruncateSync(file, size);
  } catch {}
};

const messageOf = (asked: Asked, headers: readonly string[], sent: Buffer) => {
  const { body: whole, encoding } = unpacked(sent, headers);
  const { body, redacted, blocks } = kept(whole, { url: asked.url, headers: [...asked.headers, ...headers] });
  const message: Message = { headers: keptHeaders(headers), encoding, bytes: sent.length, body, ...redacted };
  return { message, blocks };
};

/** Agents that keep their requests themselves write no headers, and none but those that ask a model. */
const OWN: Around = { url: '', headers: [] };

const kept = (bytes: Buffer, around: Around) => {
  const clean = withoutCredentials(bytes, around);
  const { pieces, blocks } = piecesOf(clean ?? bytes);
  return { body: pieces, blocks, redacted: clean === null ? {} : { redacted: true as const } };
};
