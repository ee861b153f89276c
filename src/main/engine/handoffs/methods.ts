import type { Handlers } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Engine } from '../engine.ts';
import { leftMethods } from './left-methods.ts';

const absent = (): never => {
  throw new TapeError('internal', 'This is being built.');
};

export const handoffMethods = (
  engine: Engine,
): Pick<Handlers, 'handoffs.get' | 'handoffs.state' | 'handoffs.find' | 'handoffs.value' | 'handoffs.fidelity' | 'handoffs.left'> => ({
  'handoffs.get': () => absent(),
  'handoffs.state': () => absent(),
  'handoffs.find': () => absent(),
  'handoffs.value': () => absent(),
  ...leftMethods(engine),
});
