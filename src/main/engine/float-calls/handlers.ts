import { statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import type { Handlers, Push, Signal } from '../../../shared/rpc/contract.ts';
import { TapeError, toWireError } from '../../../shared/rpc/tape-error.ts';
import type { Engine } from '../engine.ts';
import { describeFolder, link, setScope, unlink } from '../float/edit.ts';
import type { Float } from '../float/float.ts';
import { floatStatus, getFolder, listFolders, listReferences } from '../float/folders.ts';
import { initFloat } from '../float/init.ts';
import { addDecision, decisionsOf, listDecisions } from '../float/log.ts';
import { folderPath } from '../float/paths.ts';
import type { WatchProgress } from '../float/watch.ts';
import { createToldJob } from '../jobs/job-progress.ts';
import { buildsOf, contextNow, diffBuilds } from './contexts.ts';
import { graphOf, wouldRebuildOf } from './graph.ts';
import { createKnownRoots } from './known.ts';
import { createProjects } from './projects.ts';
import { findReads, judgeReads } from './reads.ts';
import { createFloatThreads } from './thread.ts';
import { createWatchers } from './watchers.ts';
import { type Answers, doWork, type Told, type Work } from './work.ts';

export type FloatMethods = Pick<Handlers, Extract<keyof Handlers, `float.${string}`>>;

export interface FloatCalls {
  handlers: FloatMethods;
  /** Stops what is watched and closes what is open. */
  close(): Promise<void>;
}

/** The last part of a project's path, for a job's title. */
const nameOf = (root: string): string => root.split(/[\\/]/).filter(Boolean).at(-1) ?? root;

const TITLES: Record<Work['type'], string> = { scan: 'Scanning', build: 'Building', generate: 'Describing', validate: 'Checking' };

const UNITS = { scan: 'files', build: 'folders' } as const;

/** Only the fields that a caller gave: an absent text stays as it is. */
const given = <Texts extends object>(texts: Texts): { [Name in keyof Texts]: Exclude<Texts[Name], undefined> } =>
  // The compiler does not follow that no value is left undefined.
  Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Texts]: Exclude<Texts[Name], undefined>;
  };

/** Calls about context files, for one engine. Each change is pushed to the windows. */
export function createFloatCalls(engine: Engine, emit: (push: Push) => void): FloatCalls {
  const { readOnly, host, home } = engine.options;
  const projects = createProjects(readOnly);
  const threads = host === 'terminal' ? null : createFloatThreads(readOnly, home);
  const known = createKnownRoots(engine);
  const changed = (root: string): void => emit({ type: 'float', root });
  const toldJob = (title: string, signal: Signal) => {
    const job = createToldJob(engine.ingest, { phase: 'float', tape: null }, signal);
    return { ...job, progress: (told: Told): void => job.progress({ title, ...told }) };
  };
  const watchers = createWatchers({
    changed,
    job: (root) => {
      const job = createToldJob(engine.ingest, { phase: 'float', tape: null }, new AbortController().signal);
      const progress = ({ work, done, total }: WatchProgress): void =>
        job.progress({ title: `Watching ${nameOf(root)}: ${TITLES[work].toLowerCase()}`, unit: UNITS[work], done, total });
      return { ...job, progress };
    },
  });

  const use = <T>(root: string, work: (float: Float) => T | Promise<T>): Promise<T> => projects.use(root, work);
  const write = async <T>(root: string, work: (float: Float) => T | Promise<T>): Promise<T> => {
    const answer = await use(root, work);
    changed(root);
    return answer;
  };
  /** Long work: in a thread, told as a job, cancelled with the call or the job. */
  const long = async <Type extends Work['type']>(
    root: string,
    work: Extract<Work, { type: Type }>,
    signal: Signal,
  ): Promise<Answers[Type]> => {
    const job = toldJob(`${TITLES[work.type]} ${nameOf(root)}`, signal);
    try {
      // Opened here first: what cannot be opened says so without a thread.
      const answer = await use(root, (float) => (threads ? threads.run(float.root, work, job) : doWork(float, work, job)));
      job.end();
      // The compiler does not follow that this kind of work comes to that kind of answer.
      return answer as Answers[Type];
    } catch (failure) {
      job.end(toWireError(failure).message);
      throw failure;
    } finally {
      if (work.type !== 'validate') changed(root);
    }
  };

  const handlers: FloatMethods = {
    'float.projects': async () => ({ items: await known.list() }),
    'float.open': async ({ root: named }) => {
      const root = isAbsolute(named) ? resolve(named) : named;
      requireFolder(root);
      known.remember(root);
      return { root };
    },
    'float.init': async ({ root }) => {
      requireFolder(root);
      initFloat(root);
      known.remember(root);
      return write(root, floatStatus);
    },
    'float.status': async ({ root }) => {
      const status = await use(root, floatStatus);
      known.remember(root);
      return { ...status, ...watchers.state(root) };
    },
    'float.folders': ({ root }) =>
      use(root, (float) => ({ items: listFolders(float).map((folder) => ({ ...folder, content: null, boot: null })) })),
    'float.folder': ({ root, path }) =>
      use(root, (float) => {
        const folder = getFolder(float, path);
        const references = listReferences(float, path);
        return {
          folder,
          references: references.filter(({ from }) => from === folder.path),
          referrers: references.filter(({ to }) => to === folder.path),
        };
      }),
    'float.context': ({ root, path, tier }) => use(root, (float) => contextNow(float, path, tier)),
    'float.scan': ({ root }, { signal }) => long(root, { type: 'scan' }, signal),
    'float.generate': ({ root, stale }, { signal }) => long(root, { type: 'generate', stale }, signal),
    'float.build': ({ root, path, tier, stale }, { signal }) => long(root, { type: 'build', path, tier, stale }, signal),
    'float.watch': async ({ root, on }) => {
      await use(root, () => undefined);
      if (on) await watchers.start(root);
      else await watchers.stop(root);
      changed(root);
      return { watching: watchers.state(root).watching };
    },
    'float.validate': async ({ root }, { signal }) => ({ items: await long(root, { type: 'validate' }, signal) }),
    'float.decisions': ({ root, path }) =>
      use(root, (float) => ({
        items: path === undefined ? listDecisions(float, { limit: MOST_DECISIONS }) : decisionsOf(float.db, folderPath(path)),
      })),
    'float.decide': ({ root, path, status, ...decision }) => {
      if (status === 'superseded')
        throw new TapeError('bad-input', 'A decision is superseded by another one: name it there as what it supersedes.');
      return write(root, (float) => ({ entry: addDecision(float, { folder: path, status, ...given(decision) }).entry }));
    },
    'float.describe': ({ root, path, ...texts }) =>
      write(root, (float) => {
        describeFolder(float, path, { ...given(texts), by: 'person' });
        return { folder: getFolder(float, path) };
      }),
    'float.scope': ({ root, path, boot }) =>
      write(root, (float) => {
        setScope(float, path, boot !== null, boot);
        return { folder: getFolder(float, path) };
      }),
    'float.link': ({ root, from, to, why }) =>
      write(root, (float) => {
        link(float, from, to, why ?? null);
        const [source, target] = [folderPath(from), folderPath(to)];
        const reference = listReferences(float, source).find((one) => one.from === source && one.to === target && one.origin === 'given');
        if (reference === undefined) throw new Error(`no reference from ${source} to ${target} after it was made`);
        return { reference };
      }),
    'float.unlink': ({ root, from, to }) =>
      write(root, (float) => {
        unlink(float, from, to);
        return { removed: true };
      }),
    'float.graph': ({ root, path, tier }) => use(root, (float) => graphOf(float, path, tier)),
    'float.wouldRebuild': ({ root, change }) => use(root, (float) => ({ paths: wouldRebuildOf(float, change) })),
    'float.builds': ({ root, path, tier, limit }) => use(root, (float) => buildsOf(float, path, tier, limit)),
    'float.diff': ({ root, path, tier, a, b }) => use(root, (float) => diffBuilds(float, path, tier, [a, b])),
    'float.reads': async ({ tape: id, from }, { signal }) => {
      const tape = engine.catalog.tape(id);
      const { found, upTo } = await (threads?.reads(tape.id, from, signal) ?? findReads(engine.catalog, tape, from, () => signal.aborted));
      return { items: await judgeReads({ use, roots: known.list }, tape, found), upTo };
    },
    // A terminal has no list to look through.
    'float.readers': async ({ root }, { signal }) => ({ tapes: (await threads?.readers(root, signal)) ?? [] }),
  };
  return {
    handlers,
    async close() {
      await watchers.close();
      await threads?.close();
      projects.close();
    },
  };
}

const MOST_DECISIONS = 10_000;

/** A project is a folder of this machine that is there: nothing is made out of a slip. */
const requireFolder = (root: string): void => {
  if (resolve(root) !== root) throw new TapeError('bad-input', `A project is named by its whole path, not ${root}.`);
  if (statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true) throw new TapeError('not-found', `There is no folder ${root}.`);
};
