import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from './hosts.ts';
import { answered, asked, newWorkspace, writing } from './native.ts';
import { createSandbox } from './sandbox.ts';
import { openTape, parts } from './window.ts';

const root = join(import.meta.dirname, '..');

test('tape serve without --write shows a native tape as it grows, and says why nothing can be written', async ({ ownBrowser }) => {
  const sandbox = createSandbox();
  const tape = await newWorkspace(sandbox);
  const child = spawn(process.execPath, [join(root, 'out/main/tape.js'), 'serve', '--json'], {
    env: sandbox.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const context = await ownBrowser?.newContext();
  const page = await context?.newPage();
  try {
    if (page === undefined) throw new Error('This spec needs a browser.');
    const printed = await new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve));
    await page.goto((JSON.parse(printed) as { url: string }).url);
    await openTape(page, 'harbour');
    const { bar, line } = writing(page);
    await expect(bar).toContainText('This window only reads.');
    await expect(line).toBeHidden();
    await page.keyboard.press('w');
    await expect(page.getByText('This window only reads.').first()).toBeVisible();
    await expect(parts(page).dialog).toBeHidden();
    await tape(['append'], [asked('And the oars?'), answered('The oars are red.')]);
    await expect(parts(page).playhead).toHaveText(/^Step 2 of 2/);
    await expect(parts(page).context).toContainText('And the oars?');
    expect(await tape(['info'])).toMatchObject({ entries: 5 });
  } finally {
    await context?.close();
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('exit', resolve));
    sandbox.remove();
  }
});
