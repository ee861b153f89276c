import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Bench, limitRow, median } from './report.ts';

/** Milliseconds that a recording may add to the first byte of an answer. */
const LIMIT = 2;
/** A long session's request, and how many such a session has. */
const BYTES = 690_000;
const REQUESTS = 200;

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

/** Milliseconds until the first byte of an answer. */
const firstByte = async (base: string, body: Buffer, agent: Agent): Promise<number> => {
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

/**
 * What `tape record` adds to the time to the first byte: the same request straight and through the relay, in turns, by one connection each. V8 compiles
 * what passes bytes on during the first fifty, which take up to a millisecond more.
 */
export const run: Bench = async ({ quick }) => {
  const folder = mkdtempSync(join(tmpdir(), 'tapescope-bench-'));
  const ends: ChildProcess[] = [];
  const agent = new Agent({ keepAlive: true });
  try {
    const straight = await start(ends, 'upstream');
    const through = await start(ends, 'relay', straight, join(folder, 'captures'));
    const body = bodyOf(quick ? 10_000 : BYTES);
    const added: number[] = [];
    const requests = quick ? 3 : REQUESTS;
    for (let round = 0; round < requests; round++) {
      const own = await firstByte(straight, body, agent);
      added.push((await firstByte(through, body, agent)) - own);
    }
    const what = `a request of ${Math.round(body.length / 1000)} kB, one of ${requests}`;
    return [limitRow(`tape record: added to the first byte, ${what}`, median(added), LIMIT)];
  } finally {
    agent.destroy();
    for (const end of ends) end.kill();
    await Promise.all(ends.map((end) => end.exitCode === null && end.signalCode === null && once(end, 'exit')));
    rmSync(folder, { recursive: true });
  }
};
