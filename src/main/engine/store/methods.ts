import type { Handlers } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Engine } from '../engine.ts';

type Methods = Extract<keyof Handlers, `native.${string}`>;

/** Calls about native tapes. */
export const nativeMethods = (engine: Engine): Pick<Handlers, Methods> => {
  const notYet = (): never => {
    throw new TapeError('internal', `Native tapes are not open yet (${engine.options.host}).`);
  };
  return {
    'native.init': notYet,
    'native.info': notYet,
    'native.anchors': notYet,
    'native.forks': notYet,
    'native.append': notYet,
    'native.handoff': notYet,
    'native.fork': notYet,
    'native.preview': notYet,
    'native.judge': notYet,
    'native.merge': notYet,
    'native.reset': notYet,
    'native.continue': notYet,
    'native.command': notYet,
  };
};
