import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { AGENTS, filesOf } from './agents.ts';
import { faults } from './axe.ts';
import { expect, PAGE_ONLY, test } from './hosts.ts';
import { transcript, transcriptPath } from './logs.ts';
import { parts, pressBoth, SHOPPING, shopping } from './window.ts';

/** Sessions of three agents, of which one logs what its requests cost. */
test.use({ files: { ...Object.assign({}, ...AGENTS.map(filesOf)), [transcriptPath()]: shopping().lines } });

const sums = (page: Page) => page.getByRole('region', { name: 'Sums' });
const row = (page: Page, name: string) => sums(page).getByRole('row', { name });

const openOverview = async (page: Page): Promise<void> => {
  await expect(parts(page).library.getByRole('treeitem', { name: SHOPPING })).toBeVisible();
  await pressBoth(page, 'g', 'o');
  await expect(sums(page)).toBeVisible();
};

/** Lines of the answer at the head of which something is cut off, at their ends or below. */
const cutInAnswer = (page: Page): Promise<number> =>
  page
    .getByRole('status')
    .filter({ has: page.getByRole('heading', { level: 1 }) })
    .evaluate((answer) => {
      const below = (answer.parentElement ?? answer).getBoundingClientRect().bottom;
      return [...answer.children].filter((line) => line.scrollWidth > line.clientWidth || line.getBoundingClientRect().bottom > below)
        .length;
    });

const numberIn = async (page: Page, name: string, column: number): Promise<number> =>
  Number((await row(page, name).locator(`> :nth-child(${column})`).textContent())?.replaceAll(',', ''));

test('sessions of three agents come to the same sums by day, project, model and agent', async ({ host }) => {
  const { page } = host;
  await openOverview(page);
  await expect(row(page, 'All').locator('> :nth-child(2)')).toHaveText('3');
  for (const [width, height] of [
    [1440, 900],
    [1024, 700],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => cutInAnswer(page)).toBe(0);
  }
  for (const tab of ['Days', 'Projects', 'Models', 'Agents']) {
    await page.getByRole('navigation', { name: 'Added up by' }).getByRole('button', { name: tab }).click();
    await expect(page.getByRole('button', { name: tab })).toHaveAttribute('aria-current', 'true');
    const steps = await sums(page).locator('tbody tr:not(:first-child) > :nth-child(4)').allTextContents();
    expect(steps.reduce((sum, text) => sum + Number(text), 0)).toBe(await numberIn(page, 'All', 4));
    expect(await faults(page)).toEqual([]);
  }
  await expect(row(page, 'pi')).toContainText('$0.0');
  await expect(row(page, 'Claude Code')).toContainText('$');
  await expect.poll(() => new URL(page.url()).hash).toBe('#/overview?by=agent');
  expect(host.complaints).toEqual([]);
});

test('figures lead to the sessions that they are of, and the largest sessions to their tapes', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  await openOverview(page);
  await page.getByRole('button', { name: 'Agents' }).click();
  await row(page, 'Codex').getByRole('link', { name: 'Codex' }).click();
  await expect(page.getByRole('treegrid', { name: 'Sessions' }).locator('[aria-level]')).toHaveCount(1);
  await page.goBack();
  await page.getByRole('complementary', { name: 'Largest sessions' }).getByRole('link', { name: SHOPPING }).click();
  await expect(page.getByRole('region', { name: 'Context' })).toBeVisible();
});

test('keys choose days, the address keeps them, Escape shows all again, and what is shown is saved as CSV', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  await openOverview(page);
  const all = await numberIn(page, 'All', 4);
  await page.getByRole('slider', { name: 'Days to add up' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => new URL(page.url()).hash).toMatch(/^#\/overview\?filter=since/);
  await expect.poll(() => numberIn(page, 'All', 4)).toBeLessThan(all);
  const some = await numberIn(page, 'All', 4);
  await page.reload();
  await expect.poll(() => numberIn(page, 'All', 4)).toBe(some);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const lines = (await readFile(await (await saving).path(), 'utf8')).trim().split('\n');
  expect(lines[0]).toMatch(/^day,sessions,/);
  expect(lines.slice(1).reduce((sum, line) => sum + Number(line.split(',')[3]), 0)).toBe(some);
  await page.getByRole('slider', { name: 'Days to add up' }).focus();
  await page.keyboard.press('Escape');
  await expect.poll(() => numberIn(page, 'All', 4)).toBe(all);
});

test('the slowest tools lead to their calls, and the longest to its entry', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  await openOverview(page);
  await page.getByRole('button', { name: 'Slowest tools' }).click();
  const tool = sums(page).locator('tbody tr').filter({ hasText: 'Claude Code' }).first();
  await expect(tool).toBeVisible();
  await expect(sums(page).getByText(/read so far/)).toHaveCount(0);
  expect(await faults(page)).toEqual([]);
  const calls = Number(await tool.locator('> :nth-child(4)').textContent());
  expect(calls).toBeGreaterThan(0);
  await expect.poll(() => new URL(page.url()).hash).toBe('#/overview?by=tool');
  await tool.locator('> :nth-child(4) a').click();
  await expect(page.getByRole('region', { name: 'Search' }).getByRole('status').first()).toContainText(new RegExp(`^${calls} hits? in`));
  await page.goBack();
  await tool.locator('> :nth-child(9) a').click();
  await expect(parts(page).inspector).toBeVisible();
  expect(host.complaints).toEqual([]);
});

test.describe('a session that was compacted', () => {
  const lines = transcript()
    .prompt('Never rename the public error codes, mobile parses them.')
    .answer('Noted.')
    .prompt('Mend the retries in src/outbox.ts, the limit is 9 per minute.')
    .answer('Done.')
    .compact('The retries of src/outbox.ts are mended: the limit is 9 per minute.')
    .prompt('And now?')
    .answer('Nothing more.').lines;
  test.use({ files: { [transcriptPath()]: lines } });
  test('says which instructions its compaction lost, and leads there', PAGE_ONLY, async ({ host }) => {
    const { page } = host;
    await expect(parts(page).library.getByRole('treeitem').first()).toBeVisible();
    await pressBoth(page, 'g', 'o');
    await page.getByRole('button', { name: 'Lost instructions' }).click();
    const session = sums(page).locator('tbody tr').nth(1);
    await expect(session).toContainText('Never rename the public error codes');
    expect(await session.locator('td').allTextContents()).toEqual(['notes', '1', '2', '1']);
    expect(await faults(page)).toEqual([]);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    expect(await readFile(await (await saving).path(), 'utf8')).toMatch(/^tape,title,.*\n.*Never rename.*,claude-code,1,2,1,\d+\n$/);
    await session.locator('td').last().getByRole('link').click();
    await expect(page.getByRole('region', { name: 'Handoffs' })).toContainText('compaction 1');
    expect(host.complaints).toEqual([]);
  });
});

test.describe('a library without sessions', () => {
  test.use({ files: {} });
  test('says in Overview what to do', PAGE_ONLY, async ({ host }) => {
    const { page } = host;
    // Where it has drawn this, the window has come to its own page, and answers to keys.
    await expect(page.getByRole('heading', { name: 'No logs yet' })).toBeVisible();
    await pressBoth(page, 'g', 'o');
    const overview = page.getByRole('region', { name: 'Overview' });
    await expect(overview).toContainText('nothing to add up');
    await overview.getByRole('button', { name: 'Open…' }).click();
    await expect(parts(page).dialog).toBeVisible();
  });
});
