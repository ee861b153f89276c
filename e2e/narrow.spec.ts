import type { Page } from '@playwright/test';
import { expect, PAGE_ONLY, test } from './hosts.ts';
import { transcriptPath } from './logs.ts';
import { openTape, parts, SHOPPING, shopping } from './window.ts';

test.use({ files: { [transcriptPath()]: shopping().lines } });

/** Opens the tape as on the smallest screen that is designed for. */
const openNarrow = async (page: Page): Promise<void> => {
  await openTape(page, SHOPPING);
  await page.setViewportSize({ width: 1024, height: 700 });
  await expect(page.getByRole('button', { name: 'Library', exact: true })).toBeVisible();
};

test('on a narrow window Enter shows the chosen block in the inspector, and Esc folds it away', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  const { context, inspector } = parts(page);
  await openNarrow(page);
  await context.getByText('Milk, bread, and a red bicycle.').click();
  await expect(inspector).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(inspector.getByText('entry 3 · line 3')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(inspector).toBeHidden();
  expect(host.complaints).toEqual([]);
});

test('on a narrow window no view cuts a control off', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  await openNarrow(page);
  for (const view of ['Context', 'Entries', 'Graph', 'Compare', 'Residency', 'Handoffs']) {
    await page.getByRole('tab', { name: view }).click();
    await expect(page.getByRole('region', { name: view })).toBeVisible();
    const cut = await page.locator('button, input, [role=tab], [role=combobox]').evaluateAll((controls) =>
      controls
        .filter((control) => control.checkVisibility())
        .filter((control) => {
          const { left, right, width } = control.getBoundingClientRect();
          return width > 0 && (left < 0 || right > window.innerWidth);
        })
        .map((control) => control.getAttribute('aria-label') ?? control.textContent),
    );
    expect(cut, view).toEqual([]);
  }
});

test('on a narrow window a part of the policy opens its editor at once', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  const { context, inspector } = parts(page);
  await openNarrow(page);
  await page.keyboard.press('End');
  await expect(context.getByText('Next request')).toBeVisible();
  await expect(inspector).toBeHidden();
  await context.getByRole('region', { name: 'Policy' }).getByRole('button', { name: 'as-recorded', exact: true }).click();
  await expect(inspector.getByRole('heading', { name: 'Begins at: as-recorded' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(inspector).toBeHidden();
  expect(host.complaints).toEqual([]);
});
