import { readFileSync, writeFileSync } from 'node:fs';
import { expect, PAGE_ONLY, test } from './hosts.ts';
import { answered, asked, newWorkspace, writing } from './native.ts';
import { chord, openTape, parts, tapeRow } from './window.ts';

test('a fork at the playhead is written to, previewed and merged back', async ({ host }) => {
  const { page, sandbox } = host;
  const { dialog, context, playhead } = parts(page);
  const { merge, line } = writing(page);
  const tape = await newWorkspace(sandbox);
  await openTape(page, 'harbour');
  await page.keyboard.press('f');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('red');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Try red');
  const fork = dialog.getByRole('region', { name: 'Next request' });
  await expect(fork).toContainText('3 blocks');
  await expect(fork).toContainText('nothing removednothing added');
  await dialog.getByRole('button', { name: 'Fork', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(tapeRow(page, 'red')).toBeVisible();
  await expect(line).toBeVisible();
  await tape(['append', '--fork', 'red'], [asked('Is red better?'), answered('Red paint, twice.')]);
  await expect(playhead).toHaveText(/^Step 2 of 2/);
  await expect(context).toContainText('Is red better?');
  await chord(page, 'g', 'm');
  await expect(merge.getByText('Merge into main')).toBeVisible();
  await expect(merge).toContainText('Red paint, twice.');
  const coming = merge.getByRole('region', { name: 'Next request' });
  await expect(coming).toContainText('5 blocks');
  await expect(coming).toContainText(/now~\d+ tokens3 blocks/);
  await expect(coming).toContainText('nothing removed2 entries added');
  const [, promised] = /Next request\s*~([\d,]+) tokens/.exec(await coming.innerText()) ?? [];
  expect(await tape(['info'])).toMatchObject({ entries: 4, forks: 1 });
  await merge.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByText('Merged red into main: 2 entries, #5 to #6.')).toBeVisible();
  await expect(playhead).toHaveText(/ of 2/);
  expect(await tape(['info'])).toMatchObject({ entries: 7, forks: 0 });
  const next = (await tape(['view', '--next'])) as { expected: { tokens: number }; blocks: { entries: number[] }[] };
  expect(next.blocks.map(({ entries }) => entries)).toEqual([[1], [2], [3], [5], [6]]);
  expect(String(next.expected.tokens)).toBe(promised);
  expect(host.complaints).toEqual([]);
});

test('a fork begins at the nearest place outside of an open call, and says why', PAGE_ONLY, async ({ host }) => {
  const { page, sandbox } = host;
  const { dialog, entries } = parts(page);
  const tape = await newWorkspace(sandbox);
  const call = { id: 'c1', type: 'function', function: { name: 'tide', arguments: '{}' } };
  await tape(['append'], [asked('How high is the tide?'), { kind: 'tool_call', payload: { calls: [call] } }]);
  await tape(['append'], [{ kind: 'tool_result', payload: { results: ['Two metres.'] } }, answered('Two metres.')]);
  await openTape(page, 'harbour');
  await page.keyboard.press('5');
  await entries.getByText('tide {}').first().click();
  await page.keyboard.press('f');
  const place = dialog.getByRole('textbox', { name: 'After entry' });
  await expect(
    dialog.getByText(/^No model accepts a fork after entry 5: The call tide \(c1\) of entry 5 has no result here\.$/),
  ).toBeVisible();
  await expect(place).toHaveValue('3');
  await dialog.getByRole('button', { name: 'the place after it, #7' }).click();
  await expect(place).toHaveValue('7');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('ebb');
  await dialog.getByRole('button', { name: 'Fork', exact: true }).click();
  await expect(dialog).toBeHidden();
  expect(await tape(['forks'])).toMatchObject({ items: [{ name: 'ebb', start: 7 }] });
  expect(host.complaints).toEqual([]);
});

test('what was typed for a fork is kept while the tape grows', async ({ host }) => {
  const { page, sandbox } = host;
  const { dialog, playhead } = parts(page);
  const tape = await newWorkspace(sandbox);
  await openTape(page, 'harbour');
  await page.keyboard.press('f');
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await name.fill('ebb');
  await tape(['append'], [asked('How high is the tide?'), answered('Two metres.')]);
  await expect(playhead).toHaveText(/^Step 2 of 2/);
  await expect(dialog.getByText('It shares entries 1 to 3 of 5.')).toBeVisible();
  await expect(name).toHaveValue('ebb');
  await dialog.getByRole('button', { name: 'Fork', exact: true }).click();
  await expect(dialog).toBeHidden();
  expect(await tape(['forks'])).toMatchObject({ items: [{ name: 'ebb', start: 3 }] });
});

test('a fork that is open is discarded from its foot, with a note, and its session is shown', PAGE_ONLY, async ({ host }) => {
  const { page, sandbox } = host;
  const { dialog } = parts(page);
  const tape = await newWorkspace(sandbox);
  await tape(['fork', 'red']);
  await tape(['append', '--fork', 'red'], [asked('Is red better?'), answered('Red paint, twice.')]);
  await expect(tapeRow(page, 'red')).toBeVisible();
  await tapeRow(page, 'red').click();
  await writing(page).bar.getByRole('button', { name: 'discard' }).click();
  await expect(dialog.getByRole('heading', { name: 'Discard red, fork of main' })).toBeVisible();
  await expect(dialog).toContainText('The fork has 5 entries, 2 of them its own.');
  await expect(dialog.getByRole('button', { name: 'Compare it with main' })).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Note' }).fill('no gain');
  await dialog.getByRole('button', { name: 'Discard the fork' }).click();
  await expect(page.getByText(/Discarded the fork red. Its entries are in .*archive/)).toBeVisible();
  await expect(tapeRow(page, 'red')).toHaveCount(0);
  expect(await tape(['forks'])).toMatchObject({ items: [] });
  expect(JSON.stringify(await tape(['log', '--limit', '1']))).toContain('no gain');
  expect(host.complaints).toEqual([]);
});

test('a conflict stops a merge until a strategy is chosen, and a gate may refute it', PAGE_ONLY, async ({ host }) => {
  const { page, sandbox } = host;
  const { merge } = writing(page);
  const tape = await newWorkspace(sandbox);
  await tape(['fork', 'red']);
  await tape(['handoff', 'painted', '--state', '{"colour":"green"}']);
  await tape(['handoff', 'painted', '--state', '{"colour":"red"}', '--fork', 'red']);
  const { workspace } = await tape(['info']);
  const config = `${workspace}/config.json`;
  writeFileSync(
    config,
    JSON.stringify({ ...JSON.parse(readFileSync(config, 'utf8')), gate: ['node', '-e', 'console.log("weighed"); process.exit(3)'] }),
  );
  const before = (await tape(['info'])).entries;
  await openTape(page, 'harbour');
  await expect(tapeRow(page, 'red')).toBeVisible();
  await chord(page, 'g', 'm');
  const go = merge.getByRole('button', { name: 'Merge', exact: true });
  await expect(merge.getByRole('status').filter({ hasText: 'conflicts' })).toBeVisible();
  await expect(go).toBeDisabled();
  await merge.getByRole('group', { name: 'on conflict' }).getByRole('button', { name: 'prefer parent' }).click();
  await expect(merge).toContainText('superseded');
  await expect(go).toBeEnabled();
  await merge.getByRole('group', { name: 'order' }).getByRole('button', { name: 'time' }).click();
  await expect(go).toBeEnabled();
  await merge.getByRole('button', { name: 'Run the gate' }).click();
  await expect(merge.getByRole('textbox', { name: 'What the gate printed' })).toHaveValue('weighed');
  expect((await tape(['info'])).entries).toBe(before);
  await merge.getByRole('checkbox', { name: /judged by/ }).uncheck();
  await expect(go).toBeEnabled();
  await go.click();
  await expect.poll(async () => (await tape(['info'])).forks).toBe(0);
  expect(host.complaints).toEqual([]);
});
