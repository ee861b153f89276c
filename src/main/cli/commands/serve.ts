import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { rendererFolder } from '../../places.ts';
import { serveApp } from '../../serve.ts';
import type { Context, Declaration } from '../command.ts';
import { json } from '../flags.ts';
import { wholeOf } from '../options.ts';

export const command: Declaration = {
  flags: [
    { name: 'port', value: 'N', description: 'port on 127.0.0.1 (default: a free one)' },
    { name: 'write', description: 'allow changes; without it the window is read-only' },
    json,
  ],
  notes: ['Listens on 127.0.0.1 only. Ctrl-C stops it.'],
  example: ['tape serve --port 4820', 'then open the printed address'],
  run,
};

const HIGHEST_PORT = 65_535;

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    if (signal.aborted) done();
    signal.addEventListener('abort', () => done(), { once: true });
  });

/** Serves until Ctrl-C, which is how a server ends and so no failure. */
async function run({ given, json, terminal, signal }: Context): Promise<number | undefined> {
  const wanted = wholeOf(given, 'port', 0, [0, HIGHEST_PORT]);
  const write = given.options.write === true;
  if (!existsSync(join(rendererFolder(), 'index.html'))) {
    throw new TapeError('bad-input', 'The window has not been built in this checkout yet. Run npm run build first.');
  }
  const server = await serveApp({ port: wanted, write });
  if (wanted !== 0 && server.port !== wanted) terminal.note(`Port ${wanted} is taken, so this is port ${server.port}.`);
  if (json) terminal.json({ url: server.url, port: server.port, readOnly: !write });
  else terminal.print([server.url, `${write ? 'Changes are allowed.' : 'Read-only.'} Ctrl-C stops it.`]);
  await aborted(signal);
  await server.close();
  return undefined;
}
