import { isUtf8 } from 'node:buffer';
import type { Block, Piece } from './pieces.ts';

/**
 * A line of `requests.jsonl`, the file of a run. Each line is complete in itself but for the blocks, which come before the first line that
 * names them. `bytes` counts the body as it travelled, `encoding` is how it was compressed; the pieces are the body without that.
 */
export type Line =
  /** `tape` is the folder or file of the tape that the requests belong to, where whoever sent them knew it. */
  | {
      type: 'run';
      version: 1;
      at: string;
      agent: string | null;
      program: string;
      cwd: string;
      way: Way;
      changes: readonly string[];
      tape?: string;
    }
  /** `url` is null and the headers empty where the agent kept the bodies itself; `join` is what it says of the step that each belongs to. */
  | ({ type: 'request'; id: number; at: string; method: string; url: string | null; join?: Record<string, string> } & Message)
  | ({ type: 'response'; id: number; status: number | null; firstByteMs: number | null; ms: number | null; end: End } & Message)
  /** A message of a WebSocket, which the request with this id opened. */
  | { type: 'message'; id: number; at: string; from: 'agent' | 'server'; bytes: number; body: readonly Piece[]; redacted?: true }
  | { type: 'lost'; id: number; why: string };

/** A body and what surrounds it. `redacted` says that a credential was in the body and is not kept. */
export interface Message {
  headers: Record<string, string>;
  encoding: string | null;
  bytes: number;
  body: readonly Piece[];
  redacted?: true;
}

/** How requests are kept: through a relay that the agent was pointed at, by the agent's own switch, or by tape run, which sent them. */
export type Way = 'relay' | 'own' | 'run';

/** How an exchange ended: whole, by the agent, or by the server. */
export type End = 'complete' | 'aborted' | 'failed';

const PREFIX = (digest: string, key: string): string => `{"type":"block","digest":"${digest}","${key}":`;

/** Writes a block as a line: JSON as it was sent where it fits into a line, else its text, else its bytes in base 64. */
export function blockLine({ digest, bytes }: Block): string {
  const text = isUtf8(bytes) ? bytes.toString('utf8') : null;
  if (text === null) return `${PREFIX(digest, 'base64')}"${bytes.toString('base64')}"}\n`;
  if (isOneLine(text)) return `${PREFIX(digest, 'json')}${text}}\n`;
  return `${PREFIX(digest, 'text')}${JSON.stringify(text)}}\n`;
}

const isOneLine = (text: string): boolean => {
  if (/[\r\n]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Reads a line that `blockLine` wrote back to the bytes that were sent; null for any other line. */
export function blockIn(line: string): Block | null {
  const [prefix, digest = '', key] = /^\{"type":"block","digest":"([0-9a-f]{64})","(json|text|base64)":/.exec(line) ?? [];
  if (prefix === undefined) return null;
  const value = line.slice(prefix.length, line.lastIndexOf('}'));
  if (key === 'json') return { digest, bytes: Buffer.from(value) };
  return { digest, bytes: Buffer.from(JSON.parse(value) as string, key === 'text' ? 'utf8' : 'base64') };
}
