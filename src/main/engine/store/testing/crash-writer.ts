// A process that a test ends with kill -9: `node crash-writer.ts FOLDER SEED`. On a line from its input it opens the main tape and writes
// to it in every way there is, until it is ended. What was acknowledged goes to its output at once: one line of ids for each write.
import { readSync, writeSync } from 'node:fs';
import type { AppendInput } from '../../../../shared/model/native.ts';
import { openTape } from '../open-tape.ts';
import { workspaceAt } from '../places.ts';
import type { Tape } from '../types.ts';

// Without a seed it only loads its modules and ends, which leaves them compiled for those that cannot end well.
const [folder = '', seed] = process.argv.slice(2);
let state = Number(seed ?? 1);

/** A small generator of its own, so that a round can be told again from its seed. */
const below = (limit: number): number => {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return (state >>> 8) % limit;
};

const KINDS = ['message', 'tool_call', 'tool_result', 'event', 'error', 'system'];

const entry = (words: number): AppendInput => ({
  kind: KINDS[below(KINDS.length)] ?? 'message',
  payload: { text: 'lighthouse '.repeat(1 + below(words)) },
});

const write = (tape: Tape): number[] => {
  const choice = below(10);
  if (choice === 0) return tape.handoff({ name: `phase-${below(4)}`, summary: 'on it goes' }).ids;
  if (choice === 1) return tape.append([{ ...entry(20), anchor: 'session/start' }]).ids;
  if (choice < 4) return tape.append(Array.from({ length: 1 + below(20) }, () => entry(60))).ids;
  return tape.append([entry(20)]).ids;
};

writeSync(1, 'ready\n');
if (seed === undefined) process.exit();
readSync(0, Buffer.alloc(16));
const tape = openTape(workspaceAt(folder), { session: 'main', fork: null });
for (;;) writeSync(1, `${write(tape).join(' ')}\n`);
