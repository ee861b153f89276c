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

test('a path that is not a log gets a sentence, and so does one that is not there', async ({ host }) => {
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

test('a log that fits two agents as well is asked about, and opened as the one that is chosen', async ({ host }) => {
  const { page } = host;
  const { dialog } = parts(page);
  const header = { sessionId: 's1', projectHash: 'p1', startTime: '2026-01-05T09:00:00Z', kind: 'main' };
  const event = { type: 'session.start', data: { sessionId: 's1' }, id: 'a', timestamp: '2026-01-05T09:00:00Z', parentId: null };
  const log = host.sandbox.write('mixed.jsonl', [JSON.stringify(header), JSON.stringify(event)]);
  await page.getByRole('button', { name: 'Open a file or a folder…' }).click();
  await dialog.getByRole('combobox', { name: 'Path' }).fill(log);
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Open as Gemini CLI' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Open as Copilot CLI' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(parts(page).library.getByTitle('Copilot CLI', { exact: true }).first()).toBeVisible();
  expect(host.complaints).toEqual([]);
});
