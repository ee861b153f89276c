import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from './hosts.ts';
import { transcriptPath } from './logs.ts';
import { createSandbox } from './sandbox.ts';
import { openTape, parts, SHOPPING, shopping } from './window.ts';

const root = join(import.meta.dirname, '..');

test('tape serve without --write reads everything and changes nothing', async ({ ownBrowser }) => {
  const sandbox = createSandbox();
  sandbox.write(transcriptPath(), shopping().lines);
  const child = spawn(process.execPath, [join(root, 'out/main/tape.js'), 'serve', '--json'], {
    env: sandbox.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const context = await ownBrowser?.newContext();
  const page = await context?.newPage();
  try {
    if (page === undefined) throw new Error('This spec needs a browser.');
    const printed = await new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve));
    const { url, readOnly } = JSON.parse(printed) as { url: string; readOnly: boolean };
    expect(readOnly).toBe(true);
    await page.goto(url);
    await openTape(page, SHOPPING);
    await expect(parts(page).playhead).toHaveText(/^Step 4 of 4/);
    await page.keyboard.press('Control+,');
    await page.getByRole('dialog').getByRole('combobox', { name: 'Theme' }).click();
    await page.getByRole('option', { name: 'Dark' }).click();
    await expect(page.getByRole('alert')).toContainText('read-only');
  } finally {
    await context?.close();
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('exit', resolve));
    sandbox.remove();
  }
});
