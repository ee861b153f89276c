import type { Engine } from '../engine.ts';
import { previewMerge } from '../store/merge/merge.ts';
import type { Tape } from '../store/types.ts';
import { bring, bringWhole } from './bring.ts';
import { type Acts, type Ran, runLine } from './commands/run.ts';
import type { OpenTapes } from './tapes.ts';
import { discard, fork, forkFolder, reset } from './writes.ts';

interface On {
  tape: Tape;
  /** The tape itself, or of a fork its parent. */
  session: Tape;
}

/** Runs a line on a tape and takes in what it wrote. */
export async function command(engine: Engine, tapes: OpenTapes, { tape, session }: On, line: string): Promise<Ran> {
  const written = new Set<string>();
  let archive: string | null = null;
  let discarded = false;
  const wrote = <T>(done: T, ...folders: string[]): T => {
    for (const folder of [tape.folder, ...folders]) written.add(folder);
    return done;
  };
  const acts: Acts = {
    tape,
    forks: () => session.forks(),
    append: (entries) => wrote(tape.append(entries)),
    handoff: (input) => wrote(tape.handoff(input)),
    fork: (name, at, note) => wrote(fork(tape, name, at, note), forkFolder(tape, name)),
    discard: (name, note) => {
      discarded = true;
      return wrote(discard(tapes, session, name, note), session.folder);
    },
    preview: (options) => previewMerge(session, { ...options, gate: null, head: null }),
    archive: () => {
      archive = wrote(reset(tapes, tape, true));
      return archive;
    },
  };
  const ran = await runLine(acts, line);
  if (written.size > 0) await bring(engine, [...written], archive);
  if (discarded) await bringWhole(engine, session.folder);
  return ran;
}
