import { faults } from './axe.ts';
import { expect, PAGE_ONLY, test } from './hosts.ts';
import { transcript, transcriptPath } from './logs.ts';
import { choose, chord, openTape, parts } from './window.ts';

const TITLE = 'What lies in the shed?';

/** Three turns; the first reads something long, which a small budget has no room for. */
const shed = () =>
  transcript()
    .prompt(TITLE)
    .call('Read', { file_path: 'shed.md' }, 'A ladder with eleven rungs. '.repeat(120))
    .answer('A ladder, and nothing else.')
    .prompt('Is it long enough for the roof?')
    .answer('It is, by two rungs.')
    .prompt('Then lend it to the neighbour.')
    .answer('It is lent.');

test.use({ files: { [transcriptPath()]: shed().lines } });

test('another policy for a step: what it loses, what it weighs, and all of it block by block', async ({ host }) => {
  const { page } = host;
  const { context, dialog } = parts(page);
  await openTape(page, TITLE);
  await context.getByRole('button', { name: 'What if…' }).click();
  await expect(dialog).toContainText('now as recorded');

  // Everything fits into 8,000 tokens: nothing would have been different.
  await expect(dialog).toContainText('Both are the same 7 blocks.');
  await dialog.getByRole('textbox', { name: 'Budget in tokens' }).fill('200');
  await page.keyboard.press('Enter');
  const lost = dialog.getByRole('region', { name: 'Blocks lost' });
  await expect(lost).toContainText('2 blocks lost');
  await expect(lost.getByRole('listitem').filter({ hasText: 'A ladder with eleven rungs' })).toContainText('over budget');
  await expect(dialog.getByRole('region', { name: 'Blocks gained' })).toContainText('No block gained');
  await expect(dialog.getByRole('row', { name: /^blocks/ })).toContainText('2 fewer');
  await expect(dialog.getByRole('row', { name: /^recorded/ })).toContainText('–');
  expect(await faults(page)).toEqual([]);

  await dialog.getByRole('button', { name: 'Compare block by block' }).click();
  await expect(dialog).toHaveCount(0);
  const compare = page.getByRole('region', { name: 'Compare', exact: true });
  await expect(compare).toContainText('as recorded');
  await expect(compare).toContainText('compact to 200');
  await expect(compare).toContainText('One step under two policies: 5 blocks alike, 2 only in A, none only in B.');
  await expect(compare.getByText('A ladder with eleven rungs').first()).toBeVisible();
  await expect(compare.getByText('over budget').first()).toBeVisible();

  // A reload, and so a link, brings the same comparison back.
  await page.reload();
  await expect(compare).toContainText('One step under two policies: 5 blocks alike, 2 only in A, none only in B.');
});

test('a block that another context would lose leads to its entry, by keys alone', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  const { dialog, inspector } = parts(page);
  await openTape(page, TITLE);
  await chord(page, 'g', 'i');
  await dialog.getByRole('textbox', { name: 'Budget in tokens' }).fill('200');
  await page.keyboard.press('Enter');
  const heaviest = dialog.getByRole('region', { name: 'Blocks lost' }).getByRole('button').first();
  await expect(heaviest).toContainText('A ladder with eleven rungs');
  await heaviest.focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(inspector.getByText(/A ladder with eleven rungs/).first()).toBeVisible();
});

test(
  'what the memory finds is in the context with its rank, and the context changes only when there are words',
  PAGE_ONLY,
  async ({ host }) => {
    const { page } = host;
    const { context, dialog } = parts(page);
    await openTape(page, TITLE);
    await chord(page, 'g', 'i');
    await dialog.getByRole('combobox', { name: 'Instead' }).click();
    await choose(page, /^memory of/);
    const words = dialog.getByRole('textbox', { name: 'Query of the memory' });
    await expect(words).toBeFocused();
    await expect(dialog).toContainText('Both are the same 7 blocks.');
    await page.keyboard.type('ladder');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('region', { name: 'Blocks lost' })).toContainText('blocks lost');

    await dialog.getByRole('button', { name: 'Show this context' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: 'Query of the memory' })).toHaveValue('ladder');
    await expect(context.getByRole('row', { name: /A ladder with eleven rungs/ })).toContainText(/recalled: hit \d of \d/);
    await expect(context.getByRole('row', { name: /Then lend it to the neighbour/ })).toBeVisible();
    await expect(context.getByRole('row', { name: /by two rungs/ })).toHaveCount(0);
  },
);

test('a budget is typed next to the list; what is none changes nothing', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  const { context } = parts(page);
  await openTape(page, TITLE);
  await context.getByRole('combobox', { name: 'Policy' }).click();
  await choose(page, /^compact to 8,000/);
  const budget = context.getByRole('textbox', { name: 'Budget in tokens' });
  await expect(budget).toHaveValue('8,000');
  await budget.fill('much');
  await page.keyboard.press('Enter');
  await expect(budget).toHaveAttribute('aria-invalid', 'true');
  await expect(context.getByRole('row', { name: /A ladder with eleven rungs/ })).toBeVisible();
  await budget.fill('200');
  await page.keyboard.press('Enter');
  await expect(context.getByRole('row', { name: /A ladder with eleven rungs/ })).toHaveCount(0);
  await expect(context).toContainText('beyond the budget of 200 tokens');
  await expect(context.getByRole('combobox', { name: 'Policy' })).toHaveText('compact to');
});
