import type { Handlers } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Engine } from '../engine.ts';

const absent = (): never => {
  throw new TapeError('internal', 'This is being built.');
};

export const changeMethods = (_engine: Engine): Pick<Handlers, 'views.changes'> => ({
  'views.changes': () => absent(),
});
