import { describe, expect, test } from 'vitest';
import type { Push } from '../../../shared/rpc/contract.ts';
import { encodeFrame } from '../../../shared/rpc/frames.ts';
import type { DownMessage, UpMessage } from '../../../shared/rpc/socket.ts';
import type { ConnectionState } from './connection.ts';
import { createSocketBridge, type Line } from './socket.ts';

/** A line whose other end is the test. */
const createLine = () => {
  const sent: UpMessage[] = [];
  const line: Line = {
    send: (text) => void sent.push(JSON.parse(text).message),
    close: () => line.onclose?.(),
    onopen: null,
    onmessage: null,
    onclose: null,
  };
  const say = (message: DownMessage) => {
    const { text, parts } = encodeFrame(message);
    line.onmessage?.({ data: text });
    for (const part of parts) line.onmessage?.({ data: part.buffer });
  };
  return { line, sent, say };
};

const setup = () => {
  const lines: ReturnType<typeof createLine>[] = [];
  const states: ConnectionState[] = [];
  const retries: { retry: () => void; milliseconds: number }[] = [];
  const tasks: (() => void)[] = [];
  const bridge = createSocketBridge({
    open: () => {
      const next = createLine();
      lines.push(next);
      return next.line;
    },
    onState: (state) => states.push(state),
    wait: (retry, milliseconds) => retries.push({ retry, milliseconds }),
    later: (go) => tasks.push(go),
  });
  const end = (index: number) => {
    const found = lines[index];
    if (found === undefined) throw new Error(`No line ${index} was opened.`);
    return found;
  };
  return { bridge, lines, states, retries, tasks, end };
};

describe('the socket bridge', () => {
  test('a call made before the line is open is sent when it is', async () => {
    const { bridge, end } = setup();
    const answer = bridge.call(1, 'jobs.list', {});
    expect(end(0).sent).toEqual([]);
    end(0).line.onopen?.();
    expect(end(0).sent).toEqual([{ type: 'call', id: 1, method: 'jobs.list', input: {} }]);
    end(0).say({ type: 'answer', id: 1, answer: { ok: true, value: { time: new Float64Array([1, Number.NaN]) } } });
    expect(await answer).toEqual({ ok: true, value: { time: new Float64Array([1, Number.NaN]) } });
  });

  test('a lost line is opened again, open calls are asked again, answered ones are not, and pushes go on', async () => {
    const { bridge, states, retries, end } = setup();
    const pushes: Push[] = [];
    bridge.subscribe((push) => pushes.push(push));
    end(0).line.onopen?.();
    expect(pushes).toEqual([]);
    const done = bridge.call(1, 'jobs.list', {});
    end(0).say({ type: 'answer', id: 1, answer: { ok: true, value: 1 } });
    await done;
    const open = bridge.call(2, 'settings.get', {});
    end(0).line.onclose?.();
    retries[0]?.retry();
    end(1).line.onopen?.();
    expect(end(1).sent).toEqual([{ type: 'call', id: 2, method: 'settings.get', input: {} }]);
    expect(pushes).toEqual([{ type: 'library' }]);
    end(1).say({ type: 'push', push: { type: 'tape', tape: 't', entries: 1, steps: 0, reread: false } });
    expect(pushes).toHaveLength(2);
    end(1).say({ type: 'answer', id: 2, answer: { ok: true, value: 2 } });
    expect(await open).toEqual({ ok: true, value: 2 });
    expect(states).toEqual(['connecting', 'open', 'lost', 'open']);
  });

  test('a long answer is unpacked a part at a time, and what arrives after it waits its turn', async () => {
    const { bridge, tasks, end } = setup();
    const pushes: Push[] = [];
    bridge.subscribe((push) => pushes.push(push));
    end(0).line.onopen?.();
    const answer = bridge.call(1, 'residency.get', {});
    let answered = false;
    void answer.then(() => {
      answered = true;
    });
    const long = [0, 1, 2].map((first) => Float64Array.from({ length: 20_000 }, (_, at) => first + at * 0.5));
    end(0).say({ type: 'answer', id: 1, answer: { ok: true, value: long } });
    end(0).say({ type: 'push', push: { type: 'library' } });
    const ran: boolean[] = [];
    while (tasks.length > 0) {
      await Promise.resolve();
      ran.push(answered);
      tasks.shift()?.();
    }
    expect(ran).toEqual([false, false, true]);
    expect(pushes).toEqual([{ type: 'library' }]);
    expect(await answer).toEqual({ ok: true, value: long });
  });

  test('pauses grow while the host stays away', () => {
    const { end, retries } = setup();
    for (let index = 0; index < 7; index++) {
      end(index).line.onclose?.();
      retries[index]?.retry();
    }
    expect(retries.map(({ milliseconds }) => milliseconds)).toEqual([100, 300, 1000, 2000, 5000, 5000, 5000]);
  });

  test('a cancel goes over the line, or ends the call where there is none', async () => {
    const { bridge, end } = setup();
    const first = bridge.call(1, 'jobs.list', {});
    bridge.cancel(1);
    expect(await first).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    end(0).line.onopen?.();
    void bridge.call(2, 'jobs.list', {});
    bridge.cancel(2);
    expect(end(0).sent).toEqual([
      { type: 'call', id: 2, method: 'jobs.list', input: {} },
      { type: 'cancel', id: 2 },
    ]);
  });

  test('a line that breaks the framing is closed and opened again', () => {
    const { states, retries, end } = setup();
    end(0).line.onopen?.();
    end(0).line.onmessage?.({ data: 'nonsense' });
    expect(states.at(-1)).toBe('lost');
    expect(retries).toHaveLength(1);
  });
});
