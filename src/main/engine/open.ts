import { mkdirSync } from 'node:fs';
import type { Handlers, Push, Settings } from '../../shared/rpc/contract.ts';
import { appMethods } from './app/methods.ts';
import { loadSettings, storeSettings } from './app/settings.ts';
import { catalogMethods } from './catalog/methods.ts';
import { openCatalog } from './catalog/open-catalog.ts';
import { watchFolder } from './disk/notices.ts';
import type { Engine, EngineOptions } from './engine.ts';
import { entryMethods } from './entries/methods.ts';
import { floatMethods } from './float-calls/methods.ts';
import { refMethods } from './graph/ref-methods.ts';
import { type Failed, healing, type OpenedEngine, type OpenedOnce } from './healing.ts';
import { linksIn } from './hooks/links.ts';
import { createIngest } from './ingest/create-ingest.ts';
import { ingestMethods } from './ingest/methods.ts';
import { lazily } from './lazily.ts';
import { nativeMethods } from './native-calls/methods.ts';
import { policyMethods, withNames } from './policies/methods.ts';
import { lazyRooms } from './rooms.ts';
import type { RunCalls } from './run-calls/methods.ts';
import { viewMethods } from './views/methods.ts';

const createPushes = () => {
  const listeners = new Set<(push: Push) => void>();
  return {
    emit: (push: Push) => {
      for (const listener of listeners) listener(push);
    },
    subscribe: (listener: (push: Push) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};

/** Whether another folder is to be looked into. */
const isElsewhere = (a: Settings, b: Settings): boolean => a.tapeHome !== b.tapeHome || JSON.stringify(a.logs) !== JSON.stringify(b.logs);

/**
 * Opens everything below the RPC door. A terminal looks only at what it is asked for; a window or a browser host also
 * takes in the folders of the settings and follows them.
 */
export async function openEngine(options: EngineOptions): Promise<OpenedEngine> {
  const pushes = createPushes();
  return healing(options.home, (failed) => openOnce(options, pushes, failed));
}

/** Takes what hooks in the shell leave for as long as this is open. A terminal loads none of it. */
const watchSpool = async (home: string) => {
  const { makeSpool, spoolIn, takeSpool } = await import('./hooks/spool.ts');
  const take = (): void => {
    for (const sentence of takeSpool(home)) console.error(sentence);
  };
  makeSpool(home);
  take();
  return watchFolder(spoolIn(home), (name) => !name?.startsWith('.'), take);
};

/** What other processes tell by files in our folder: readers their annotations, hooks what agents do. */
const watchHome = (home: string, emit: (push: Push) => void) => {
  const links = linksIn(home);
  mkdirSync(links, { recursive: true });
  return [
    watchFolder(
      home,
      (name) => name?.startsWith('annotations.db') === true,
      () => emit({ type: 'annotations', tape: null }),
    ),
    watchFolder(
      links,
      () => true,
      () => emit({ type: 'agents' }),
    ),
  ];
};

/** `failed` is told what ended work that nobody waits for. */
const openOnce = (options: EngineOptions, pushes: ReturnType<typeof createPushes>, failed: Failed): OpenedOnce => {
  let settings = loadSettings(options.home);
  const store = openCatalog(options.home);
  const follow = options.host !== 'terminal';
  const ingest = createIngest({ home: options.home, store, onPush: pushes.emit, follow, mend: !options.readOnly });
  if (follow && store.note) console.error(store.note);
  const look = async () => {
    const { foundIn } = await import('./formats/rows.ts');
    await ingest.watch(foundIn({ settings }), [settings.tapeHome]);
  };
  const watch = () => {
    if (follow) void look().catch((failure) => failed(failure, 'Cannot follow the log folders'));
  };
  const engine: Engine = {
    options,
    catalog: store.catalog,
    ingest,
    note: store.note,
    mended: async () => {},
    settings: () => settings,
    saveSettings(change) {
      const before = settings;
      settings = { ...settings, ...change };
      storeSettings(options.home, settings);
      if (isElsewhere(before, settings)) watch();
      return settings;
    },
    subscribe: pushes.subscribe,
    async close() {
      for (const one of watched) one.close();
      (await spool)?.close();
      await float.close();
      await (await runs)?.close();
      await native.close();
      await ingest.close();
      store.close();
    },
  };
  const native = nativeMethods(engine);
  let runs: Promise<RunCalls> | null = null;
  const watched = follow ? watchHome(options.home, pushes.emit) : [];
  const spool = follow ? watchSpool(options.home).catch((failure) => failed(failure, 'Cannot take what hooks of agents left')) : null;
  const float = floatMethods(engine, pushes.emit);
  watch();
  const rooms = lazyRooms(engine, pushes.emit);
  const others = {
    ...appMethods(engine),
    ...catalogMethods(engine, follow ? ingest.catchUpText : undefined),
    ...ingestMethods(engine),
    ...viewMethods(engine, rooms['memory.query']),
    ...entryMethods(engine),
    ...refMethods(engine),
    ...rooms,
    ...lazily(['annotations.list', 'annotations.set', 'annotations.remove'], async () =>
      (await import('./annotations/methods.ts')).annotationMethods(engine, pushes.emit),
    ),
    ...native.handlers,
    ...float.handlers,
  };
  const comma = lazily(['tapes.command'], async () => (await import('./native-calls/commands/run-log.ts')).commaMethods(engine, others));
  const loadRuns = async () => {
    runs ??= import('./run-calls/methods.ts').then(({ createRunCalls }) =>
      createRunCalls({ engine, others, env: process.env, tell: (run) => pushes.emit({ type: 'run', run }) }),
    );
    return (await runs).handlers;
  };
  const run = lazily(['runs.setup', 'runs.start', 'runs.answer', 'runs.stop', 'runs.forget', 'runs.preview'], loadRuns);
  const report = lazily(['report.review', 'report.make', 'report.page'], async () =>
    (await import('./report/methods.ts')).reportMethods(engine, others),
  );
  const handlers: Handlers = withNames(engine, { ...others, ...comma, ...run, ...policyMethods(engine), ...report });
  return { engine, handlers, store };
};
