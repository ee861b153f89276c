import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Page } from 'playwright';
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium.mjs';
import { environmentIn } from './environment.ts';

const PROGRAM = join(import.meta.dirname, '../out/main/tape.js');

/** A browser host and a page of Chromium that shows it. */
export interface Shown {
  page: Page;
  /** Of the host's process. */
  pid: number;
}

/** Why nothing can be measured in a browser here; null where it can. */
export async function whyNoBrowser(): Promise<string | null> {
  if (!existsSync(PROGRAM)) return 'there are no bundles: run npm run build';
  return (await findChromium()) === null ? 'there is no Chromium on this machine, and CHROME_PATH names none' : null;
}

/** Serves the catalog of `home` to a Chromium of 1440 × 900 while `work` runs. Drawn by software, since a machine that measures may have no graphics. `before`: script that runs in the page first. */
export async function withBrowser<T>(home: string, work: (shown: Shown) => Promise<T>, { before = '' } = {}): Promise<T> {
  const { chromium } = await import('playwright');
  const host = spawn(process.execPath, [PROGRAM, 'serve', '--json'], { env: environmentIn(home), stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve, reject) => {
    host.once('exit', (code) => reject(new Error(`The browser host ended with ${code}.`)));
    createInterface({ input: host.stdout }).once('line', (line) => resolve((JSON.parse(line) as { url: string }).url));
  });
  const browser = await chromium.launch({
    executablePath: (await findChromium()) ?? undefined,
    args: CHROMIUM_ARGS,
  } as Parameters<typeof chromium.launch>[0]);
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    if (before !== '') await page.addInitScript(before);
    await page.goto(url);
    return await work({ page, pid: host.pid ?? 0 });
  } finally {
    await browser.close();
    host.kill('SIGTERM');
  }
}

/** Counts the bytes of what the page sends to its host and receives, from its next loading on, which this does. */
export async function countFrames(page: Page): Promise<{ bytes: () => number }> {
  let bytes = 0;
  const count = ({ payload }: { payload: string | Buffer }): void => {
    bytes += Buffer.byteLength(payload);
  };
  page.on('websocket', (socket) => socket.on('framesent', count).on('framereceived', count));
  await page.reload();
  return { bytes: () => bytes };
}
