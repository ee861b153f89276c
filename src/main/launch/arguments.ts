import { TapeError } from '../../shared/rpc/tape-error.ts';

/** What `tapescope` was asked for; `words` are paths and links. */
export type Asked =
  | { show: 'help' }
  | { show: 'version' }
  | { show: 'completion'; shell: string }
  | { show: 'offers'; last: string }
  | { show: 'window'; browser: boolean; words: string[] };

export const HELP = `Usage: tapescope [OPTIONS] [FILE…]
       tapescope completion bash|zsh|fish

Opens the window of Tapescope on each FILE: a log, a tape, a folder of them, or
a tapescope:// link to a place. Where there is no Electron or no display, the
same window opens in a browser, on this machine only. The second form prints
what a shell has to run to complete what you type:
  eval "$(tapescope completion bash)"

Options:
  --browser   open in a browser in any case
  --version   print the version
  -h, --help  print this help

Electron draws the window: npm install -g electron brings it. TAPESCOPE_HOME
names the folder of the catalog (default: ~/.tapescope). For the terminal there
are tape and float: see tape --help and float --help.

Example:
  tapescope session.jsonl
      opens the window on this session`;

const ABOUT: Readonly<Record<string, string>> = {
  '--browser': 'open in a browser in any case',
  '--version': 'print the version',
  '--help': 'print the help',
};
const OPTIONS = [...Object.keys(ABOUT), '-h'];

/** What could be in the place of the last word, a line each, with a few words about it; files are the shell's own to complete. */
export function offersFor(last: string): string[] {
  return Object.entries(ABOUT).flatMap(([option, about]) => (last !== '' && option.startsWith(last) ? [`${option}\t${about}`] : []));
}

/** Reads the words after `tapescope`. Throws TapeError('bad-input') with one sentence where there is no such option. */
export function readWords(given: readonly string[]): Asked {
  const [first, shell] = given;
  if (first === '__complete') return { show: 'offers', last: given.at(-1) ?? '' };
  if (first === 'completion' && given.length === 2) return { show: 'completion', shell: shell ?? '' };
  const options = given.filter((word) => word.startsWith('-'));
  const wrong = options.find((word) => !OPTIONS.includes(word));
  if (wrong !== undefined) throw new TapeError('bad-input', `There is no option ${JSON.stringify(wrong)}. See tapescope --help.`);
  if (options.includes('--help') || options.includes('-h')) return { show: 'help' };
  if (options.includes('--version')) return { show: 'version' };
  return { show: 'window', browser: options.includes('--browser'), words: given.filter((word) => !word.startsWith('-')) };
}
