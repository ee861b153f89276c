import type { Finding } from '../../../shared/model/index.ts';
import type { OptionalKind } from '../../../shared/model/vocabulary.ts';
import type { Waiting } from '../../../shared/rpc/contract.ts';
import { blockLine, type Line } from '../captures/lines.ts';
import { type Piece, piecesOf } from '../captures/pieces.ts';
import { openContainer } from '../exchanges/container.ts';
import { EXPORT } from '../exchanges/own-run.ts';
import type { Exchange } from '../formats/captured/exchange.ts';
import { wholeAnswer } from '../formats/captured/stream.ts';
import type { Json } from '../formats/format.ts';
import { review } from './redact.ts';

/** Captured requests for somebody else: the same lines as a run has them, each block once, with what looks private redacted. */
export interface CapturesReview {
  requests: number;
  findings: Finding[];
  /** Lines of the export, without all findings but those in `keep` (by id). */
  lines(keep: ReadonlySet<string>): Generator<string>;
}

/** A stream is put together: what it says in many small pieces no pattern would find. */
const withoutStream = ({ response, ...exchange }: Exchange): Exchange => ({ ...exchange, response: wholeAnswer(response) ?? response });

/** Calls `take` for each text of a value, names of members among them. */
const eachText = (value: Json, take: (text: string) => void): void => {
  if (typeof value === 'string') take(value);
  else if (Array.isArray(value)) for (const one of value) eachText(one, take);
  else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value)) {
      take(name);
      eachText(one, take);
    }
};

const changed = (value: Json, of: (text: string) => string): Json => {
  if (typeof value === 'string') return of(value);
  if (Array.isArray(value)) return value.map((one) => changed(one, of));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [of(name), changed(one, of)]));
};

const textsOf = ({ request, response, path, join }: Exchange): Json => [request, response, path, { ...join }];

/**
 * Looks for what may be private in the captured requests of a file or folder, and for the kinds in `also`. Throws what reading them throws, and
 * TapeError('cancelled') where the signal aborts.
 */
export async function reviewCaptures(path: string, signal: Waiting, also: readonly OptionalKind[]): Promise<CapturesReview> {
  const container = openContainer(path);
  const exchangeAt = (at: number): Exchange | null => {
    const exchange = container.exchange(at);
    return exchange === null ? null : withoutStream(exchange);
  };
  const texts = new Set<string>();
  let requests = 0;
  for (let at = 0; at < container.count; at += 1) {
    const exchange = exchangeAt(at);
    if (exchange === null) continue;
    requests += 1;
    eachText(textsOf(exchange), (text) => texts.add(text));
  }
  const all = [...texts];
  const found = await review(all, signal, undefined, also);
  return {
    ...{ requests, findings: found.findings },
    *lines(keep) {
      const clean = new Map(found.redact(all, keep).map((text, at) => [all[at] ?? '', text]));
      const of = (text: string): string => clean.get(text) ?? '';
      yield `${JSON.stringify(HEAD)}\n`;
      const written = new Set<string>();
      for (let at = 0; at < container.count; at += 1) {
        const exchange = exchangeAt(at);
        if (exchange !== null) yield* linesOf(exchange, at + 1, of, written);
      }
    },
  };
}

/** An export says nothing of the machine. */
const HEAD: Line = {
  ...{
    type: 'run',
    version: 1,
    at: new Date(0).toISOString(),
    agent: null,
    program: EXPORT,
    cwd: '',
    way: 'own',
    changes: ['What looked private is redacted.'],
  },
};

function* linesOf(exchange: Exchange, id: number, of: (text: string) => string, written: Set<string>): Generator<string> {
  const body = function* (value: Json): Generator<string, { body: Piece[]; bytes: number }> {
    const text = typeof value === 'string' ? of(value) : JSON.stringify(changed(value, of));
    const { pieces, blocks } = piecesOf(Buffer.from(text));
    for (const block of blocks) {
      if (written.has(block.digest)) continue;
      written.add(block.digest);
      yield blockLine(block);
    }
    return { body: pieces, bytes: Buffer.byteLength(text) };
  };
  const { at, method, path, status, ended } = exchange;
  const join = Object.fromEntries(Object.entries(exchange.join).map(([name, value]) => [name, of(value)]));
  const plain = { headers: {}, encoding: null };
  const sent = yield* body(exchange.request);
  const time = new Date(at ?? 0).toISOString();
  yield lineOf({ type: 'request', id, at: time, method, url: of(path), join, ...plain, ...sent });
  if (exchange.response === null) return;
  const answer = yield* body(exchange.response);
  const ms = at !== null && ended !== null ? ended - at : null;
  yield lineOf({ type: 'response', id, status, firstByteMs: null, ms, end: 'complete', ...plain, ...answer });
}

const lineOf = (line: Line): string => `${JSON.stringify(line)}\n`;
