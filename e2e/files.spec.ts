import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { faults } from './axe.ts';
import { copied, follow } from './follow.ts';
import { expect, PAGE_ONLY, test } from './hosts.ts';
import { transcript, transcriptPath } from './logs.ts';
import type { Sandbox } from './sandbox.ts';
import { choose, chord, openTape, parts, shopping, tapeRow } from './window.ts';

test.use({ files: { [transcriptPath()]: shopping().lines } });

const PROJECT: Record<string, readonly string[]> = {
  'README.md': ['# Harbour', '', 'Berths for small boats.'],
  'src/README.md': ['# Source', '', 'The service itself.'],
  'src/bookings/book.ts': ['// Holds a berth for one tide.', 'export const book = 1;'],
  'src/tides/table.ts': ['// Tide tables, read once a day.', 'export const table = 1;'],
};

const newProject = (sandbox: Sandbox): string => {
  for (const [path, lines] of Object.entries(PROJECT)) sandbox.write(`harbour/${path}`, lines);
  return join(sandbox.folder, 'harbour');
};

const SESSION = '33333333-2222-4333-8444-555555555555';
const ASKED = 'Which berth is free?';

const filesOf = (page: Page) => {
  const files = page.getByRole('region', { name: 'Files' });
  const tree = files.getByRole('tree', { name: 'Folders' });
  return {
    files,
    tree,
    folder: (name: string) => tree.getByRole('treeitem', { name }),
    text: files.getByRole('region', { name: /^Context file/ }),
  };
};

/** Opens the tape of the project, goes to its files from the crumb, and starts. */
const start = async (page: Page, sandbox: Sandbox): Promise<string> => {
  const root = newProject(sandbox);
  sandbox.write(transcriptPath(SESSION), transcript(SESSION, root).prompt(ASKED).answer('The one by the crane.').lines);
  await openTape(page, ASKED);
  await page.getByRole('banner').getByRole('button', { name: 'harbour' }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(filesOf(page).folder('/')).toBeVisible();
  return root;
};

test('a project is begun, goes stale, is built again, and tells beforehand what a change would reach', async ({ host }) => {
  const { page, sandbox } = host;
  const { files, tree, folder, text } = filesOf(page);
  const root = await start(page, sandbox);
  await expect(tree.getByRole('treeitem', { name: 'current' })).toHaveCount(2);
  await expect(text).toContainText('Berths for small boats.');

  await folder('src').click();
  await tree.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(folder('bookings')).toHaveAttribute('aria-selected', 'true');
  await expect(text).toContainText('Holds a berth for one tide.');

  sandbox.append('harbour/src/bookings/book.ts', 'export const cancel = 2;');
  await files.getByRole('button', { name: 'Scan' }).click();
  await expect(folder('bookings')).toContainText('stale');
  await expect(folder('src')).toContainText('stale');
  await expect(folder('tides')).not.toContainText('stale');
  await files.getByRole('button', { name: 'Build 3 stale' }).click();
  await expect(folder('bookings')).not.toContainText('stale');
  await expect(files.getByRole('button', { name: 'Build again' })).toBeVisible();

  await files.getByRole('group', { name: 'Tier' }).getByRole('button', { name: /^full/ }).click();
  await expect(text).toContainText('> Tier: full');
  await expect
    .poll(async () => (await text.locator('pre').allTextContents()).join(''))
    .toBe(readFileSync(join(root, '.float/context/src--bookings.full.md'), 'utf8'));

  await page.keyboard.press('6');
  const graph = files.getByRole('region', { name: 'Inputs, and what a change would rebuild' });
  await expect(graph).toContainText('If a file in it changed, 3 contexts would be rebuilt');
  await expect(graph.getByRole('button', { name: /^\/src/ }).first()).toBeVisible();
  await folder('src').click();
  await expect(graph).toContainText('If a file in it changed, 2 contexts would be rebuilt');
  await graph.getByRole('combobox', { name: 'What changes' }).click();
  await choose(page, /a breaking decision/);
  await expect(graph).toContainText('4 contexts would be rebuilt');
  expect(await faults(page)).toEqual([]);
  await page.keyboard.press('7');
  await expect(files.getByRole('region', { name: 'Builds' }).getByRole('radio')).not.toHaveCount(0);
  expect(await faults(page)).toEqual([]);
  await page.keyboard.press('5');
  await expect(files.getByRole('region', { name: 'Decisions' })).toContainText('No decisions yet');
  expect(host.complaints).toEqual([]);
});

test('a decision and a description are written, and what they make stale is named and seen', PAGE_ONLY, async ({ host }) => {
  const { page, sandbox } = host;
  const { dialog } = parts(page);
  const { files, folder, text } = filesOf(page);
  await start(page, sandbox);
  await folder('src').click();
  await page.keyboard.press('5');
  await files.getByRole('button', { name: 'Add a decision…' }).click();
  await dialog.getByRole('textbox', { name: 'Title' }).fill('No queue');
  await dialog.getByRole('textbox', { name: 'Rationale' }).fill('One harbour has few bookings.');
  await dialog.getByRole('textbox', { name: 'Tags' }).fill('architectural');
  await expect(dialog).toContainText('Makes 4 contexts stale');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(files.getByRole('region', { name: 'Decisions', exact: true })).toContainText('No queue');
  await expect(folder('src')).toContainText('stale');

  await page.keyboard.press('1');
  await files.getByRole('button', { name: 'Edit description' }).click();
  await files.getByRole('textbox', { name: 'Description' }).fill('The service, written by hand');
  await page.keyboard.press('Control+Enter');
  await expect(files.getByRole('complementary', { name: 'About this folder' })).toContainText('The service, written by hand');
  await expect(files.getByRole('button', { name: '1 by hand' })).toBeVisible();
  await files.getByRole('button', { name: 'Difference' }).click();
  await expect(text.locator('ins').filter({ hasText: 'written by hand' })).toBeVisible();
  await files
    .getByRole('button', { name: /^Build 4 stale|^Build all/ })
    .first()
    .click();
  await expect(folder('src')).not.toContainText('stale');
  await expect(text).toContainText('No queue');
  expect(await faults(page)).toEqual([]);
});

test('where an agent read a context file, the transcript says which build it was and leads to it', async ({ host }) => {
  const { page, sandbox } = host;
  const { inspector } = parts(page);
  const { files } = filesOf(page);
  const root = await start(page, sandbox);
  await page.getByRole('button', { name: /^back to/ }).click();
  await expect(parts(page).playhead).toBeVisible();
  const file = join(root, '.float/context/src.standard.md');
  const session = '44444444-2222-4333-8444-555555555555';
  const read = transcript(session, root).prompt('Read before you write').call('Read', { file_path: file }, readFileSync(file, 'utf8'));
  sandbox.write(transcriptPath(session), read.answer('I have read it.').lines);
  await tapeRow(page, 'Read before you write').click();
  await page.keyboard.press('5');
  // The second entry is the call.
  await parts(page).entries.getByRole('row').nth(1).click();
  // All tapes of the project are looked into, not only the newest.
  for (let at = 10; at < 24; at++) {
    const other = `55555555-2222-4333-8444-5555555555${at}`;
    const chat = transcript(other, root).prompt(`Talk ${at}`).answer('Yes?').prompt('On').answer('No.').prompt('And?').answer('So.');
    sandbox.write(transcriptPath(other), chat.lines);
  }
  await expect(parts(page).library).toContainText('Talk 23');
  await inspector.getByRole('button', { name: '/src standard' }).click();
  await expect(files.getByRole('region', { name: 'Read by agents' })).toContainText('Read before you write');
  expect(host.complaints).toEqual([]);
});

test('a copied link leads back to the folder and the look; one to a folder that nobody knows opens nothing', async ({ host }) => {
  const { page, sandbox } = host;
  const { files, folder } = filesOf(page);
  const root = await start(page, sandbox);
  await folder('src').click();
  await page.keyboard.press('6');
  await page.keyboard.press('p');
  const link = await copied(host);
  expect(link).toContain('folder=%2Fsrc&tier=full&look=graph');
  await page.keyboard.press('1');
  await folder('/').click();
  await page.getByRole('button', { name: /^back to/ }).click();
  await expect(parts(page).playhead).toBeVisible();
  await follow(host, link);
  await expect(page.getByRole('tab', { name: 'Graph', selected: true })).toBeVisible();
  await expect(folder('src')).toHaveAttribute('aria-selected', 'true');

  sandbox.write('strange/README.md', ['# Not yours']);
  const strange = join(sandbox.folder, 'strange');
  await follow(host, link.replace(encodeURIComponent(root), encodeURIComponent(strange)));
  await expect(page.getByRole('alert')).toContainText('A link alone opens no folder');
  await expect(files).toBeHidden();
  expect(await faults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Go back' }).click();
  await expect(page.getByRole('alert')).toBeHidden();
  // Where a person names the folder, it is theirs to open.
  await chord(page, 'g', 'F');
  const { dialog } = parts(page);
  await dialog.getByRole('combobox', { name: 'Path' }).fill(`${root}/docs`);
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(dialog).toContainText('There is no folder');
  await dialog.getByRole('combobox', { name: 'Path' }).fill(`${root}/src/`);
  expect(await faults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No context files yet' })).toBeVisible();
  expect(existsSync(join(strange, '.float'))).toBe(false);
  expect(readFileSync(join(sandbox.folder, '.tapescope/float-projects.json'), 'utf8')).not.toContain('strange');
  expect(host.complaints).toEqual([]);
});

/** What has the keys, as a screen reader would say it; 'nothing' where a person would have to begin at the top of the window. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const held = document.activeElement;
    if (held === null || held === document.body) return 'nothing';
    return held.getAttribute('aria-label') ?? held.textContent?.slice(0, 40) ?? '';
  });

test('by keyboard alone: what is worked on keeps the keys when a control is done and gone', PAGE_ONLY, async ({ host }) => {
  const { page, sandbox } = host;
  const { files, tree, folder } = filesOf(page);
  sandbox.write(transcriptPath(SESSION), transcript(SESSION, newProject(sandbox)).prompt(ASKED).answer('The one by the crane.').lines);
  await openTape(page, ASKED);
  await Promise.all(['g', 'f'].map((key) => page.keyboard.press(key)));
  const begin = page.getByRole('button', { name: 'Start', exact: true });
  await begin.focus();
  await page.keyboard.press('Enter');
  await expect(folder('/')).toBeVisible();
  await expect.poll(() => focused(page)).not.toBe('nothing');

  await tree.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await expect(folder('src')).toHaveAttribute('aria-selected', 'true');
  sandbox.append('harbour/src/bookings/book.ts', 'export const cancel = 2;');
  await files.getByRole('button', { name: 'Scan' }).focus();
  await page.keyboard.press('Enter');
  await expect(folder('src')).toContainText('stale');
  await expect.poll(() => focused(page)).toBe('Scan');
  await page.keyboard.press('Tab');
  await expect.poll(() => focused(page)).toBe('Build 3 stale');
  await page.keyboard.press('Enter');
  await expect(folder('src')).not.toContainText('stale');
  await expect.poll(() => focused(page)).toBe('Build again');

  sandbox.append('harbour/src/bookings/book.ts', 'export const late = 3;');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  const one = files.getByRole('button', { name: 'build it' });
  await one.focus();
  await page.keyboard.press('Enter');
  await expect(one).toBeHidden();
  await expect.poll(() => focused(page)).not.toBe('nothing');

  await page.keyboard.press('6');
  const graph = files.getByRole('region', { name: 'Inputs, and what a change would rebuild' });
  await graph.getByRole('button', { name: '/src/tides' }).focus();
  await page.keyboard.press('Enter');
  await expect(folder('tides')).toHaveAttribute('aria-selected', 'true');
  await expect.poll(() => focused(page)).not.toBe('nothing');
  expect(host.complaints).toEqual([]);
});
