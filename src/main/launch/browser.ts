import { spawn } from 'node:child_process';
import { type AppServer, serveApp } from '../serve.ts';
import { placeIn, withoutLinks } from '../shell/links.ts';
import { pathsIn } from '../shell/opened-paths.ts';

/** Shows the address in the system's browser, where there is a desktop. If it does not open, the address is printed. */
function openBrowser(url: string): void {
  const { platform, env } = process;
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return;
  const programs: Partial<Record<NodeJS.Platform, string[]>> = { darwin: ['open', url], win32: ['cmd', '/c', 'start', '', url] };
  const [program = '', ...words] = programs[platform] ?? ['xdg-open', url];
  const child = spawn(program, words, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

/** The place that the words ask for, as a hash of the window: that of a link, or the first tape of the files. '' where there is none. */
async function placeOf(server: AppServer, words: readonly string[]): Promise<string> {
  const paths = pathsIn(withoutLinks(words), 0, process.cwd());
  if (paths.length === 0) return placeIn(words) ?? '';
  const { tape, refused } = await server.open(paths);
  for (const { path, reason } of refused) console.error(`${path}: ${reason}`);
  return placeIn(words) ?? (tape === null ? '' : `#/tape/${encodeURIComponent(tape)}`);
}

/** Serves the window until Ctrl-C, and says why: `why` is half a sentence. */
export async function runBrowser(words: readonly string[], why: string): Promise<void> {
  const server = await serveApp({ write: true });
  const url = server.url + (await placeOf(server, words));
  console.log(`Tapescope opens in a browser, because ${why}.`);
  console.log(`Open ${url} in a browser. Ctrl-C ends it.`);
  openBrowser(url);
  const end = () => void server.close().finally(() => process.exit(0));
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}
