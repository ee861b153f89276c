import type { CatalogStore } from '../catalog/open-catalog.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Pool } from '../jobs/pool.ts';
import type { Answer } from './protocol.ts';

export interface TextRunner {
  /** Makes all text searchable that is not yet. Calls while it works are answered by one more round. */
  start(): void;
  /** The same, unless a person cancelled it. */
  goOn(): void;
  /** Ends the work at the next good place until it is started again; structure goes first. */
  pause(): Promise<void>;
  idle(): Promise<void>;
  readonly busy: boolean;
}

/** The second pass. `onText` is told when a round has ended. */
export function createTextRunner(store: CatalogStore, jobs: Jobs, pool: () => Pool<Answer>, onText: () => void): TextRunner {
  let running: Promise<void> | null = null;
  let wanted = false;
  let stop: (() => void) | null = null;
  /** A person cancelled: what is there now is left alone until new sources come. */
  let given = false;
  let halted = false;

  const stopping = {
    stopsBy: (how: (() => void) | null) => {
      stop = how;
    },
    onCancel: () => {
      given = true;
    },
  };

  /** Loaded when there is a round: a command that only looks needs none of it. */
  const round = async (): Promise<void> => {
    const { textRound } = await import('./text-round.ts');
    // Paused or cancelled meanwhile.
    if (halted || given) return;
    if (await textRound({ store, jobs, pool }, stopping)) onText();
  };

  const work = async (): Promise<void> => {
    while (wanted && !given) {
      wanted = false;
      await round();
    }
  };

  const start = (): void => {
    wanted = true;
    given = false;
    halted = false;
    running ??= work()
      .catch((failure) =>
        console.error(`The text could not be made searchable: ${failure instanceof Error ? failure.message : String(failure)}`),
      )
      .finally(() => {
        running = null;
      });
  };

  return {
    start,
    goOn: () => {
      if (!given && running === null) start();
    },
    async pause() {
      wanted = false;
      halted = true;
      stop?.();
      await running;
    },
    async idle() {
      while (running) await running;
    },
    get busy() {
      return running !== null;
    },
  };
}
