// `npm start`: the desktop window, or where there can be none, the same app in a browser. It never just fails.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, isBuilt } from './build.mjs';
import { fetchElectron, findElectron, whyNoWindow } from './electron.mjs';
import { onNode24, root } from './node24.mjs';

await onNode24();

const given = process.argv.slice(2);
const wantsBrowser = given.includes('--browser');
const words = given.filter((word) => word !== '--browser');

if (!isBuilt(root)) {
  const { status, output } = build(root);
  if (status !== 0) {
    console.error(output);
    console.error('Tapescope could not be built. What went wrong stands above.');
    process.exit(1);
  }
}

/** A window that ends this soon with an error never came up: a library is missing, or the sandbox is. */
const CAME_UP_AFTER_MS = 10_000;

/** Runs the desktop app. Answers why it did not come up, or null once the person has closed it. */
const runDesktop = (program) =>
  new Promise((resolve) => {
    const started = Date.now();
    let stopped = false;
    const child = spawn(program, [root, ...words], { stdio: 'inherit' });
    for (const signal of ['SIGINT', 'SIGTERM']) {
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

/** Answers why there is no window, as half a sentence, or null where there was one. */
const tryDesktop = async () => {
  if (wantsBrowser) return 'it was asked for';
  const why = whyNoWindow(process.platform, process.env, process.getuid?.());
  if (why !== null) return why;
  let program = findElectron(root);
  if (program === null) {
    console.log('Fetching Electron, once. This takes a minute or two.');
    program = await fetchElectron(root);
  }
  return program === null ? 'Electron could not be fetched' : runDesktop(program);
};

/** Shows the address in the system's browser, where there is a desktop. If it does not open, the address is printed. */
const openBrowser = (url) => {
  const { platform, env } = process;
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return;
  const [program, ...arguments_] = { darwin: ['open', url], win32: ['cmd', '/c', 'start', '', url] }[platform] ?? ['xdg-open', url];
  const child = spawn(program, arguments_, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
};

const runBrowser = async (why) => {
  const { serveApp } = await import(pathToFileURL(join(root, 'out/main/serve.js')).href);
  const server = await serveApp({ write: true });
  console.log(`Tapescope opens in a browser instead of a window, since ${why}.`);
  console.log(`Open ${server.url} and end it with Ctrl-C.`);
  openBrowser(server.url);
  const end = () => void server.close().finally(() => process.exit(0));
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
};

const why = await tryDesktop();
if (why !== null) await runBrowser(why);
