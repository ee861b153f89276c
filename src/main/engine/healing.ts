import type { CallContext, Handlers, Method } from '../../shared/rpc/contract.ts';
import { TapeError, toWireError } from '../../shared/rpc/tape-error.ts';
import type { CatalogStore } from './catalog/open-catalog.ts';
import { isWaiting, reopen } from './database/reopen.ts';
import { setAside } from './database/schema.ts';
import { codeOf, isDamage } from './disk/disk.ts';
import type { Engine } from './engine.ts';

export interface OpenedEngine {
  engine: Engine;
  /** Every call of the contract, for a dispatcher or for direct use in the same process. */
  handlers: Handlers;
}

/** An engine over one catalog, until that is put aside. */
export interface OpenedOnce extends OpenedEngine {
  store: Pick<CatalogStore, 'soundness' | 'keepPaths'>;
}

export type Failed = (failure: unknown, what: string) => void;

/** Calls that change something outside of the catalog: they are not made twice. */
export const WRITING: readonly Method[] = [
  ...([
    'settings.set',
    'policies.save',
    'policies.remove',
    'annotations.set',
    'annotations.remove',
    'surgery.write',
    'library.own',
    'whatIf.send',
    'whatIf.ablate',
    'whatIf.replay',
    'whatIf.continue',
  ] as const),
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
  ...(['runs.start', 'runs.answer', 'runs.stop', 'runs.forget'] as const),
  ...(['native.merge', 'native.reset', 'native.continue', 'native.command', 'float.init', 'float.scan', 'float.generate'] as const),
  ...(['float.build', 'float.watch', 'float.decide', 'float.describe', 'float.scope', 'float.link', 'float.unlink'] as const),
];

const damageIn = (failure: unknown): string => {
  if (failure instanceof TapeError) return String(failure.details?.damage ?? '');
  return isDamage(failure) ? codeOf(failure) : '';
};

const REBUILT = 'The catalog was damaged. Tapescope moved it aside and rebuilt it from the logs.';
const READING = 'The catalog had to be rebuilt. Its logs are being read.';
const PART = 'The catalog had to be rebuilt, and not all of its logs are in it.';
const AGAIN = 'Tapescope reads the others when it is next started.';

/** Where the catalog cannot be rebuilt: what it knew stays listed, so that another start can do it. */
const cannot = (failure: unknown): unknown => {
  const { code, message, details } = toWireError(failure);
  return code === 'internal' ? failure : new TapeError(code, `The catalog is damaged and cannot be rebuilt now. ${message}`, details);
};

/**
 * An engine that mends its catalog. Before each call and after it the catalog must be what this program wrote; where it is not, or a call meets
 * damage, the catalog is put aside (`catalog.db.damaged`), another one is made from the sources that it knew, and the call is made again, once.
 * The note of the engine says so. A damaged database of another kind is its room's own.
 */
export function healing(home: string, open: (failed: Failed) => OpenedOnce): OpenedEngine {
  let mended: string | null = null;
  /** Why what a catalog knew is not all in this one. */
  let unread: string | null = null;
  let reading = false;
  let times = 0;
  let work: Promise<void> | null = null;
  let closed = false;
  const failed: Failed = (failure, what) => {
    if (isOurs(failure)) void heal().catch((more) => console.error(`${what}: ${more.message}`));
    else console.error(`${what}: ${failure instanceof Error ? failure.message : String(failure)}`);
  };
  let now = open(failed);

  const isSound = (): boolean => closed || now.store.soundness(false) === 'sound';
  const isOurs = (failure: unknown): boolean => {
    const damage = damageIn(failure);
    return damage === 'SQLITE_CORRUPT_ROW' || (damage === '' ? !isSound() : now.store.soundness(true) !== 'sound');
  };
  const rebuild = async (): Promise<void> => {
    times += 1;
    // Another process was faster: its catalog is as good as ours would be.
    const replaced = now.store.soundness(false) === 'replaced';
    if (!replaced) now.store.keepPaths();
    await now.engine.close();
    if (closed) return;
    if (!replaced) setAside(home);
    now = open(failed);
    // A process that was faster may have been ended before it had read all.
    if (replaced && !isWaiting(home)) return;
    mended = REBUILT;
    console.error(REBUILT);
    await readAgain();
  };
  /** A terminal asks once, and of everything, so that it waits for the text too. */
  const readAgain = async (): Promise<void> => {
    const { ingest, options } = now.engine;
    reading = isWaiting(home);
    try {
      await reopen(home, (paths) => ingest.open(paths));
      if (options.host === 'terminal') await ingest.idle();
      unread = isWaiting(home) ? `${PART} ${AGAIN}` : null;
    } catch (failure) {
      unread = `${PART} ${toWireError(failure).message} ${AGAIN}`;
      throw failure;
    } finally {
      reading = false;
    }
  };
  const waitFor = (begun: Promise<void>): Promise<void> => {
    work = begun.finally(() => {
      work = null;
    });
    return work;
  };
  const heal = (): Promise<void> =>
    work ??
    waitFor(
      rebuild().catch((failure) => {
        throw cannot(failure);
      }),
    );
  if (now.engine.options.host !== 'terminal') void readAgain().catch((failure) => failed(failure, 'Cannot open again'));
  else if (isWaiting(home)) waitFor(readAgain()).catch((failure) => failed(failure, 'Cannot open again'));

  /** Calls that answer at once still do. */
  const call = (method: Method, input: unknown, context: CallContext): unknown => {
    const run = () => (now.handlers[method] as (input: unknown, context: CallContext) => unknown)(input, context);
    if (work !== null) return work.then(run);
    if (!isSound()) return heal().then(run);
    const before = times;
    const again = async (): Promise<unknown> => {
      if (before === times) await heal();
      else await work;
      if (WRITING.includes(method))
        throw new TapeError('unreadable', `${REBUILT} Check whether your change was made, and repeat it if not.`);
      return await run();
    };
    // What ran while the catalog was put aside answered from it, or failed for that reason alone.
    const checked = (value: unknown): unknown => (before === times && isSound() ? value : again());
    const refused = (failure: unknown): unknown => {
      if (before === times && !isOurs(failure)) throw failure;
      return again();
    };
    try {
      const value = run();
      return value instanceof Promise ? value.then(checked, refused) : checked(value);
    } catch (failure) {
      return refused(failure);
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
      return unread ?? mended ?? now.engine.note ?? (reading ? READING : null);
    },
    mended: async () => void (await work),
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
}
