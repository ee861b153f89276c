// Prints this many numbered lines at once as an answer of the terminal, when a line comes in on stdin, and says so on stderr.
import { once } from 'node:events';
import { createTerminal } from '../terminal.ts';

const terminal = createTerminal('tape');
const lines = Array.from({ length: Number(process.argv[2]) }, (_, at) => `line ${at} of an answer that is longer than a pipe holds`);
await once(process.stdin, 'data');
process.stdin.destroy();
terminal.print(lines);
process.stderr.write('printed');
