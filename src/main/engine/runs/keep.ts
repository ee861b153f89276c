import { randomUUID } from 'node:crypto';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { createKeeper, type Lost } from '../captures/keeper.ts';
import type { End } from '../captures/lines.ts';
import { newRun, OF_RUN, REQUESTS } from '../captures/runs.ts';

/** A request that was sent, and what is to be said of its answer. */
export interface KeptRequest {
  answered(answer: { status: number; headers: Headers; firstByteMs: number; end: End; body: Buffer }): void;
}

export interface RunKeeper {
  /** Keeps a request before it is sent; `run` is its key. Credentials are kept neither of the headers nor of the bodies. */
  asked(url: string, headers: Record<string, string>, body: string, run?: string): KeptRequest;
  /** Where it keeps them; null before the first one. */
  folder(): string | null;
  close(): Lost;
}

interface Kept {
  program?: string;
  /** That the requests are known by; without it one of its own. */
  session?: string;
  /** Folder or file of the tape that they belong to. */
  tape?: string;
}

/** Keeps what a run sends and receives, as it was, among the captures. The folder is made with the first request. */
export function keepRun(
  captures: string,
  cwd: string,
  { program = 'tape run', session = `${OF_RUN}${randomUUID()}`, tape }: Kept = {},
): RunKeeper {
  const open = () => {
    const { folder, first } = newRun(captures, { agent: null, program, cwd, changes: [], way: 'run', ...(tape !== undefined && { tape }) });
    const keeper = createKeeper(openSync(join(folder, REQUESTS), 'ax', 0o600));
    keeper.keep(first);
    place = folder;
    return keeper;
  };
  let place: string | null = null;
  let keeper: ReturnType<typeof open> | null = null;
  let count = 0;
  return {
    asked(url, headers, body, run) {
      const keep = keeper ?? open();
      keeper = keep;
      count += 1;
      const began = performance.now();
      const join = { thread_id: session, ...(run !== undefined && { run_id: run }) };
      const asked = { id: count, at: new Date().toISOString(), method: 'POST', url, headers: Object.entries(headers).flat(), join };
      keep.asked(asked, Buffer.from(body));
      return {
        answered: ({ headers: received, body: bytes, ...answer }) =>
          keep.answered(asked, { ...answer, ms: Math.round(performance.now() - began), headers: [...received].flat() }, bytes),
      };
    },
    folder: () => place,
    close() {
      keeper?.close();
      return keeper?.lost() ?? { lines: 0, why: null };
    },
  };
}
