import type { ForkRow } from '../../../shared/model/native.ts';
import type { Handlers } from '../../../shared/rpc/contract.ts';
import type { Engine } from '../engine.ts';
import type { Tape } from '../store/types.ts';
import { appendInBatches } from './append.ts';
import { bring, bringWhole, broughtRow } from './bring.ts';
import { command } from './command.ts';
import { judge, merge, preview } from './merge.ts';
import { continueTape, init } from './start.ts';
import { createOpenTapes, idOfFolder } from './tapes.ts';
import { discard, fork, forkFolder, reset } from './writes.ts';

export type NativeMethods = Pick<Handlers, Extract<keyof Handlers, `native.${string}`>>;

export interface NativeCalls {
  handlers: NativeMethods;
  /** Closes the tapes that calls have opened. */
  close(): void;
}

/** Calls about native tapes, for one engine. After each write the catalog has it, and its push tells the windows. */
export function createNativeCalls(engine: Engine): NativeCalls {
  const tapes = createOpenTapes(engine);
  /** The forks of a session with their ids in the catalog. */
  const withTapes = (session: Tape): (ForkRow & { tape: string | null })[] => {
    const known = new Set(engine.catalog.tapes().map(({ id }) => id));
    return session.forks().map((row) => {
      const id = idOfFolder(forkFolder(session, row.name));
      return { ...row, tape: known.has(id) ? id : null };
    });
  };
  const handlers: NativeMethods = {
    'native.init': async ({ root }) => ({ tape: await init(engine, root) }),
    'native.info': ({ tape: id }) => tapes.use(id, (tape) => tape.info()),
    'native.anchors': ({ tape: id }) => tapes.use(id, (tape) => ({ items: tape.anchors() })),
    'native.forks': ({ tape: id }) => tapes.use(id, (_, session) => ({ items: withTapes(session) })),
    'native.append': ({ tape: id, entries }) =>
      tapes.write(id, async (tape) => {
        try {
          return await appendInBatches(tape, entries);
        } finally {
          await bring(engine, [tape.folder]);
        }
      }),
    'native.handoff': ({ tape: id, ...input }) =>
      tapes.write(id, async (tape) => {
        const appended = tape.handoff(input);
        await bring(engine, [tape.folder]);
        return appended;
      }),
    'native.fork': ({ tape: id, name, at, note }) =>
      tapes.write(id, async (tape) => {
        const row = fork(tape, name, at, note);
        await bring(engine, [tape.folder]);
        return { tape: await broughtRow(engine, forkFolder(tape, row.name)), fork: row };
      }),
    'native.preview': ({ tape: id, ...options }) => tapes.use(id, (_, session) => preview(session, options)),
    'native.judge': ({ tape: id, ...options }, { signal }) => tapes.use(id, (_, session) => judge(session, options, signal)),
    'native.merge': ({ tape: id, ...options }, { signal }) =>
      tapes.write(id, async (_, session) => {
        const merged = await merge(session, options, signal);
        // The forks too: they are closed now.
        await bring(engine, [session.folder, ...options.names.map((name) => forkFolder(session, name))]);
        return merged;
      }),
    'native.discard': ({ tape: id, name, note }) =>
      tapes.write(id, async (_, session) => {
        const archive = discard(tapes, session, name, note);
        await bringWhole(engine, session.folder);
        return { archive };
      }),
    'native.reset': ({ tape: id, archive }) =>
      tapes.write(id, async (tape) => {
        const place = reset(tapes, tape, archive);
        await bring(engine, [tape.folder], place);
        return { archive: place };
      }),
    'native.continue': async ({ tape, seq }) => ({ tape: await continueTape(engine, tape, seq) }),
    'native.command': ({ tape: id, line }) => tapes.write(id, (tape, session) => command(engine, tapes, { tape, session }, line)),
  };
  return { handlers, close: tapes.close };
}
