import { join } from 'node:path';
import { openCodeDatabase } from '../src/main/engine/formats/opencode/testing/database.ts';
import { expect, type Host, PAGE_ONLY, test } from './hosts.ts';
import {
  ANSWER,
  documentOf,
  filesBelow,
  filesOtherwise,
  KINDS,
  LAST,
  LATER,
  OTHERWISE,
  OUTPUT,
  PROMPT,
  recordsOf,
  saverDatabase,
} from './kinds.ts';
import { openPath, parts } from './window.ts';

/** The only session that a filter leaves. */
const openOnly = async ({ page }: Host, { id, name }: (typeof KINDS)[number]): Promise<void> => {
  const { library, playhead } = parts(page);
  const filter = page.getByRole('searchbox', { name: 'Filter the library' });
  await filter.fill(`agent:${id}`);
  const row = library.getByRole('treeitem').filter({ has: page.getByTitle(name, { exact: true }) });
  await expect(row).toHaveCount(1);
  await row.click();
  await expect(row).toHaveAttribute('aria-selected', 'true');
  await expect(playhead).toHaveText(/^Step 3 of 3/);
  // Letters are for the window from here on.
  await filter.blur();
};

const used = async (host: Host, kind: (typeof KINDS)[number]): Promise<void> => {
  const { page } = host;
  const { context, playhead, search, dialog } = parts(page);
  await openOnly(host, kind);
  await page.keyboard.press('1');
  await expect(context).toContainText(LAST);
  await page.keyboard.press('[');
  await page.keyboard.press('[');
  await expect(playhead).toHaveText(/^Step 1 of 3/);
  await expect(context).toContainText(PROMPT);
  await expect(context).not.toContainText(OUTPUT);
  await page.keyboard.press('d');
  await page.keyboard.press(']');
  await page.keyboard.press(']');
  await expect(playhead).toHaveText(/^Step 3 of 3/);
  await page.keyboard.press('d');
  await page.keyboard.press('7');
  await expect(page.getByRole('region', { name: 'Compare' })).toContainText(LAST);
  await page.keyboard.press('1');
  // Pressed again, it takes what is compared out of it, so that the next kind is by itself.
  await page.keyboard.press('d');
  await page.keyboard.press('[');
  await page.keyboard.press('[');
  await expect(playhead).toHaveText(/^Step 1 of 3/);
  await page.keyboard.press('d');
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await search.fill('still wet');
  await expect(page.getByRole('listbox', { name: 'Hits for still wet' }).getByRole('option').first()).toContainText(ANSWER);
  await page.keyboard.press('Enter');
  await expect(search).toHaveCount(0);
  await page.keyboard.press('x');
  await expect(dialog.getByRole('button', { name: 'Save file' })).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
};

/** Kinds of one test: each takes a few seconds. */
const AT_ONCE = 5;

test.describe('a session of each kind', PAGE_ONLY, () => {
  test.use({ files: filesBelow('kinds') });

  for (let at = 0; at < KINDS.length; at += AT_ONCE) {
    const some = KINDS.slice(at, at + AT_ONCE);
    test(`is stepped through, searched, compared and exported: ${some.map(({ name }) => name).join(', ')}`, async ({ host }) => {
      await openPath(host, 'kinds');
      for (const kind of some) await test.step(kind.name, () => used(host, kind));
      expect(host.complaints).toEqual([]);
    });
  }
});

test.describe('a session that its program writes in another way too', PAGE_ONLY, () => {
  test.use({ files: filesOtherwise('otherwise') });

  test(`is stepped through, searched, compared and exported: ${OTHERWISE.map(({ name }) => name).join(', ')}`, async ({ host }) => {
    await openPath(host, 'otherwise');
    for (const kind of OTHERWISE) await test.step(kind.name, () => used(host, kind));
    expect(host.complaints).toEqual([]);
  });
});

/** What an agent adds to a session that is open is in the window by itself. */
test.describe('a session that grows in', PAGE_ONLY, () => {
  const grows = async (host: Host, path: string, add: () => void): Promise<void> => {
    const { playhead, context } = parts(host.page);
    await openPath(host, path);
    await expect(playhead).toHaveText(/^Step 3 of 3/);
    add();
    await expect(playhead).toHaveText(/^Step 4 of 4/);
    await expect(context).toContainText(LATER);
    expect(host.complaints).toEqual([]);
  };

  test('a document is followed as it is written again', ({ host }) => {
    const path = 'chats/session-2026-01-05.json';
    host.sandbox.write(path, documentOf('gemini'));
    return grows(host, path, () => void host.sandbox.write(path, documentOf('gemini', true)));
  });

  test('a database is followed row by row', async ({ host }) => {
    const { db, add } = openCodeDatabase(join(host.sandbox.folder, 'opencode.db'));
    const [before, after] = [recordsOf('opencode'), recordsOf('opencode', true)];
    add(before);
    await grows(host, 'opencode.db', () => add(after.slice(before.length)));
    db.close();
  });

  test('a saver is followed checkpoint by checkpoint', async ({ host }) => {
    const { db, add } = saverDatabase(join(host.sandbox.folder, 'checkpoints.sqlite'));
    const [before, after] = [recordsOf('langgraph'), recordsOf('langgraph', true)];
    add(before);
    await grows(host, 'checkpoints.sqlite', () => add(after.slice(before.length)));
    db.close();
  });
});
