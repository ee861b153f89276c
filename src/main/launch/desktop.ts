import { spawn } from 'node:child_process';
import { electronFolder, fetchBinary, findBinary, whyNoWindow } from './electron.ts';

/** A window that ends this soon with an error never came up: a library is missing, or the sandbox is. */
const CAME_UP_AFTER_MS = 10_000;

/** Runs the desktop app. Answers why it did not come up, or null once the person has closed it. */
function run(program: string, root: string, words: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const started = Date.now();
    let stopped = false;
    const child = spawn(program, [root, ...words], { stdio: 'inherit' });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        stopped = true;
        child.kill(signal);
      });
    }
    child.on('error', (failure) => resolve(`Electron did not start (${failure.message})`));
    child.on('exit', (code, signal) => {
      const failed = code !== 0 && !stopped && Date.now() - started < CAME_UP_AFTER_MS;
      resolve(failed ? `Electron ended with ${code ?? signal}` : null);
    });
  });
}

/** Shows the desktop window of the app in `root`. Answers why there is none, as half a sentence, or null once it was closed. */
export async function tryDesktop(root: string, words: readonly string[]): Promise<string | null> {
  const why = whyNoWindow(process.platform, process.env, process.getuid?.());
  if (why !== null) return why;
  const folder = electronFolder(root);
  if (folder === null) return 'Electron is not installed';
  let program = findBinary(folder);
  if (program === null) {
    console.log('Fetching Electron, once. This takes a minute or two.');
    program = await fetchBinary(folder);
  }
  return program === null ? 'Electron could not be fetched' : run(program, root, words);
}
