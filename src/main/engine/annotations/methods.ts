import type { Handlers } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Engine } from '../engine.ts';

const absent = (): never => {
  throw new TapeError('internal', 'This is being built.');
};

export const annotationMethods = (_engine: Engine): Pick<Handlers, 'annotations.list' | 'annotations.set' | 'annotations.remove'> => ({
  'annotations.list': () => absent(),
  'annotations.set': () => absent(),
  'annotations.remove': () => absent(),
});
