import type { Engine } from '../engine.ts';
import type { NativeCalls, NativeMethods } from './handlers.ts';

/**
 * Calls about native tapes. Most commands of the terminal make none of them, so that what they need is loaded with the first.
 * `close` closes the tapes that they opened.
 */
export function nativeMethods(engine: Engine): { handlers: NativeMethods; close: () => Promise<void> } {
  let loaded: Promise<NativeCalls> | null = null;
  const calls = (): Promise<NativeCalls> => {
    loaded ??= import('./handlers.ts').then(({ createNativeCalls }) => createNativeCalls(engine));
    return loaded;
  };
  const late = <M extends keyof NativeMethods>(method: M): NativeMethods[M] =>
    // The compiler does not follow that the method's input belongs to the method's handler.
    ((input: never, context: never) =>
      calls().then(({ handlers }) => (handlers[method] as (...given: never[]) => unknown)(input, context))) as NativeMethods[M];
  return {
    handlers: {
      'native.init': late('native.init'),
      'native.info': late('native.info'),
      'native.anchors': late('native.anchors'),
      'native.forks': late('native.forks'),
      'native.append': late('native.append'),
      'native.handoff': late('native.handoff'),
      'native.fork': late('native.fork'),
      'native.preview': late('native.preview'),
      'native.judge': late('native.judge'),
      'native.merge': late('native.merge'),
      'native.discard': late('native.discard'),
      'native.reset': late('native.reset'),
      'native.continue': late('native.continue'),
      'native.command': late('native.command'),
    },
    close: async () => (await loaded)?.close(),
  };
}
