import { createInterface } from 'node:readline/promises';

/** Somebody sits there who can be asked. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** Asks on stderr, so that stdout holds the answer alone. Only y and yes are a yes; the end of input is a no. */
export async function confirm(question: string, signal: AbortSignal): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const closed = new Promise<string>((done) => lines.once('close', () => done('')));
    const said = await Promise.race([lines.question(`${question} [y/N] `, { signal }), closed]);
    return /^y(es)?$/i.test(said.trim());
  } finally {
    lines.close();
  }
}

/** Resolves when Ctrl-C stops a command that serves. */
export function untilStopped(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    signal.addEventListener('abort', () => done(), { once: true });
  });
}
