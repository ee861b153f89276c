// A process of its own for each end of `relay.ts`: `upstream` answers what it has read whole, `relay ADDRESS FOLDER` records on the way there, and
// `copy ADDRESS` copies bytes on the way there and does nothing else. Prints its address.
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createSockets, type Server } from 'node:net';
import { startRecording } from '../src/main/engine/captures/recording.ts';
import { AHEAD } from '../src/main/engine/captures/relay.ts';

const [end = '', address = '', folder = ''] = process.argv.slice(2);

const listening = async (server: Server): Promise<string> => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const upstream = (): Promise<string> => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('event: message_stop\ndata: {"type":"message_stop"}\n\n');
    });
  });
  return listening(server);
};

/** As quick as sockets can be in Node: their buffers as long as the relay's. */
const copy = (): Promise<string> => {
  const { hostname: host, port } = new URL(address);
  const server = createSockets({ highWaterMark: AHEAD, noDelay: true }, (from) => {
    const to = connect({ host, port: Number(port), noDelay: true });
    from.pipe(to).pipe(from);
    from.on('error', () => to.destroy());
    to.on('error', () => from.destroy());
  });
  return listening(server);
};

const relay = async (): Promise<string> => {
  const facts = { agent: null, program: 'bench', cwd: '/', changes: [] };
  return (await startRecording(folder, { model: new URL(address) }, facts)).base('model');
};

const ends: Readonly<Record<string, () => Promise<string>>> = { upstream, copy, relay };
console.log(await ends[end]?.());
