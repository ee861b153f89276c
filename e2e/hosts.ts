import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, test as base, type ElectronApplication, _electron as electron, type Page } from '@playwright/test';
import { CHROMIUM_ARGS } from '../scripts/chromium.mjs';
import { type ModelServer, type Received, type Scripted, startModel } from '../src/main/engine/runs/testing/scripted-model.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';
import { launchChromium } from './stand-in/chromium.ts';

export type HostKind = 'stand-in' | 'electron' | 'browser';

/**
 * What the page and the engine decide by themselves: colours, contrast, what fits; the views of another agent, a dialog, a branch of a flow
 * that another spec takes on each host. Asked on one host, since each runs the same page in the same kind of engine and hands its calls to the
 * same dispatch. What a host decides is asked on each: its transport with pushes and failures, links, files, clipboard, downloads, dialogs, menus.
 */
export const PAGE_ONLY = { tag: '@page' };

export interface HostOptions {
  kind: HostKind;
}

/** A running Tapescope with its window, whatever it runs in. */
export interface Host {
  readonly kind: HostKind;
  readonly page: Page;
  readonly sandbox: Sandbox;
  /** The main process on the desktop; null in a browser. */
  readonly app: ElectronApplication | null;
  /** What the page wrote to its console as an error, or threw. */
  readonly complaints: string[];
}

const root = join(import.meta.dirname, '..');

const chromePath = (): string => {
  const program = process.env.CHROME_PATH;
  if (!program) throw new Error('Run the specs with npm run test:e2e: it finds a Chromium for them.');
  return program;
};

/** Ends what waits for a window or an element in vain, and nothing else: a machine that does eight other things takes ten times as long. */
const WITHIN_MS = 60_000;

const launchDesktop = (sandbox: Sandbox, words: readonly string[]): Promise<ElectronApplication> =>
  electron.launch({ args: [root, ...words], cwd: sandbox.folder, colorScheme: null, env: sandbox.env, timeout: WITHIN_MS });

/** Starts `npm start`'s own script for a browser and reads the address from what it prints. */
const startServer = async (sandbox: Sandbox): Promise<{ child: ChildProcess; url: string }> => {
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...env } = sandbox.env;
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs'), '--browser'], {
    cwd: sandbox.folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The browser host ended with ${code}.`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const address = /http:\/\/\S+/.exec(line)?.[0];
      if (address !== undefined) resolve(address);
    });
  });
  return { child, url };
};

/** Once the process is gone, however it went. */
export function ended(child: ChildProcess): Promise<unknown> {
  return child.exitCode === null && child.signalCode === null ? new Promise((resolve) => child.once('exit', resolve)) : Promise.resolve();
}

const listen = (page: Page): string[] => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
};

type Use = (host: Host) => Promise<void>;

const withDesktop = async (kind: HostKind, sandbox: Sandbox, words: readonly string[], use: Use): Promise<void> => {
  const app = await launchDesktop(sandbox, words);
  const page = await app.firstWindow({ timeout: WITHIN_MS });
  page.setDefaultTimeout(WITHIN_MS);
  await use({ kind, page, sandbox, app, complaints: listen(page) });
  await app.close();
};

const withBrowser = async (browser: Browser, sandbox: Sandbox, hasTouch: boolean, use: Use): Promise<void> => {
  const { child, url } = await startServer(sandbox);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, hasTouch });
  const page = await context.newPage();
  page.setDefaultTimeout(WITHIN_MS);
  const complaints = listen(page);
  await page.goto(url);
  await use({ kind: 'browser', page, sandbox, app: null, complaints });
  await context.close();
  child.kill('SIGTERM');
  await ended(child);
};

/** Files that are on the disk before Tapescope starts: path below the home folder → lines. */
export type Files = Record<string, readonly string[]>;

/** What a model answers, one request after the other. Not a list by itself, which a runner takes for an option with its settings. */
export interface Script {
  answers: readonly Scripted[];
  /** By what it received, where that decides. */
  answer?: (received: Received, number: number) => Scripted;
}

/**
 * `host` is a Tapescope that was just started with an empty home of its own, on the host of the project. A spec says
 * with `test.use({ files })` what is in that home beforehand.
 */
export const test = base.extend<
  HostOptions & {
    files: Files;
    words: readonly string[];
    touch: boolean;
    script: Script | null;
    model: ModelServer | null;
    host: Host;
  },
  { ownBrowser: Browser | null; standIn: undefined }
>({
  kind: ['stand-in', { option: true }],
  files: [{}, { option: true }],
  /** What follows the program on the desktop's command line; relative paths count from the home folder. */
  words: [[], { option: true }],
  /** The page of the browser host is on a screen that is touched. */
  touch: [false, { option: true }],
  script: [null, { option: true }],
  model: async ({ script }, use) => {
    const model = script === null ? null : await startModel(script.answers, undefined, script.answer);
    await use(model);
    await model?.close();
  },
  ownBrowser: [
    async ({ playwright }, use, { project }) => {
      const { kind } = project.use as HostOptions;
      const browser = kind === 'browser' ? await playwright.chromium.launch({ executablePath: chromePath(), args: CHROMIUM_ARGS }) : null;
      await use(browser);
      await browser?.close();
    },
    { scope: 'worker' },
  ],
  /** What the stand-in finds in its environment: where it is, for Playwright, and a Chromium that its apps have one after the other. */
  standIn: [
    async ({ ownBrowser: _ }, use, { project }) => {
      if ((project.use as HostOptions).kind !== 'stand-in') return use(undefined);
      const { address, end } = await launchChromium();
      process.env.ELECTRON_OVERRIDE_DIST_PATH = join(root, 'e2e/stand-in/bin');
      process.env.TAPESCOPE_STAND_IN_CHROMIUM = address;
      await use(undefined);
      await end();
    },
    { scope: 'worker', auto: true },
  ],
  host: async ({ kind, files, words, touch, model, ownBrowser }, use) => {
    const sandbox = createSandbox();
    Object.assign(sandbox.env, model?.env);
    for (const [path, lines] of Object.entries(files)) sandbox.write(path, lines);
    try {
      if (ownBrowser === null) await withDesktop(kind, sandbox, words, use);
      else await withBrowser(ownBrowser, sandbox, touch, use);
    } finally {
      sandbox.remove();
    }
  },
});

export { expect } from '@playwright/test';
