import type { Page } from '@playwright/test';
import { faults } from './axe.ts';
import { expect, PAGE_ONLY, test } from './hosts.ts';
import { transcriptPath } from './logs.ts';
import { choose, openTape, parts, SHOPPING, shopping } from './window.ts';

test.use({ files: { [transcriptPath()]: shopping().lines } });

const chartOf = (page: Page) => {
  const residency = page.getByRole('region', { name: 'Residency' });
  return {
    residency,
    names: residency.getByRole('list', { name: 'Rows' }),
    about: residency.getByRole('contentinfo').or(residency.locator('footer')).first(),
    ledger: (step: number) => residency.getByLabel(`Token ledger of step ${step}`),
  };
};

test('an entry is followed out of context in the residency chart', async ({ host }) => {
  const { page } = host;
  const { playhead, context } = parts(page);
  const { residency, names, about, ledger } = chartOf(page);
  await openTape(page, SHOPPING);
  await page.keyboard.press('8');
  await expect(residency.getByText(/entries over 3 steps/)).toBeVisible();
  await expect(ledger(4)).toBeVisible();
  await names.getByRole('button', { name: 'They list milk' }).click();
  await expect(about).toContainText('from step 4 on');
  await page.keyboard.press('Home');
  await page.keyboard.press('(');
  await expect(playhead).toHaveText(/^Step 4 of 4/);
  await page.keyboard.press('1');
  await expect(context).toContainText('Then paint the bicycle green.');
  await expect(context).toContainText('on another branch');
  await expect(context.getByRole('grid')).not.toContainText('Then sell the bicycle.');
});

test(
  'another branch has a lane in residency and timeline; a click moves the playhead there, and residency follows',
  PAGE_ONLY,
  async ({ host }) => {
    const { page } = host;
    const { playhead } = parts(page);
    const { names, ledger } = chartOf(page);
    await openTape(page, SHOPPING);
    await page.keyboard.press('8');
    await expect(names.getByRole('button', { name: 'Then paint the bicycle green.' })).toBeVisible();
    await expect(names.getByRole('button', { name: 'Then sell the bicycle.' })).toHaveCount(0);
    const lanes = (name: string) => page.getByRole('region', { name, exact: true }).getByRole('list', { name: 'Other branches' });
    await lanes('Residency')
      .getByRole('button', { name: /left at 2 · 1 step/ })
      .click();
    await expect(playhead).toHaveText(/^Step 3 of 4/);
    await expect(names.getByRole('button', { name: 'Then sell the bicycle.' })).toBeVisible();
    await expect(names.getByRole('button', { name: 'Then paint the bicycle green.' })).toHaveCount(0);
    await expect(ledger(3)).toBeVisible();
    await lanes('Tape')
      .getByRole('button', { name: /main · 1 step after 2/ })
      .click();
    await expect(playhead).toHaveText(/^Step 4 of 4/);
    await expect(names.getByRole('button', { name: 'Then sell the bicycle.' })).toHaveCount(0);
    expect(host.complaints).toEqual([]);
  },
);

test('rows are put together by file and by tool, and keys go through rows and steps', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  const { playhead } = parts(page);
  const { residency, names, about } = chartOf(page);
  await openTape(page, SHOPPING);
  await page.keyboard.press('8');
  for (const [rows, name] of [
    ['rows: files', 'notes.md'],
    ['rows: tools', 'Read'],
  ] as const) {
    await residency.getByRole('combobox', { name: 'Rows' }).click();
    await choose(page, rows);
    await expect(names.getByRole('button', { name: new RegExp(`^${name}`) })).toBeVisible();
  }
  await names.getByRole('button', { name: /^Read/ }).click();
  await expect(about).toContainText(/Read.*2 entries/);
  await page.keyboard.press('j');
  await expect(about).toContainText('no tool');
  await page.keyboard.press('ArrowLeft');
  await expect(playhead).toHaveText(/^Step 2 of 4/);
  await page.keyboard.press('ArrowRight');
  await expect(playhead).toHaveText(/^Step 4 of 4/);
  expect(await faults(page)).toEqual([]);
});

test('what a reader wrote about an entry is in its row, and what cost most leads to the row', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  const { inspector, dialog } = parts(page);
  const { residency, names, about } = chartOf(page);
  await openTape(page, SHOPPING);
  await page.keyboard.press('8');
  const row = names.getByRole('button', { name: 'Then paint the bicycle green.' });
  await row.click();
  await expect(inspector.getByRole('button', { name: 'annotate this entry' })).toBeVisible();
  await page.keyboard.press('e');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Nobody wanted that.');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText('1 annotation: Nobody wanted that.');
  await expect(about).toContainText('Nobody wanted that.');

  const costly = residency.getByRole('complementary', { name: 'What cost most' });
  await costly.getByRole('button', { name: /result.*Read notes\.md/ }).click();
  await expect(about).toContainText('Milk, bread, and a red bicycle');
  await expect(about).not.toContainText('Nobody wanted that.');
  expect(await faults(page)).toEqual([]);
});
