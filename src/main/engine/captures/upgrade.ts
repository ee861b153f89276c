import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { End } from './lines.ts';
import type { Told } from './told.ts';

interface Joining {
  id: number;
  out: ClientRequest;
  socket: Socket;
  /** What the agent sent with its headers. */
  head: Buffer;
  tell(told: Told): void;
}

const headOf = ({ httpVersion, statusCode, statusMessage, rawHeaders }: IncomingMessage): string => {
  const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
  return [`HTTP/${httpVersion} ${statusCode} ${statusMessage}`, ...lines, '', ''].join('\r\n');
};

/** Joins an agent's WebSocket to its server's, frame for frame as they come; an answer that is not an upgrade is passed on, and both end with it. */
export function joinSockets({ id, out, socket, head, tell }: Joining): void {
  const from = performance.now();
  let answer: IncomingMessage | null = null;
  let firstByteMs = 0;
  let over = false;
  const end = (how: End): void => {
    if (over) return;
    over = true;
    const { statusCode: status = 0, rawHeaders: headers = [] } = answer ?? {};
    tell({ type: 'answered', id, answered: { status, headers, firstByteMs, ms: performance.now() - from, end: how } });
  };
  const answered = (res: IncomingMessage): void => {
    [answer, firstByteMs] = [res, performance.now() - from];
    tell({ type: 'asked-whole', id });
    socket.write(headOf(res));
  };
  const received = (bytes: Buffer): void => tell({ type: 'received', id, bytes });
  socket.on('error', () => out.destroy());
  out.on('response', (res) => {
    answered(res);
    res.on('data', received);
    res.on('end', () => end('complete'));
    res.pipe(socket);
  });
  out.on('upgrade', (res, upstream, first) => {
    answered(res);
    tell({ type: 'upgraded', id, extensions: res.headers['sec-websocket-extensions'] });
    const sent = (bytes: Buffer): void => tell({ type: 'sent', id, bytes });
    for (const bytes of [head, first]) if (bytes.length > 0) (bytes === head ? sent : received)(bytes);
    if (first.length > 0) socket.write(first);
    if (head.length > 0) upstream.write(head);
    socket.on('data', sent).on('close', () => end('complete'));
    upstream.on('data', received).on('error', () => socket.destroy());
    upstream.on('close', () => end('complete'));
    socket.pipe(upstream).pipe(socket);
  });
  out.on('error', () => {
    end('failed');
    socket.destroy();
  });
  out.end();
}
