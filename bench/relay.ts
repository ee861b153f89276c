import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Bench, limitRow, median } from './report.ts';

/** Milliseconds that a recording may add to the first byte of an answer. */
const LIMIT = 2;
/** A long session: how many requests it makes, and how many bytes its first and its last one have. */
const REQUESTS = 200;
const FIRST = 60_000;
const LAST = 690_000;
/** Milliseconds between two requests. */
const QUIET = 20;

const bodyOf = (bytes: number): Buffer => {
  const said = 'The ledger has one line for each payment, and the worker retries it five times. '.repeat(20);
  const messages = Array.from({ length: Math.ceil(bytes / said.length) }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: [{ type: 'text', text: `${at} ${said}` }],
  }));
  return Buffer.from(JSON.stringify({ model: 'm', stream: true, messages }));
};

/** Starts one end, and answers with its address. */
const start = async (ends: ChildProcess[], ...words: string[]): Promise<string> => {
  const end = spawn(process.execPath, [fileURLToPath(new URL('relay-ends.ts', import.meta.url)), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  ends.push(end);
  const [line] = (await once(end.stdout, 'data')) as [Buffer];
  return String(line).trim();
};

/** Milliseconds until the first byte of an answer. An agent's next request comes seconds later: what the one before was written down with is over. */
const firstByte = async (base: string, body: Buffer, agent: Agent): Promise<number> => {
  await pause(QUIET);
  const begun = performance.now();
  const out = request(`${base}/v1/messages`, {
    method: 'POST',
    agent,
    headers: { 'content-length': body.length, authorization: 'Bearer sk-0123456789' },
  });
  out.end(body);
  const [answer] = (await once(out, 'response')) as [IncomingMessage];
  const ended = once(answer, 'end');
  await once(answer, 'data');
  const took = performance.now() - begun;
  await ended;
  return took;
};

/** Milliseconds that a way to the same end adds to the first byte, by one connection each; which goes first changes, since the second finds its body in the cache. */
const addedBy = async (way: string, straight: string, bodies: readonly Buffer[], agent: Agent): Promise<number> => {
  const added: number[] = [];
  for (const [at, body] of bodies.entries()) {
    const [one, other] = at % 2 === 0 ? [straight, way] : [way, straight];
    const took = [await firstByte(one, body, agent), await firstByte(other, body, agent)];
    const [own = 0, its = 0] = at % 2 === 0 ? took : took.reverse();
    added.push(its - own);
  }
  return median(added);
};

const kB = (body: Buffer): number => Math.round(body.length / 1000);

/**
 * What `tape record` adds to the time to the first byte: over a session whose requests grow, and over as many of its longest, next to what it takes to
 * copy bytes from one socket to another in a third process. Of the session the first requests count too, while V8 compiles what passes bytes on.
 */
export const run: Bench = async ({ quick }) => {
  const folder = mkdtempSync(join(tmpdir(), 'tapescope-bench-'));
  const ends: ChildProcess[] = [];
  const agent = new Agent({ keepAlive: true });
  try {
    const straight = await start(ends, 'upstream');
    const through = await start(ends, 'relay', straight, join(folder, 'captures'));
    const copied = await start(ends, 'copy', straight);
    const requests = quick ? 3 : REQUESTS;
    const session = Array.from({ length: requests }, (_, at) => bodyOf(FIRST + ((LAST - FIRST) * at) / (requests - 1)));
    const [first = Buffer.of(), last = Buffer.of()] = [session[0], session.at(-1)];
    const what = 'tape record: added to the first byte';
    const ofSession = await addedBy(through, straight, session, agent);
    const longest = Array.from({ length: requests }, () => last);
    const [value, yardstickValue] = [await addedBy(through, straight, longest, agent), await addedBy(copied, straight, longest, agent)];
    return [
      limitRow(`${what}, ${requests} requests of ${kB(first)} to ${kB(last)} kB, median`, ofSession, LIMIT),
      {
        ...{ what: `${what}, ${requests} requests of ${kB(last)} kB, median`, value, unit: 'ms', better: 'lower' },
        ...{ yardstick: 'a bare copy from socket to socket', yardstickValue, ratio: value / yardstickValue, target: null },
      },
    ];
  } finally {
    agent.destroy();
    for (const end of ends) end.kill();
    await Promise.all(ends.map((end) => end.exitCode === null && end.signalCode === null && once(end, 'exit')));
    rmSync(folder, { recursive: true });
  }
};
