import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './hosts.ts';
import { transcriptPath } from './logs.ts';
import { terminalIn } from './native.ts';
import { createSandbox } from './sandbox.ts';
import { withServe } from './serve.ts';
import { choose, openTape, parts, SHOPPING, shopping } from './window.ts';

test('tape serve without --write reads everything and changes nothing', async ({ ownBrowser }) => {
  const sandbox = createSandbox();
  sandbox.write(transcriptPath(), shopping().lines);
  await withServe(ownBrowser, sandbox, async (page, { readOnly }) => {
    expect(readOnly).toBe(true);
    await openTape(page, SHOPPING);
    await expect(parts(page).playhead).toHaveText(/^Step 4 of 4/);
    await page.keyboard.press('Control+,');
    await page.getByRole('dialog').getByRole('combobox', { name: 'Theme' }).click();
    await choose(page, 'Dark');
    await expect(page.getByRole('alert')).toContainText('read-only');
  });
});

/** SQLite keeps `user_version`, by which a catalog is known, in these bytes. */
const markAsOfVersion = (path: string, version: number): void => {
  const file = openSync(path, 'r+');
  writeSync(file, Uint8Array.of(0, 0, 0, version), 0, 4, 60);
  closeSync(file);
};

test('the footer says that another version of Tapescope wrote the index, and all is read again', async ({ ownBrowser }) => {
  const sandbox = createSandbox();
  const written = sandbox.write(transcriptPath(), shopping().lines);
  await terminalIn(sandbox, '.')(['import', written]);
  markAsOfVersion(join(sandbox.folder, '.tapescope/catalog.db'), 1);
  await withServe(ownBrowser, sandbox, async (page) => {
    const said = page.getByRole('contentinfo').getByText('The catalog was rebuilt: it was written by another version of Tapescope');
    await expect(said).toBeVisible();
    await openTape(page, SHOPPING);
    await expect(parts(page).playhead).toHaveText(/^Step 4 of 4/);
  });
});
