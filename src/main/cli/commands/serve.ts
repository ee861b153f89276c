import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Receiver } from '../../engine/receive/receiver.ts';
import { rendererFolder } from '../../places.ts';
import { serveApp } from '../../serve.ts';
import type { Context, Declaration } from '../command.ts';
import { json } from '../flags.ts';
import { wholeOf } from '../options.ts';
import { untilStopped } from '../tty.ts';

export const command: Declaration = {
  flags: [
    { name: 'port', value: 'N', description: 'port on 127.0.0.1 (default: a free one)' },
    { name: 'write', description: 'allow changes; without it the window is read-only' },
    { name: 'receive', description: 'also keep the traces that programs send to port 4318, as tape receive does' },
    json,
  ],
  notes: [
    'Listens on 127.0.0.1 only. Ctrl-C stops it.',
    'At /mcp it has the tools of tape mcp for agents, over streamable HTTP: with the token of the address as ?t= or as a bearer token.',
  ],
  example: ['tape serve --port 4820', 'then open the printed address'],
  run,
};

const HIGHEST_PORT = 65_535;

/** Serves until Ctrl-C, which is how a server ends and so no failure. */
async function run({ given, json, terminal, signal }: Context): Promise<number | undefined> {
  const wanted = wholeOf(given, 'port', 0, [0, HIGHEST_PORT]);
  const write = given.options.write === true;
  if (!existsSync(join(rendererFolder(), 'index.html'))) {
    throw new TapeError('bad-input', 'The window has not been built in this checkout yet. Run npm run build first.');
  }
  const server = await serveApp({ port: wanted, write });
  const receiver = given.options.receive === true ? await receiverOf(server) : null;
  if (wanted !== 0 && server.port !== wanted) terminal.note(`Port ${wanted} is taken, so this is port ${server.port}.`);
  if (json) terminal.json({ url: server.url, mcp: server.mcp, port: server.port, readOnly: !write });
  else terminal.print([server.url, `${write ? 'Changes are allowed.' : 'Read-only.'} Ctrl-C stops it.`]);
  if (receiver) terminal.note(`Traces are received at ${receiver.url}.`);
  await untilStopped(signal);
  await receiver?.close();
  await server.close();
  return undefined;
}

/** Loads the receiver only where it is wanted. A port that is taken stops the server too. */
async function receiverOf(server: { close(): Promise<void> }): Promise<Receiver> {
  const { receivedFolder, startReceiver, USUAL_PORT } = await import('../../engine/receive/receiver.ts');
  try {
    return await startReceiver({ folder: receivedFolder(), port: USUAL_PORT });
  } catch (failure) {
    await server.close();
    throw failure;
  }
}
