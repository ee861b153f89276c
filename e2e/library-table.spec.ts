import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { AGENTS, filesOf, WORK } from './agents.ts';
import { faults } from './axe.ts';
import { expect, PAGE_ONLY, test } from './hosts.ts';
import { transcriptPath } from './logs.ts';
import { choose, parts, pressBoth, SHOPPING, shopping } from './window.ts';

/** Sessions of Claude Code, Codex and pi in one table. */
test.use({ files: { ...Object.assign({}, ...AGENTS.map(filesOf)), [transcriptPath()]: shopping().lines } });

const table = (page: Page) => page.getByRole('treegrid', { name: 'Sessions' });
/** Rows of sessions, without the heading and the sums. */
const sessions = (page: Page) => table(page).locator('[aria-level]');
const cells = (page: Page, column: number) => sessions(page).locator(`> :nth-child(${column})`).allTextContents();

const openTable = async (page: Page): Promise<void> => {
  await expect(parts(page).library.getByRole('treeitem', { name: SHOPPING })).toBeVisible();
  await pressBoth(page, 'g', 'l');
  await expect(sessions(page)).toHaveCount(3);
};

test('every session is a row, and the first row sums them up', async ({ host }) => {
  const { page } = host;
  await openTable(page);
  expect((await cells(page, 4)).toSorted()).toEqual(['Claude Code', 'Codex', 'pi']);
  await expect(table(page).getByRole('row').nth(1)).toContainText('All 3');
  const steps = (await cells(page, 7)).map(Number);
  await expect(table(page).getByRole('row').nth(1).locator('> :nth-child(7)')).toHaveText(String(steps.reduce((sum, one) => sum + one, 0)));
  expect(await faults(page)).toEqual([]);
  expect(host.complaints).toEqual([]);
});

test('a session with many tags still has its title: tags that do not fit are left out whole', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  await openTable(page);
  const row = sessions(page).first();
  await page.keyboard.press('x');
  await page.getByRole('toolbar', { name: 'Selected sessions' }).getByRole('button', { name: 'Tag…' }).click();
  await page.keyboard.type('before-the-release after-the-release asked-by-ann needs-another-look slow');
  await page.keyboard.press('Enter');
  await expect(row).toContainText('before-the-release');
  const title = row.locator('> :nth-child(2)');
  expect((await title.locator('> :nth-child(2)').boundingBox())?.width ?? 0).toBeGreaterThan(80);
  expect((await title.locator('> :last-child').boundingBox())?.height ?? 99).toBeLessThan(24);
  expect(host.complaints).toEqual([]);
});

test('sorts by each column from both ends, filters by conditions, and both are in the address', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  await openTable(page);
  const agent = table(page).getByRole('columnheader', { name: 'Agent' });
  await agent.getByRole('button').click();
  await expect(agent).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(() => cells(page, 4)).toEqual(['Claude Code', 'Codex', 'pi']);
  await page.keyboard.press('Shift+S');
  await expect.poll(() => cells(page, 4)).toEqual(['pi', 'Codex', 'Claude Code']);
  await page.keyboard.press('f');
  await page.keyboard.type('-agent:claude');
  await page.keyboard.press('Enter');
  await expect(sessions(page)).toHaveCount(2);
  await page.keyboard.type('nothing has this');
  await expect(page.getByText('No session matches this filter.')).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(sessions(page)).toHaveCount(2);
  await expect.poll(() => new URL(page.url()).hash).toBe('#/library?filter=-agent%3Aclaude&sort=agent&reverse=1');
  await page.reload();
  await expect(sessions(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Remove Agent not claude' }).click();
  await expect(sessions(page)).toHaveCount(3);
});

test('groups have a heading each, with their sums, which folds them; all that fit are a file', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  await openTable(page);
  await page.getByRole('combobox', { name: 'Group sessions' }).click();
  await choose(page, 'by agent');
  const headings = table(page).locator('[aria-level="1"]');
  await expect(headings).toHaveCount(3);
  await expect(sessions(page)).toHaveCount(6);
  const own = headings.filter({ hasText: 'Codex' });
  const below = table(page).locator('[aria-level="2"]').filter({ hasText: 'Codex' });
  expect(await own.locator('> :nth-child(7)').textContent()).toBe(await below.locator('> :nth-child(7)').textContent());
  expect(await faults(page)).toEqual([]);
  await own.click();
  await expect(sessions(page)).toHaveCount(5);
  await page.keyboard.press('ArrowRight');
  await expect(sessions(page)).toHaveCount(6);
  await expect.poll(() => new URL(page.url()).hash).toBe('#/library?group=agent');
  // How large the contexts of each session were.
  expect(await table(page).locator('[aria-level="2"] svg path').count()).toBeGreaterThan(0);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  expect(
    readFileSync(await (await saving).path(), 'utf8')
      .trim()
      .split('\n'),
  ).toHaveLength(4);
  expect(host.complaints).toEqual([]);
});

test('keys lead through the rows, select two, compare them, and open one', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  await openTable(page);
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  const bar = page.getByRole('toolbar', { name: 'Selected sessions' });
  await expect(bar).toContainText(/^A.*B/);
  await expect(table(page).locator('[aria-selected="true"]')).toHaveCount(2);
  expect(await faults(page)).toEqual([]);
  await page.keyboard.press('c');
  await expect(page.getByRole('region', { name: 'Compare' })).toBeVisible();
  await pressBoth(page, 'g', 'l');
  await expect(table(page).locator('[aria-selected="true"]')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
  await table(page).getByRole('columnheader', { name: 'Title' }).getByRole('button').click();
  await expect.poll(() => cells(page, 2)).toEqual([WORK, WORK, SHOPPING]);
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(parts(page).playhead).toBeVisible();
  await expect(page.getByRole('banner')).toContainText(SHOPPING);
  expect(host.complaints).toEqual([]);
});

test('a filter gets a name, is a tab with its count from then on, and goes again', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  await openTable(page);
  const tabs = page.getByRole('navigation', { name: 'Filters' });
  await expect(tabs.getByRole('button', { name: 'All 3' })).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('f');
  await page.keyboard.type('-agent:claude');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'save as…' }).click();
  await page.getByRole('textbox', { name: 'Name of the filter' }).fill('Others');
  await page.keyboard.press('Enter');
  await expect(tabs.getByRole('button', { name: 'Others 2' })).toHaveAttribute('aria-current', 'true');
  await expect(page.getByText('filter changed')).toHaveCount(0);
  expect(await faults(page)).toEqual([]);
  await page.reload();
  await tabs.getByRole('button', { name: 'All 3' }).click();
  await expect(sessions(page)).toHaveCount(3);
  await tabs.getByRole('button', { name: 'Others 2' }).click();
  await expect(sessions(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'remove this tab' }).click();
  await expect(tabs.getByRole('button', { name: 'Others' })).toHaveCount(0);
  expect(host.complaints).toEqual([]);
});

test('a favourite, a tag and a title of the reader are in the row, and still there after the window was closed', async ({ host }) => {
  const { page } = host;
  await openTable(page);
  await page.keyboard.press('*');
  await expect(sessions(page).first().getByRole('img', { name: 'favourite' })).toBeVisible();
  await page.keyboard.press('x');
  const bar = page.getByRole('toolbar', { name: 'Selected sessions' });
  await bar.getByRole('button', { name: 'Tag…' }).click();
  await page.getByRole('textbox', { name: 'Tags' }).fill('keep');
  await page.keyboard.press('Enter');
  await expect(sessions(page).first()).toContainText('keep');
  await bar.getByRole('button', { name: 'Title…' }).click();
  await page.getByRole('textbox', { name: 'Title of your own' }).fill('The <b>moored</b> boat');
  await page.keyboard.press('Enter');
  await expect(sessions(page).first()).toContainText('The <b>moored</b> boat');
  await expect(bar).toContainText('The <b>moored</b> boat');
  expect(await faults(page)).toEqual([]);
  for (const key of ['j', 'x', 'c']) await page.keyboard.press(key);
  await expect(page.getByRole('region', { name: 'Compare' }).getByRole('heading', { name: 'A The <b>moored</b> boat' })).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('The <b>moored</b> boat');
  await pressBoth(page, 'g', 'l');
  await expect(bar).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Favourites' }).click();
  await expect(sessions(page)).toHaveCount(1);
  await expect(sessions(page)).toContainText('The <b>moored</b> boat');
  expect(host.complaints).toEqual([]);
});

test('forgotten sessions leave the table and their logs alone, and one key lists them again', async ({ host }) => {
  const { page, sandbox } = host;
  const log = join(sandbox.folder, transcriptPath());
  const before = readFileSync(log, 'utf8');
  await openTable(page);
  for (const key of ['x', 'j', 'x', 'Delete']) await page.keyboard.press(key);
  const bar = page.getByRole('toolbar', { name: 'Forgotten sessions' });
  await expect(bar).toContainText('Forgot 2 sessions. Logs stay as they are.');
  await expect(sessions(page)).toHaveCount(1);
  expect(await faults(page)).toEqual([]);
  await page.keyboard.press('u');
  await expect(sessions(page)).toHaveCount(3);
  await expect(bar).toHaveCount(0);
  expect(readFileSync(log, 'utf8')).toBe(before);
  expect(host.complaints).toEqual([]);
});

test.describe('captured requests of a session', () => {
  const session = '11111111-2222-4333-8444-555555555555';
  const body = {
    model: 'm',
    messages: [{ role: 'user', content: 'What do the notes say?' }],
    metadata: { user_id: `{"session_id":"${session}"}` },
  };
  const answer = {
    id: 'msg_x',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [{ type: 'text', text: 'Milk.' }],
    usage: { input_tokens: 9, output_tokens: 2 },
  };
  const pair = {
    request: { timestamp: 1767603600, method: 'POST', url: 'https://host/v1/messages', headers: {}, body },
    response: { timestamp: 1767603601, status_code: 200, headers: {}, body: answer },
  };
  test.use({
    files: { [transcriptPath(session)]: shopping().lines, '.tapescope/captures/2026-01-05/requests.jsonl': [JSON.stringify(pair)] },
  });
  test('are below it, in the table and in the tree', PAGE_ONLY, async ({ host }) => {
    const { page } = host;
    await expect(parts(page).library.getByRole('treeitem', { name: SHOPPING })).toHaveAttribute('aria-expanded', 'false');
    await pressBoth(page, 'g', 'l');
    await expect(sessions(page)).toHaveCount(1);
    await page.keyboard.press('ArrowRight');
    await expect(sessions(page)).toHaveCount(2);
    await expect(sessions(page).nth(1)).toContainText('Captured requests');
    await expect(table(page).getByRole('row').nth(1)).toContainText('All 1 of this filter');
    expect(await faults(page)).toEqual([]);
    expect(host.complaints).toEqual([]);
  });
});

test(
  'what the sessions of the filter came to is above them, each figure a link, and their days are chosen by keys',
  PAGE_ONLY,
  async ({ host }) => {
    const { page } = host;
    await openTable(page);
    const library = page.getByRole('region', { name: 'Library', exact: true });
    const answer = library.getByRole('heading', { level: 1 });
    await expect(answer).toContainText(/\$\d.* in \d+ days?/);
    await expect(library.getByRole('link', { name: '3 sessions' })).toBeVisible();
    const days = page.getByRole('slider', { name: 'Days to add up' });
    await days.press('ArrowLeft');
    await expect(days).not.toHaveAttribute('aria-valuetext', 'all days');
    await expect(page.getByRole('button', { name: /^Remove Since / })).toBeVisible();
    await days.press('Escape');
    await expect(sessions(page)).toHaveCount(3);
    await page.setViewportSize({ width: 1024, height: 700 });
    await expect(answer).toBeVisible();
    expect(await faults(page)).toEqual([]);
    await answer.getByRole('link').click();
    await expect(page.getByRole('button', { name: 'Days' })).toHaveAttribute('aria-current', 'true');
    expect(host.complaints).toEqual([]);
  },
);
