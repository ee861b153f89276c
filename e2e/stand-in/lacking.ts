import type { EventEmitter } from 'node:events';

/** Asked for by promises, inspectors and assertion libraries about any object; no API of Electron. */
const ASKED_OF_ANYTHING = new Set<PropertyKey>(['then', 'toJSON', 'constructor', 'asymmetricMatch', 'nodeType', '$$typeof']);

export class LackingError extends Error {
  constructor(what: string) {
    super(`The stand-in for Electron lacks ${what}.`);
    this.name = 'LackingError';
  }
}

/**
 * Dresses what the stand-in has of an Electron object as the whole: whatever is not in `has` throws when it is touched,
 * so that no test passes because something was quietly not there. Setting is allowed: Playwright patches `app`.
 */
export function standIn<T extends object>(name: string, has: Partial<T>): T {
  return new Proxy(has, {
    get(target, key) {
      if (Reflect.has(target, key)) return Reflect.get(target, key);
      if (typeof key === 'symbol' || ASKED_OF_ANYTHING.has(key)) return undefined;
      throw new LackingError(`${name}.${key}`);
    },
  }) as T;
}

/** The listening half of an emitter; an event that the stand-in never emits is refused. */
export function listening<T>(name: string, emitter: EventEmitter, emitted: readonly string[]): T {
  const check = (event: string) => {
    if (!emitted.includes(event)) throw new LackingError(`the event "${event}" of ${name}`);
  };
  const wrap = (method: 'on' | 'once' | 'off' | 'addListener' | 'removeListener') => (event: string, listener: () => void) => {
    check(event);
    return emitter[method](event, listener);
  };
  return {
    on: wrap('on'),
    once: wrap('once'),
    off: wrap('off'),
    addListener: wrap('addListener'),
    removeListener: wrap('removeListener'),
    listenerCount: (event: string) => emitter.listenerCount(event),
    emit: (event: string, ...given: unknown[]) => emitter.emit(event, ...given),
  } as T;
}

/** An event that a listener can refuse. */
export function preventable<T extends object>(fields: T): T & { defaultPrevented: boolean; preventDefault(): void } {
  const event = {
    ...fields,
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true;
    },
  };
  return event;
}
