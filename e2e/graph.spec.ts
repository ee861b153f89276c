import { readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, PAGE_ONLY, test } from './hosts.ts';
import { transcriptPath } from './logs.ts';
import { chord, nextBranch, openTape, parts, SHOPPING, shopping } from './window.ts';

test.use({ files: { [transcriptPath()]: shopping().lines } });

test('the graph draws the fork that is one, and a click moves the playhead', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  const { playhead } = parts(page);
  await openTape(page, SHOPPING);
  await page.keyboard.press('6');
  const graph = page.getByRole('region', { name: 'Graph' });
  await expect(graph.getByText('1 rewind', { exact: true })).toBeVisible();
  await expect(graph.getByText('fork point')).toBeVisible();
  await expect(graph.getByText('Then sell the bicycle.')).toBeVisible();
  await graph.getByText('Then sell the bicycle.').click();
  await expect(playhead).toHaveText(/^Step 3 of 4/);
  await graph.getByRole('button', { name: '1 rewind' }).click();
  await expect(graph.getByText('fork point')).toBeHidden();
  expect(host.complaints).toEqual([]);
});

test('two siblings are next to each other, and a link leads back to them', async ({ host }) => {
  const { page } = host;
  await openTape(page, SHOPPING);
  await page.keyboard.press('d');
  await nextBranch(page);
  await page.keyboard.press('d');
  await page.keyboard.press('7');
  const compare = page.getByRole('region', { name: 'Compare' });
  const shown = async () => {
    await expect(compare.getByText('Same prefix')).toBeVisible();
    await expect(compare.getByText(/2 steps shared/)).toBeVisible();
    await expect(
      compare
        .getByText('Then paint the bicycle green.')
        .or(compare.locator('mark').filter({ hasText: 'paint' }))
        .first(),
    ).toBeVisible();
    await expect(
      compare
        .getByText('Then sell the bicycle.')
        .or(compare.locator('mark').filter({ hasText: 'sell' }))
        .first(),
    ).toBeVisible();
  };
  await shown();
  await expect(page).toHaveURL(/with=/);
  await page.reload();
  await shown();
  expect(host.complaints).toEqual([]);
});

test('an entry where nobody may fork says which call is in the way', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  const { inspector } = parts(page);
  await openTape(page, SHOPPING);
  await page.keyboard.press('Home');
  await expect(inspector.getByText(/The call Read .* has no result here\. Fork after #4\./)).toBeVisible();
  await inspector.getByRole('button', { name: '#4', exact: true }).click();
  await expect(inspector.getByText('entry 4 · line 4')).toBeVisible();
  await expect(inspector.getByText('You can fork here')).toBeVisible();
});

test('the fork dialog opens at the nearest place where a fork may begin, and offers the others', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  const { dialog } = parts(page);
  await openTape(page, SHOPPING);
  await page.keyboard.press('5');
  await parts(page).entries.getByText('Milk, bread, and a red bicycle.').click();
  await chord(page, 'g', 'u');
  const place = dialog.getByRole('textbox', { name: 'After entry' });
  await expect(place).toHaveValue('4');
  await expect(dialog.getByText("No fork after entry 3: The result of entry 3 waits for the model's answer.")).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'the place after it, #4' })).toHaveAttribute('aria-pressed', 'true');
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('4 entries stay');
  await place.fill('5');
  await dialog.getByRole('button', { name: 'the place after it, #6' }).click();
  await expect(place).toHaveValue('6');
  await place.fill('5');
  await dialog.getByRole('button', { name: 'the place before it, #4' }).click();
  await expect(place).toHaveValue('4');
  expect(host.complaints).toEqual([]);
});

test('the turn of the selected entry is offered to be dropped', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  const { dialog } = parts(page);
  await openTape(page, SHOPPING);
  await page.keyboard.press('5');
  await parts(page).entries.getByText('Then paint the bicycle green.').click();
  await chord(page, 'g', 'u');
  await dialog.getByRole('button', { name: 'drop turns' }).click();
  await expect(dialog.getByRole('textbox', { name: 'From entry' })).toHaveValue('7');
  await expect(dialog.getByRole('textbox', { name: 'To entry' })).toHaveValue('8');
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('2 entries go');
  expect(host.complaints).toEqual([]);
});

test('a fork is written as a session of its own, and the source stays as it was', async ({ host }) => {
  const { page, sandbox } = host;
  const { dialog } = parts(page);
  const source = join(sandbox.folder, transcriptPath());
  const before = readFileSync(source, 'utf8');
  // A file that was just written to counts as being written still, and is refused.
  utimesSync(source, new Date(Date.now() - 3_600_000), new Date(Date.now() - 3_600_000));
  await openTape(page, SHOPPING);
  await chord(page, 'g', 'u');
  const place = dialog.getByRole('textbox', { name: 'After entry' });
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await place.fill('2');
  await expect(preview.getByRole('alert')).toContainText('Read');
  await expect(dialog.getByRole('button', { name: 'Write the copy' })).toBeDisabled();
  await place.fill('4');
  await expect(preview).toContainText('4 entries stay');
  await dialog.getByRole('button', { name: 'Write the copy' }).click();
  await expect(dialog.getByText(/claude (-r|--resume)/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Open the copy' }).click();
  await expect(dialog).toBeHidden();
  await expect(parts(page).playhead).toHaveText(/^Step 2 of 2/);
  expect(readFileSync(source, 'utf8')).toBe(before);
  expect(host.complaints).toEqual([]);
});
