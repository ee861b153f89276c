import type { Tape } from '../store/types.ts';
import type { Acts } from './commands/run.ts';

/** What a line may do to a tape that its caller has opened. `moved` gets the folder in which something moved to the archive: the catalog has to forget it. */
export async function actsOn(tape: Tape, moved: { folder: string }): Promise<Acts> {
  const { forkTape } = await import('../store/fork.ts');
  const { discardFork } = await import('../store/discard.ts');
  const { resetTape } = await import('../store/reset.ts');
  const { previewMerge } = await import('../store/merge/merge.ts');
  return {
    tape,
    forks: () => tape.forks(),
    append: (entries) => tape.append(entries),
    handoff: (input) => tape.handoff(input),
    fork: (name, at, note) => forkTape(tape, { name, ...(at !== undefined && { at }), ...(note !== undefined && { note }) }),
    discard: (name, note) => {
      moved.folder = tape.folder;
      return discardFork(tape, { name, ...(note !== undefined && { note }) }).archive;
    },
    preview: (options) => previewMerge(tape, { ...options, gate: null, head: null }),
    archive: () => {
      moved.folder = tape.folder;
      return resetTape(tape, { archive: true }).archive;
    },
  };
}
