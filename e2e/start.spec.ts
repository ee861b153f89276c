import { expect, test } from './hosts.ts';
import { parts } from './window.ts';

test('a first start without any logs offers the samples, and shows them', async ({ host }) => {
  const { page } = host;
  await expect(page.getByRole('heading', { name: 'No logs yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Open the sample tapes' }).click();
  const rows = parts(page).library.getByRole('treeitem');
  await expect.poll(() => rows.count()).toBeGreaterThan(3);
  for (const agent of ['Claude Code', 'Bub', 'Codex', 'pi'])
    await expect(parts(page).library.getByTitle(agent, { exact: true }).first()).toBeVisible();
  await expect(parts(page).context.getByRole('grid')).toBeVisible();
  expect(host.complaints).toEqual([]);
});

test('a path that is no log gets a sentence, and so does one that is not there', async ({ host }) => {
  const { page } = host;
  const { dialog } = parts(page);
  const list = host.sandbox.write('list.txt', ['milk', 'bread']);
  await page.getByRole('button', { name: 'Open a file or a folder…' }).click();
  await dialog.getByRole('combobox', { name: 'Path' }).fill(list);
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(dialog.getByText(list).last()).toBeVisible();
  await expect(dialog.getByText(/Claude Code/).last()).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Path' }).fill(`${list}.absent`);
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(dialog.getByText(`${list}.absent`).last()).toBeVisible();
});
