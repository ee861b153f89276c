import type { Wire } from './wire.ts';

/** A value on its way between the worlds of one page. Functions and promises stay where they are, under a number. */
type Passed =
  | { tag: 'value'; value: unknown }
  | { tag: 'function' | 'promise'; id: number }
  | { tag: 'array'; items: Passed[] }
  | { tag: 'object'; fields: [string, Passed][] };

type Message =
  | { op: 'expose'; name: string; value: Passed }
  | { op: 'call'; fn: number; given: Passed[] }
  | { op: 'return'; value: Passed }
  | { op: 'throw'; message: string }
  | { op: 'open'; url: string }
  | { op: 'settle'; id: number; ok: boolean; value: Passed; message: string };

export interface WorldEnd {
  expose(name: string, value: unknown): void;
  /** Takes `window.open` from the page: the other world is told the address, and the page gets null. */
  takeWindowOpen(): void;
  onWindowOpen(listener: (url: string) => void): void;
}

/**
 * One end of what `contextBridge` is: it copies values, and wraps functions so that they run in their own world. The
 * worlds share the document and nothing else, so messages are events on it, which are heard at once; their details are
 * cloned between worlds by Chromium itself. Written into the page as its own source.
 */
export function createWorldEnd(here: string, there: string): WorldEnd {
  const lent = new Map<number, (...given: unknown[]) => unknown>();
  const open = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let last = 0;
  let returned: Message | null = null;
  let opens = (_url: string) => {};
  const post = (message: Message) => document.dispatchEvent(new CustomEvent(there, { detail: message }));
  const nothing: Passed = { tag: 'value', value: undefined };

  const pass = (value: unknown): Passed => {
    if (typeof value === 'function') {
      const id = ++last;
      lent.set(id, value as () => unknown);
      return { tag: 'function', id };
    }
    if (value instanceof Promise) {
      const id = ++last;
      value.then(
        (result) => post({ op: 'settle', id, ok: true, value: pass(result), message: '' }),
        (error) => post({ op: 'settle', id, ok: false, value: nothing, message: String(error?.message ?? error) }),
      );
      return { tag: 'promise', id };
    }
    if (Array.isArray(value)) return { tag: 'array', items: value.map(pass) };
    if (value !== null && typeof value === 'object' && Object.prototype.toString.call(value) === '[object Object]') {
      return { tag: 'object', fields: Object.entries(value).map(([key, item]) => [key, pass(item)]) };
    }
    return { tag: 'value', value };
  };

  const take = (passed: Passed): unknown => {
    if (passed.tag === 'value') return passed.value;
    if (passed.tag === 'array') return passed.items.map(take);
    if (passed.tag === 'object') return Object.freeze(Object.fromEntries(passed.fields.map(([key, item]) => [key, take(item)])));
    if (passed.tag === 'promise') return new Promise((resolve, reject) => open.set(passed.id, { resolve, reject }));
    return (...given: unknown[]) => {
      post({ op: 'call', fn: passed.id, given: given.map(pass) });
      const answer = returned;
      returned = null;
      if (answer?.op === 'throw') throw new Error(answer.message);
      return answer?.op === 'return' ? take(answer.value) : undefined;
    };
  };

  const run = (fn: number, given: Passed[]): Message => {
    try {
      return { op: 'return', value: pass(lent.get(fn)?.(...given.map(take))) };
    } catch (error) {
      return { op: 'throw', message: error instanceof Error ? error.message : String(error) };
    }
  };

  document.addEventListener(here, (event) => {
    const message = (event as CustomEvent<Message>).detail;
    if (message.op === 'expose') Object.defineProperty(globalThis, message.name, { value: take(message.value), enumerable: true });
    else if (message.op === 'call') post(run(message.fn, message.given));
    else if (message.op === 'open') opens(message.url);
    else if (message.op === 'settle') {
      if (message.ok) open.get(message.id)?.resolve(take(message.value));
      else open.get(message.id)?.reject(new Error(message.message));
      open.delete(message.id);
    } else returned = message;
  });

  return {
    expose: (name, value) => void post({ op: 'expose', name, value: pass(value) }),
    takeWindowOpen() {
      globalThis.open = (url) => {
        post({ op: 'open', url: new URL(String(url ?? 'about:blank'), document.baseURI).href });
        return null;
      };
    },
    onWindowOpen(listener) {
      opens = listener;
    },
  };
}

/** What the preload and the main process say to each other, encoded by the wire. */
export type FromPreload =
  | { op: 'open'; url: string }
  | { op: 'invoke'; id: number; channel: string; given: unknown[] }
  | { op: 'send'; channel: string; given: unknown[] };
export type ToPreload =
  | { op: 'answer'; id: number; ok: boolean; value: unknown; message: string }
  | { op: 'send'; channel: string; given: unknown[] };

/**
 * The preload's world: `require('electron')` as a sandboxed preload has it, over a binding to the main process. The
 * function that it answers takes what the main process says. Written into the page as its own source.
 */
export function createPreloadWorld(
  worldEnd: WorldEnd,
  wire: Wire,
  say: (text: string) => void,
  runPreload: (require: (name: string) => unknown, module: { exports: object }, exports: object) => void,
): (text: string) => void {
  const only = (name: string, has: object) =>
    new Proxy(has, {
      get(target, key) {
        if (Reflect.has(target, key) || typeof key === 'symbol') return Reflect.get(target, key);
        throw new Error(`The stand-in for Electron lacks ${name}.${key}.`);
      },
    });
  const open = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const listeners = new Map<string, ((event: object, ...given: unknown[]) => void)[]>();
  let last = 0;
  worldEnd.onWindowOpen((url) => say(wire.encode({ op: 'open', url })));

  const ipcRenderer = only('ipcRenderer', {
    invoke: (channel: string, ...given: unknown[]) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        open.set(id, { resolve, reject });
        say(wire.encode({ op: 'invoke', id, channel, given }));
      }),
    send: (channel: string, ...given: unknown[]) => say(wire.encode({ op: 'send', channel, given })),
    on: (channel: string, listener: () => void) => listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
    removeListener: (channel: string, listener: () => void) =>
      listeners.set(
        channel,
        (listeners.get(channel) ?? []).filter((other) => other !== listener),
      ),
  });
  const contextBridge = only('contextBridge', { exposeInMainWorld: worldEnd.expose });
  // Chromium does not tell a page where a file is, and the stand-in cannot ask within one synchronous call.
  const webUtils = only('webUtils', { getPathForFile: () => '' });

  const electron = only('electron', { ipcRenderer, contextBridge, webUtils });
  const module = { exports: {} };
  runPreload(
    (name) => {
      if (name === 'electron') return electron;
      throw new Error(`A sandboxed preload cannot require ${name}.`);
    },
    module,
    module.exports,
  );

  return (text) => {
    const message = wire.decode(text) as ToPreload;
    if (message.op === 'send') {
      for (const listener of listeners.get(message.channel) ?? []) listener({ sender: ipcRenderer }, ...message.given);
      return;
    }
    const call = open.get(message.id);
    open.delete(message.id);
    if (message.ok) call?.resolve(message.value);
    else call?.reject(new Error(message.message));
  };
}
