import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, type Host } from './hosts.ts';
import { parts } from './window.ts';

const dialogOf = (page: Page) => parts(page).dialog.filter({ hasText: 'Export' });

/** Opens the export of what is shown, and waits for its review. */
export async function openExport(page: Page) {
  await page.keyboard.press('x');
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('button', { name: 'Save file' })).toBeEnabled();
  return dialog;
}

interface Saved {
  name: string;
  bytes: Buffer;
}

/** Saves the file as a person would. On the desktop the system would ask where; the spec says it in the person's place. */
export async function saved({ page, app, sandbox }: Host): Promise<Saved> {
  const press = () => dialogOf(page).getByRole('button', { name: 'Save file' }).click();
  if (app === null) {
    const [download] = await Promise.all([page.waitForEvent('download'), press()]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  }
  const path = join(sandbox.folder, 'saved');
  await app.evaluate(({ session }, place) => {
    const keep = { name: '' };
    Object.assign(globalThis, { keep });
    session.defaultSession.once('will-download', (_event, item) => {
      item.setSavePath(place);
      item.once('done', () => {
        keep.name = item.getFilename();
      });
    });
  }, path);
  await press();
  const name = () => app.evaluate(() => (globalThis as unknown as { keep: { name: string } }).keep.name);
  await expect.poll(name).not.toBe('');
  return { name: await name(), bytes: readFileSync(path) };
}
