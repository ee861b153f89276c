import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { ended } from './hosts.ts';
import type { Sandbox } from './sandbox.ts';

const program = join(import.meta.dirname, '../out/main/tape.js');

/** Runs `tape serve`, as it is without --write unless `words` say so, and hands over a page that shows it. The sandbox is gone afterwards. */
export async function withServe(
  browser: Browser | null,
  sandbox: Sandbox,
  use: (page: Page, told: { url: string; readOnly: boolean }) => Promise<void>,
  options: BrowserContextOptions = {},
  words: readonly string[] = [],
): Promise<void> {
  if (browser === null) throw new Error('This spec needs a browser.');
  const child = spawn(process.execPath, [program, 'serve', '--json', ...words], { env: sandbox.env, stdio: ['ignore', 'pipe', 'inherit'] });
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    const told = await new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve));
    const { url, readOnly } = JSON.parse(told) as { url: string; readOnly: boolean };
    await page.goto(url);
    await use(page, { url, readOnly });
  } finally {
    await context.close();
    child.kill('SIGTERM');
    await ended(child);
    sandbox.remove();
  }
}
