import type { Handlers } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Engine } from '../engine.ts';

const absent = (): never => {
  throw new TapeError('internal', 'This is being built.');
};

export const reportMethods = (_engine: Engine): Pick<Handlers, 'report.review' | 'report.make' | 'report.page'> => ({
  'report.review': () => absent(),
  'report.make': () => absent(),
  'report.page': () => absent(),
});
