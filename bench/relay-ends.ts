// A process of its own for each end of `relay.ts`: `upstream` answers what it has read whole, `relay ADDRESS FOLDER` records on the way there. Prints its address.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startRecording } from '../src/main/engine/captures/recording.ts';

const [end = '', address = '', folder = ''] = process.argv.slice(2);

const upstream = async (): Promise<string> => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('event: message_stop\ndata: {"type":"message_stop"}\n\n');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const relay = async (): Promise<string> => {
  const facts = { agent: null, program: 'bench', cwd: '/', changes: [] };
  return (await startRecording(folder, { model: new URL(address) }, facts)).base('model');
};

console.log(end === 'upstream' ? await upstream() : await relay());
