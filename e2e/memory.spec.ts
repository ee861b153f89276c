import { faults } from './axe.ts';
import { expect, PAGE_ONLY, test } from './hosts.ts';
import { transcriptPath } from './logs.ts';
import { answered, asked, newWorkspace } from './native.ts';
import { chord, openTape, parts, SHOPPING, shopping } from './window.ts';

test.use({ files: { [transcriptPath()]: shopping().lines } });

test('what the memory recalls, the entry behind it, and the context that it makes', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  const { dialog, inspector, context } = parts(page);
  await openTape(page, SHOPPING);
  await chord(page, 'g', 'y');
  const field = dialog.getByRole('combobox', { name: 'What to recall' });
  await expect(field).toBeFocused();
  await page.keyboard.type('red bicycle');
  const hits = dialog.getByRole('listbox', { name: 'Recalled for red bicycle' });
  await expect(hits.getByRole('option').first()).toContainText('red bicycle');
  await expect(dialog.getByRole('status')).toContainText('digest checked');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(inspector.getByText(/red bicycle/).first()).toBeVisible();

  await chord(page, 'g', 'y');
  await expect(field).toBeFocused();
  await page.keyboard.type('milk');
  await expect(dialog.getByRole('listbox', { name: 'Recalled for milk' })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await expect(context.getByRole('textbox', { name: 'Query of the memory' })).toHaveValue('milk');
  await expect(context.getByRole('row', { name: /Milk, bread/ }).first()).toContainText(/recalled: hit \d of \d/);

  // p leaves it, and comes round to it again.
  const policy = context.getByRole('combobox', { name: 'Policy' });
  for (const name of ['as recorded', 'from the last anchor', 'full', 'summary and its sources', 'memory of']) {
    await page.keyboard.press('p');
    await expect(policy).toHaveText(name);
  }
  await expect(context.getByRole('textbox', { name: 'Query of the memory' })).toHaveValue('milk');
  expect(host.complaints).toEqual([]);
});

test('the memory of the family reaches a sibling session, in the list and in the context', async ({ host }) => {
  const { page, sandbox } = host;
  const { dialog, context, library, playhead } = parts(page);
  const tape = await newWorkspace(sandbox);
  await openTape(page, 'harbour');
  await tape(['append', '--session', 'side', '--new'], [asked('The varnish dries in seven hours.')]);
  await expect(library.getByRole('treeitem', { name: /side/ })).toBeVisible();
  // A step recalls what was said before it.
  await tape(['append'], [asked('And then?'), answered('Sand it.')]);
  await expect(playhead).toHaveText(/^Step 2 of 2/);
  await chord(page, 'g', 'y');
  await page.keyboard.type('varnish');
  await expect(dialog.getByText('No entry of this tape has one of these words.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Where to look' }).click();
  await page.getByRole('option', { name: /its family/ }).click();
  await expect(dialog.getByRole('listbox', { name: 'Recalled for varnish' }).getByRole('option')).toContainText('seven hours');
  await dialog.getByRole('button', { name: /with the entries recalled/ }).click();
  await expect(context.getByRole('row', { name: /seven hours/ }).first()).toContainText(/recalled: hit 1 of 1/);
  expect(host.complaints).toEqual([]);
});

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious in the memory (${theme})`, PAGE_ONLY, async ({ host }) => {
    const { page } = host;
    const { dialog } = parts(page);
    await page.emulateMedia({ colorScheme: theme });
    await openTape(page, SHOPPING);
    await chord(page, 'g', 'y');
    expect(await faults(page)).toEqual([]);
    await page.keyboard.type('bicycle');
    await expect(dialog.getByRole('option').first()).toBeVisible();
    expect(await faults(page)).toEqual([]);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('zeppelin');
    await expect(dialog.getByRole('option')).toHaveCount(0);
    expect(await faults(page)).toEqual([]);
  });
}
