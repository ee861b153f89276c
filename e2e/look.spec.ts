import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { faults } from './axe.ts';
import { expect, PAGE_ONLY, test } from './hosts.ts';
import { transcriptPath } from './logs.ts';
import { openSamples, openTape, parts, SHOPPING, setTheme, shopping } from './window.ts';

test.use({ files: { [transcriptPath()]: shopping().lines } });

test('the theme changes at once, and is kept', async ({ host }) => {
  const { page, sandbox } = host;
  await expect(parts(page).library).toBeVisible();
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await setTheme(page, 'Dark');
  const dark = await ground();
  await setTheme(page, 'Light');
  expect(await ground()).not.toBe(dark);
  await setTheme(page, 'Dark');
  // The page shows it before the engine has it; the last of them is on the disk before the page is asked for again.
  await expect.poll(() => readFileSync(join(sandbox.folder, '.tapescope/settings.json'), 'utf8')).toContain('"theme": "dark"');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await ground()).toBe(dark);
});

test('? lists the keys', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  const { dialog } = parts(page);
  await openTape(page, SHOPPING);
  await page.keyboard.press('?');
  await expect(dialog.getByRole('heading', { name: 'Keys' })).toBeVisible();
  for (const what of ['Previous step', 'Next step', 'Next block or entry', 'Search'])
    await expect(dialog.getByText(what, { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('axe finds nothing serious where a context has omissions and warnings', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  const { context } = parts(page);
  await openSamples(page);
  for (const title of ['Tide tables read an hour early', 'cli:local']) {
    await openTape(page, title);
    await expect(context.getByRole('button', { name: 'show' }).first()).toBeVisible();
    expect(await faults(page)).toEqual([]);
  }
});

for (const theme of ['Light', 'Dark'] as const) {
  test(`axe finds nothing serious on the main screens (${theme.toLowerCase()})`, PAGE_ONLY, async ({ host }) => {
    const { page } = host;
    const { dialog, context, entries, inspector } = parts(page);
    await expect(page.getByRole('heading', { name: 'See what the model saw' })).toBeVisible();
    await setTheme(page, theme);
    const found: Record<string, string[]> = { welcome: await faults(page) };
    await openTape(page, SHOPPING);
    await context.getByText('Milk, bread, and a red bicycle.').click();
    await expect(inspector.getByText('entry 3 · line 3')).toBeVisible();
    found.context = await faults(page);
    await page.getByRole('tab', { name: 'Entries' }).click();
    await expect(entries.getByRole('row').first()).toBeVisible();
    found.entries = await faults(page);
    await page.getByRole('button', { name: /receipt/ }).click();
    await expect(dialog).toContainText('Every line is accounted for.');
    found.receipt = await faults(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.type('bicycle');
    await expect(page.getByRole('option').first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible();
    found.search = await faults(page);
    await page.getByRole('button', { name: /^back to / }).click();
    for (const [name, key] of [
      ['keys', '?'],
      ['open', 'o'],
      ['palette', 'Control+k'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(dialog).toBeVisible();
      found[name] = await faults(page);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
    expect(found).toEqual({ welcome: [], context: [], entries: [], receipt: [], search: [], keys: [], open: [], palette: [] });
  });
}
