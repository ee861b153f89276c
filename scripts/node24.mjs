// Every script runs on the Node that comes with the checkout: better-sqlite3 13 crashes below Node 22, and the tests
// run TypeScript as it is. No syntax or import here that Node 18 lacks.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** The program of Node 24 in this checkout, or the one that runs where it is new enough; null where neither is. */
export function nodeProgram() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  const own = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return existsSync(own) ? own : null;
}

/** Resolves where this process already is Node 24; else runs the same command on it and ends with its exit code. */
export async function onNode24() {
  const program = nodeProgram();
  if (program === process.execPath) return;
  if (program === null) {
    console.error(`Tapescope needs Node 24, and this is ${process.versions.node}. Run npm ci first: it brings one.`);
    process.exit(1);
  }
  const child = spawn(program, process.argv.slice(1), { stdio: 'inherit' });
  // Ctrl-C reaches the child by itself, and only the child knows what to put away before it ends.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const code = await new Promise((resolve) => {
    child.on('error', () => resolve(1));
    child.on('exit', (status, signal) => resolve(status ?? 128 + (constants.signals[signal] ?? 0)));
  });
  process.exit(code);
}
