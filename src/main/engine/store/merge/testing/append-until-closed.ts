// Run as a process of its own: appends to a fork, one entry after the other, until the fork is closed; says each id that it was given.
import { writeSync } from 'node:fs';
import { openTape } from '../../open-tape.ts';
import { workspaceAt } from '../../places.ts';

const [folder = '', fork = ''] = process.argv.slice(2);
const pause = new Int32Array(new SharedArrayBuffer(4));
const tape = openTape(workspaceAt(folder), { session: 'main', fork });
try {
  for (;;) {
    const { ids } = tape.append([{ payload: { role: 'user', content: `by ${process.pid}` } }]);
    writeSync(1, `${ids[0]}\n`);
    // Whoever asks again at once lets nobody else in for a while.
    Atomics.wait(pause, 0, 0, 3);
  }
} catch (error) {
  writeSync(1, `${error instanceof Error && 'code' in error ? error.code : String(error)}\n`);
} finally {
  tape.close();
}
