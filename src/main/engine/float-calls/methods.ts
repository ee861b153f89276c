import type { Push } from '../../../shared/rpc/contract.ts';
import type { Engine } from '../engine.ts';
import type { FloatCalls, FloatMethods } from './handlers.ts';

/** Calls about context files. What they need is loaded with the first of them; `close` stops and closes what they opened. */
export function floatMethods(engine: Engine, emit: (push: Push) => void): { handlers: FloatMethods; close: () => Promise<void> } {
  let loaded: Promise<FloatCalls> | null = null;
  const calls = (): Promise<FloatCalls> => {
    loaded ??= import('./handlers.ts').then(({ createFloatCalls }) => createFloatCalls(engine, emit));
    return loaded;
  };
  const late = <M extends keyof FloatMethods>(method: M): FloatMethods[M] =>
    // The compiler does not follow that the method's input belongs to the method's handler.
    ((input: never, context: never) =>
      calls().then(({ handlers }) => (handlers[method] as (...given: never[]) => unknown)(input, context))) as FloatMethods[M];
  return {
    handlers: {
      'float.projects': late('float.projects'),
      'float.open': late('float.open'),
      'float.init': late('float.init'),
      'float.status': late('float.status'),
      'float.folders': late('float.folders'),
      'float.folder': late('float.folder'),
      'float.context': late('float.context'),
      'float.scan': late('float.scan'),
      'float.generate': late('float.generate'),
      'float.build': late('float.build'),
      'float.watch': late('float.watch'),
      'float.validate': late('float.validate'),
      'float.decisions': late('float.decisions'),
      'float.decide': late('float.decide'),
      'float.describe': late('float.describe'),
      'float.scope': late('float.scope'),
      'float.link': late('float.link'),
      'float.unlink': late('float.unlink'),
      'float.graph': late('float.graph'),
      'float.wouldRebuild': late('float.wouldRebuild'),
      'float.builds': late('float.builds'),
      'float.diff': late('float.diff'),
      'float.reads': late('float.reads'),
      'float.readers': late('float.readers'),
    },
    close: async () => (await loaded)?.close(),
  };
}
