import { setImmediate } from 'node:timers/promises';
import type { Appended, AppendInput, ForkRow, Merged, MergeOptions, MergePreview, Verdict } from '../../../shared/model/native.ts';
import { parsePolicy } from '../../../shared/model/policy.ts';
import type { Handlers, Signal } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Engine } from '../engine.ts';
import { GATE_TIMEOUT_MS } from '../store/merge/gate.ts';
import { mergeForks, previewMerge } from '../store/merge/merge.ts';
import { readConfig } from '../store/places.ts';
import type { Gate, Tape } from '../store/types.ts';
import { bring, bringWhole, broughtRow } from './bring.ts';
import { command } from './command.ts';
import { whenFree } from './free.ts';
import { previewWithNext } from './next-previews.ts';
import { continueTape, init } from './start.ts';
import { createOpenTapes, idOfFolder } from './tapes.ts';
import { discard, fork, forkFolder, reset } from './writes.ts';

/** The command that judges merges: only what the workspace's own config names, never what came with a call. Throws 'refused' for none. */
const gateOf = (tape: Tape): Gate => {
  const { gate } = readConfig(tape.workspace.folder);
  if (gate !== undefined) return { words: gate, timeoutMs: GATE_TIMEOUT_MS };
  throw new TapeError('refused', `${tape.workspace.folder}/config.json names no gate: put the words of a command under "gate".`);
};

/** The signal of a call as the one that Node's own functions know. */
const aborted = (signal: Signal): AbortSignal => {
  const controller = new AbortController();
  if (signal.aborted) controller.abort();
  else signal.addEventListener('abort', () => controller.abort(), { once: true });
  return controller.signal;
};

function preview(tape: Tape, { policy, ...options }: MergeOptions & { policy?: string | undefined }): Promise<MergePreview> {
  return previewWithNext(tape, { ...options, gate: null, head: null }, parsePolicy(policy ?? 'as-recorded'));
}

async function judge(tape: Tape, options: MergeOptions, signal: Signal): Promise<Verdict> {
  const { verdict, conflicts } = await previewMerge(tape, { ...options, gate: gateOf(tape), head: null }, aborted(signal));
  if (verdict !== null) return verdict;
  throw new TapeError(
    'refused',
    `${conflicts[0]?.sentence ?? 'There are conflicts.'} Settle the conflicts first: there is no union to judge yet.`,
  );
}

/** `head` is the parent's last entry that the person has seen. */
function merge(tape: Tape, options: MergeOptions & { gate: boolean; head: number }, signal: Signal): Promise<Merged> {
  return mergeForks(tape, { ...options, gate: options.gate ? gateOf(tape) : null }, aborted(signal));
}

/** Entries that are written in one go: other calls get their turn in between. */
const BATCH = 500;

/**
 * Appends many entries, batch by batch, each of them durable when it is done. Where a later batch is refused, the error says what was
 * appended before it, and `details.ids` lists it.
 */
async function appendInBatches(tape: Tape, entries: readonly AppendInput[]): Promise<Appended> {
  const done: Appended = { ids: [], notes: [] };
  for (let from = 0; from < entries.length; from += BATCH) {
    if (from > 0) {
      await setImmediate();
      await whenFree(tape);
    }
    try {
      const { ids, notes } = tape.append(entries.slice(from, from + BATCH));
      done.ids.push(...ids);
      done.notes.push(...notes);
    } catch (failure) {
      throw done.ids.length === 0 ? failure : withDone(failure, done.ids);
    }
  }
  return done;
}

const withDone = (failure: unknown, ids: readonly number[]): unknown => {
  if (!(failure instanceof TapeError)) return failure;
  const said = `${failure.message} The ${ids.length} entries before it were appended, ${ids[0]} to ${ids.at(-1)}.`;
  return new TapeError(failure.code, said, { ...failure.details, ids });
};

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
