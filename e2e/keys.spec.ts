import { expect, test } from './hosts.ts';
import { transcriptPath } from './logs.ts';
import { openTape, parts, SHOPPING, shopping } from './window.ts';

test.use({ files: { [transcriptPath()]: shopping().lines } });

test('what is typed in one breath with the key of a dialog is in its field, and the keys go back to where they were', async ({ host }) => {
  const { page } = host;
  const { dialog, timeline } = parts(page);
  await openTape(page, SHOPPING);
  await timeline.focus();
  await Promise.all(['o', '/', 'q'].map((key) => page.keyboard.press(key)));
  await expect(dialog.getByRole('combobox', { name: 'Path' })).toHaveValue('/q');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(timeline).toBeFocused();
  expect(host.complaints).toEqual([]);
});

test('the focus is never left on the tab of a view that is not shown', async ({ host }) => {
  const { page } = host;
  await openTape(page, SHOPPING);
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  await tab('Context').focus();
  await page.keyboard.press('5');
  await expect(tab('Entries')).toHaveAttribute('aria-selected', 'true');
  await expect(tab('Entries')).toBeFocused();
  await page.keyboard.press('1');
  await expect(tab('Context')).toBeFocused();
});

test('a key that has nothing to do here says why', async ({ host }) => {
  const { page } = host;
  await openTape(page, SHOPPING);
  const says = (words: string) => expect(page.getByRole('status').filter({ hasText: words })).toBeVisible();
  await page.keyboard.press('Control+]');
  await says('There is no place to go forward to.');
  await page.keyboard.press('Alt+ArrowLeft');
  await says('No entry was inspected before this one.');
  await page.keyboard.press('.');
  await says('Select the entry to pin.');
  await page.keyboard.press('Delete');
  await says('Select the entry to leave out.');
  await page.keyboard.press(']');
  await says('This is the newest step. End shows the next request.');
  await page.keyboard.press('}');
  await says('No marker after this step.');
  await page.keyboard.press('Home');
  await page.keyboard.press('[');
  await says('This is the first step on its branch.');
  await page.keyboard.press('End');
  await page.keyboard.press('End');
  await page.keyboard.press(']');
  await says('Nothing follows the next request.');
  await page.keyboard.press('8');
  await page.getByText(/entries over \d+ steps/).waitFor();
  await page.keyboard.press(')');
  await says('Select a row: j and k.');
  expect(host.complaints).toEqual([]);
});

test('z shows the record of the selected block, where the inspector is folded away too, and says where none is selected', async ({
  host,
}) => {
  const { page } = host;
  const { context, inspector } = parts(page);
  await openTape(page, SHOPPING);
  await page.keyboard.press('z');
  await expect(page.getByRole('status').filter({ hasText: 'Select the entry to show raw.' })).toBeVisible();
  await context.getByText('Milk, bread, and a red bicycle.').click();
  await expect(inspector.getByRole('button', { name: 'Rendered' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('z');
  await expect(inspector).toContainText('"tool_use_id"');
  await page.keyboard.press('z');
  await expect(inspector).not.toContainText('"tool_use_id"');
  await page.keyboard.press('i');
  await expect(inspector).toBeHidden();
  await page.keyboard.press('z');
  await expect(inspector).toContainText('"tool_use_id"');
  await page.setViewportSize({ width: 1024, height: 700 });
  await expect(inspector).toBeHidden();
  await page.keyboard.press('z');
  await expect(inspector).toContainText('"tool_use_id"');
  expect(host.complaints).toEqual([]);
});
