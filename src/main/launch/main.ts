import { toWireError } from '../../shared/rpc/tape-error.ts';
import { exitCodeOf } from '../cli/exit.ts';
import { version } from '../engine/app/version.ts';
import { appRoot } from '../places.ts';
import { HELP, offersFor, readWords } from './arguments.ts';

async function show(given: readonly string[]): Promise<void> {
  const asked = readWords(given);
  if (asked.show === 'help') return console.log(HELP);
  if (asked.show === 'version') return console.log(version);
  if (asked.show === 'offers') return offersFor(asked.last).forEach((line) => void console.log(line));
  if (asked.show === 'completion') {
    const { completionFor } = await import('../cli/completion-scripts.ts');
    return console.log(completionFor(asked.shell, 'tapescope'));
  }
  const { tryDesktop } = await import('./desktop.ts');
  const why = asked.browser ? '--browser was given' : await tryDesktop(appRoot(), asked.words);
  if (why !== null) await (await import('./browser.ts')).runBrowser(asked.words, why);
}

/** Shows the window, and sets the exit code where it cannot. Nothing is thrown: a failure is one sentence on stderr. */
export async function main(given: readonly string[]): Promise<void> {
  try {
    await show(given);
  } catch (thrown) {
    const { code, message } = toWireError(thrown);
    console.error(`tapescope: ${message}`);
    process.exitCode = exitCodeOf(code);
  }
}
