import type { CallContext, Handlers, Method } from '../../shared/rpc/contract.ts';
import { TapeError } from '../../shared/rpc/tape-error.ts';
import { reopen } from './catalog/reopen.ts';
import { setAside } from './catalog/schema.ts';
import type { Engine } from './engine.ts';
import { codeOf, isDamage } from './store/disk.ts';

export interface OpenedEngine {
  engine: Engine;
  /** Every call of the contract, for a dispatcher or for direct use in the same process. */
  handlers: Handlers;
}

/** An engine over one catalog, until that is put aside. */
export interface OpenedOnce extends OpenedEngine {
  /** Whether the catalog has only pages that are some, in their places. */
  isWhole(): boolean;
}

export type Failed = (failure: unknown, what: string) => void;

/** Calls that change something outside of the catalog: they are not made twice. */
export const WRITING: readonly Method[] = [
  ...(['settings.set', 'policies.save', 'policies.remove', 'annotations.set', 'annotations.remove', 'surgery.write'] as const),
  ...([
    'refs.set',
    'refs.remove',
    'native.init',
    'native.append',
    'native.handoff',
    'native.fork',
    'native.judge',
    'native.discard',
  ] as const),
  ...(['native.merge', 'native.reset', 'native.continue', 'native.command', 'float.init', 'float.scan', 'float.generate'] as const),
  ...(['float.build', 'float.watch', 'float.decide', 'float.describe', 'float.scope', 'float.link', 'float.unlink'] as const),
];

const damageIn = (failure: unknown): string => {
  if (failure instanceof TapeError) return String(failure.details?.damage ?? '');
  return isDamage(failure) ? codeOf(failure) : '';
};

const REBUILT = 'The catalog was damaged. Tapescope moved it aside and rebuilt it from the logs.';

/**
 * An engine that mends its catalog: where a call meets damage, the catalog is put aside (`catalog.db.damaged`), another one is made from the
 * sources that it knew, and the call is made again, once. The note of the engine says so. A damaged database of another kind is its room's own.
 */
export const healing = (home: string, open: (failed: Failed) => OpenedOnce): OpenedEngine => {
  let mended: string | null = null;
  let times = 0;
  let work: Promise<void> | null = null;
  let closed = false;
  const failed: Failed = (failure, what) => {
    if (isOurs(failure)) void heal().catch((more) => console.error(`${what}: ${more.message}`));
    else console.error(`${what}: ${failure instanceof Error ? failure.message : String(failure)}`);
  };
  let now = open(failed);

  const isOurs = (failure: unknown): boolean => {
    const damage = damageIn(failure);
    return damage === 'SQLITE_CORRUPT_ROW' || (damage !== '' && !now.isWhole());
  };
  const rebuild = async (): Promise<void> => {
    times += 1;
    await now.engine.close();
    if (closed) return;
    setAside(home);
    now = open(failed);
    mended = REBUILT;
    console.error(REBUILT);
    await reopen(home, (paths) => now.engine.ingest.open(paths));
  };
  const heal = (): Promise<void> => {
    work ??= rebuild().finally(() => {
      work = null;
    });
    return work;
  };

  /** What answers at once goes on doing so. */
  const call = (method: Method, input: unknown, context: CallContext): unknown => {
    const before = times;
    const run = () => (now.handlers[method] as (input: unknown, context: CallContext) => unknown)(input, context);
    const again = async (failure: unknown): Promise<unknown> => {
      // What ran while the catalog was put aside failed for that reason alone.
      if (before === times && !isOurs(failure)) throw failure;
      if (before === times) await heal();
      else await work;
      if (WRITING.includes(method))
        throw new TapeError('unreadable', `${REBUILT} Check whether your change was made, and repeat it if not.`);
      return await run();
    };
    if (work !== null) return work.then(run);
    try {
      const value = run();
      return value instanceof Promise ? value.catch(again) : value;
    } catch (failure) {
      if (before === times && !isOurs(failure)) throw failure;
      return again(failure);
    }
  };
  const handlers = Object.fromEntries(
    Object.keys(now.handlers).map((method) => [method, (input: unknown, context: CallContext) => call(method as Method, input, context)]),
  ) as unknown as Handlers;

  const engine: Engine = {
    options: now.engine.options,
    get catalog() {
      return now.engine.catalog;
    },
    get ingest() {
      return now.engine.ingest;
    },
    get note() {
      return mended ?? now.engine.note;
    },
    settings: () => now.engine.settings(),
    saveSettings: (change) => now.engine.saveSettings(change),
    subscribe: now.engine.subscribe,
    async close() {
      closed = true;
      await work;
      await now.engine.close();
    },
  };
  return { engine, handlers };
};
