import { existsSync } from 'node:fs';
import type { Handlers } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Engine } from '../engine.ts';
import { version } from './version.ts';

/** Calls about the application itself: what it is, its settings, the samples, the open dialog. */
export function appMethods(
  engine: Engine,
): Pick<Handlers, 'app.info' | 'settings.get' | 'settings.set' | 'library.samples' | 'files.browse'> {
  return {
    'app.info': () => {
      const { host, readOnly, home, samples } = engine.options;
      return { version, host, readOnly, home, samples: samples !== null && existsSync(samples), note: engine.note };
    },
    'settings.get': () => engine.settings(),
    'settings.set': (change) => engine.saveSettings(withoutUndefined(change)),
    'library.samples': async (_, { signal }) => {
      const { samples } = engine.options;
      if (samples === null) throw new TapeError('not-found', 'This copy of Tapescope has no sample tapes.');
      const opened = await engine.ingest.open([samples], { signal });
      return { tapes: opened.tapes.map((id) => engine.catalog.tape(id)) };
    },
    'files.browse': async ({ path }) => (await import('./browse.ts')).browse(path),
  };
}

/** zod leaves absent optional fields as undefined; a change names only what it changes. */
const withoutUndefined = <T extends object>(change: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as never;
