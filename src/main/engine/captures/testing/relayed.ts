import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { tempFolder } from '../../testing/files.ts';
import { blockIn, type Line } from '../lines.ts';
import { joined, type Piece } from '../pieces.ts';
import { startRecording } from '../recording.ts';

/** Servers and recordings of a test file; `closeAll` ends them, the newest first. */
export function createRelayed() {
  const closing: (() => unknown)[] = [];

  /** A server that speaks as a test says. */
  const serve = async (listener: RequestListener) => {
    const server = createServer({ keepAliveTimeout: 0 }, listener);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    closing.push(() => new Promise((done) => server.close(done).closeAllConnections()));
    return { server, url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/base/`) };
  };

  const record = async (upstream: URL) => {
    const facts = { agent: null, program: 'test', cwd: '/', changes: [] };
    const recording = await startRecording(join(tempFolder(), 'captures'), { model: upstream }, facts);
    let closed = false;
    const close = async () => {
      if (closed) return null;
      closed = true;
      return await recording.close();
    };
    closing.push(close);
    return { ...recording, close };
  };

  const closeAll = async (): Promise<void> => {
    for (const close of closing.splice(0).toReversed()) await close();
  };
  return { serve, record, closing, closeAll };
}

/** The lines of a run and its blocks, by what they are. */
export function readRun(folder: string) {
  const text = readFileSync(join(folder, 'requests.jsonl'), 'utf8');
  const blocks = new Map<string, Buffer>();
  const lines: Exclude<Line, { type: 'run' }>[] = [];
  for (const line of text.trimEnd().split('\n')) {
    const block = blockIn(line);
    if (block) blocks.set(block.digest, block.bytes);
    else lines.push(JSON.parse(line));
  }
  const bodyOf = ({ body }: { body: readonly Piece[] }) => joined(body, blocks);
  const of = <T extends Line['type']>(type: T) => lines.filter((line) => line.type === type) as (Line & { type: T })[];
  return { text, blocks, of, bodyOf };
}
