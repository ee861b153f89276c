import { copied, follow } from './follow.ts';
import { expect, PAGE_ONLY, test } from './hosts.ts';
import { transcriptPath } from './logs.ts';
import { asked, newWorkspace, terminalIn } from './native.ts';
import { chord, openTape, parts, SHOPPING, shopping, tapeRow } from './window.ts';

test.use({ files: { [transcriptPath()]: shopping().lines } });

test('the playhead goes after the last step, and a link, back and forward carry it', async ({ host }) => {
  const { page } = host;
  const { playhead, context, timeline, dialog } = parts(page);
  const next = page.getByRole('status').filter({ hasText: /^Next request, after step 4 of 4/ });
  await openTape(page, SHOPPING);
  await page.keyboard.press('Home');
  await expect(playhead).toHaveText(/^Step 1 of 4/);
  await page.keyboard.press('End');
  await expect(playhead).toHaveText(/^Step 4 of 4/);
  await expect(context).not.toContainText('The bicycle is green now.');
  await page.keyboard.press('End');
  await expect(next).toHaveCount(1);
  await expect(context.getByText('Next request')).toBeVisible();
  await expect(context).toContainText('The bicycle is green now.');
  await expect(page).toHaveURL(/step=next/);

  const link = await copied(host);
  expect(link).toContain('step=next');
  await page.keyboard.press('[');
  await expect(playhead).toHaveText(/^Step 4 of 4/);
  await follow(host, link);
  await expect(next).toHaveCount(1);
  await page.keyboard.press('Control+[');
  await expect(playhead).toHaveText(/^Step 4 of 4/);
  await page.keyboard.press('Control+]');
  await expect(next).toHaveCount(1);

  await page.keyboard.press('d');
  const compared = page.getByRole('region', { name: 'Compare' });
  await expect(compared.getByRole('button', { name: 'step 4', exact: true })).toBeVisible();
  await expect(compared.getByRole('button', { name: 'next request' })).toBeVisible();
  await expect(compared).toContainText('B continues A from step 4');
  await expect(page).toHaveURL(/with=[0-9a-f]+%404%2C[0-9a-f]+%40next/);

  await page.keyboard.press('v');
  await expect(dialog.getByRole('heading', { name: 'Changes at the next request' })).toBeVisible();
  await expect(dialog.getByRole('listbox')).toContainText('The bicycle is green now.');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await page.keyboard.press('Home');
  await expect(playhead).toHaveText(/^Step 1 of 4/);
  const box = await timeline.boundingBox();
  if (box === null) throw new Error('The timeline has no place.');
  await timeline.click({ position: { x: box.width - 40, y: box.height / 2 } });
  await expect(next).toHaveCount(1);
  await timeline.click({ position: { x: box.width * 0.8, y: box.height / 2 } });
  await expect(playhead).toHaveText(/^Step [34] of 4/);
  expect(host.complaints).toEqual([]);
});

test('the next request after a handoff is that of its phase, and the way it is known can be asked', PAGE_ONLY, async ({ host }) => {
  const { page, sandbox } = host;
  const { playhead, context } = parts(page);
  const tape = await newWorkspace(sandbox);
  await expect(tapeRow(page, 'harbour')).toBeVisible();
  await openTape(page, 'harbour');
  await expect(playhead).toHaveText(/^Step 1 of 1/);
  await tape(['handoff', 'painted', '--summary', 'The boat is green']);
  await tape(['append'], [asked('And the oars?')]);
  await page.keyboard.press('End');
  await expect(context.getByText('Next request')).toBeVisible();
  await expect(context).toContainText('The boat is green');
  await expect(context).toContainText('And the oars?');
  await expect(context.getByRole('row', { name: /Green paint/ })).toHaveCount(0);
  await expect(page.getByText('then a handoff to painted · prompt #5 waits')).toBeVisible();
  const next = (await tape(['view', '--next'])) as { expected: { tokens: number }; blocks: { entries: number[] }[] };
  expect(next.blocks.map(({ entries }) => entries)).toEqual([[4], [5]]);
  await expect(context.getByText(`~${next.expected.tokens} tokens`)).toBeVisible();
  await context.getByRole('button', { name: 'derived' }).click();
  await expect(page.getByRole('dialog', { name: 'How this is known' })).toContainText('the log does not say');
  await page.keyboard.press('Escape');
  expect(host.complaints).toEqual([]);
});

test('the preview of a compaction shows the next request of the copy, and what leaves it', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  const { playhead, dialog } = parts(page);
  await openTape(page, SHOPPING);
  await expect(playhead).toHaveText(/^Step 4 of 4/);
  await chord(page, 'g', 'u');
  await dialog.getByRole('button', { name: 'compact' }).click();
  await dialog.getByRole('textbox', { name: 'Turns to keep' }).fill('1');
  const coming = dialog.getByRole('region', { name: 'Next request' });
  await expect(coming).toContainText(/−\d+.*now~[\d,]+ tokens6 blocks/);
  await expect(coming).toContainText('1 entry added');
  await expect(coming).toContainText('4 entries removed#1–4');
  await page.keyboard.press('Escape');
  expect(host.complaints).toEqual([]);
});

test('a tape without a step shows the next request in place of an empty panel', PAGE_ONLY, async ({ host }) => {
  const { page, sandbox } = host;
  const { context } = parts(page);
  const tape = terminalIn(sandbox, 'cove');
  await tape(['init']);
  await tape(['append'], [asked('Where is the anchor?')]);
  await tapeRow(page, 'cove').click();
  await expect(context.getByText('Next request')).toBeVisible();
  await expect(context.getByRole('row', { name: /Where is the anchor/ })).toBeVisible();
  // There is no step to hold it against.
  await page.keyboard.press('v');
  await expect(parts(page).dialog).toContainText('2 blocks added');
  await expect(parts(page).dialog).not.toContainText('against step');
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await expect(page.getByRole('region', { name: 'What if', exact: true })).toContainText('Both are the same 2 blocks.');
  expect(host.complaints).toEqual([]);
});

test('a policy is built part by part, each edit with its difference and a way back', async ({ host }) => {
  const { page, sandbox } = host;
  const { context, inspector } = parts(page);
  const tape = await newWorkspace(sandbox);
  await tape(['handoff', 'painted', '--summary', 'The boat is green']);
  await tape(['append'], [asked('And the oars?')]);
  await expect(tapeRow(page, 'harbour')).toBeVisible();
  await openTape(page, 'harbour');
  await page.keyboard.press('End');
  await expect(context.getByText('Next request')).toBeVisible();
  await expect(context.getByRole('row', { name: /Green paint/ })).toHaveCount(0);
  const policy = context.getByRole('region', { name: 'Policy' });
  await expect(policy.getByRole('button', { name: 'as-recorded', exact: true })).toBeVisible();

  await page.keyboard.press('l');
  await page.keyboard.type('pin:#3');
  await page.keyboard.press('Enter');
  await expect(context.getByRole('row', { name: /Green paint/ })).toBeVisible();
  await expect(policy).toContainText(/\+\d+ by this edit/);
  await expect(page).toHaveURL(/policy=as-recorded\+%2B\+pin%3A%233/);

  await policy.getByRole('textbox', { name: 'Add to the policy' }).fill('pins:#2');
  await page.keyboard.press('Enter');
  await expect(policy.getByRole('alert')).toHaveText(
    '“pins:#2” is not a part of a policy; try pin:#12, without:#7, memory:"words" or budget:8000.',
  );
  await expect(page.getByRole('alert')).toHaveCount(1);
  await policy.getByRole('textbox', { name: 'Add to the policy' }).fill('memory:"paint"');
  await page.keyboard.press('Enter');
  const memory = policy.getByRole('button', { name: 'memory:"paint"', exact: true });
  await memory.click();
  await expect(inspector.getByRole('heading', { name: 'Memory: “paint”' })).toBeVisible();
  await inspector.getByRole('textbox', { name: 'Query of the memory' }).fill('boat');
  await page.keyboard.press('Enter');
  await expect(policy.getByRole('button', { name: 'memory:"boat"', exact: true })).toBeVisible();
  await policy.getByRole('button', { name: 'Remove memory:"boat"' }).click();
  await expect(policy.getByRole('button', { name: /^memory/ })).toHaveCount(0);
  await policy.getByRole('button', { name: 'undo' }).click();
  await expect(policy.getByRole('button', { name: 'memory:"boat"', exact: true })).toBeVisible();

  await policy.getByRole('button', { name: 'save as…' }).click();
  await page.keyboard.type('oars');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Policy' })).toHaveText('oars');
  const named = (await tape(['view', '--next', '--policy', 'oars'])) as {
    policy: string;
    expected: { tokens: number };
    blocks: { entries: number[] }[];
  };
  expect(named.policy).toBe('as-recorded + pin:#3 + memory:"boat"');
  expect(named.blocks.map(({ entries }) => entries)).toEqual([[4], [2], [3], [5]]);
  await expect(context.getByText(`~${named.expected.tokens} tokens`)).toBeVisible();

  await context.getByRole('row', { name: /And the oars/ }).click();
  await page.keyboard.press('Delete');
  await expect(policy.getByRole('button', { name: 'without:#5', exact: true })).toBeVisible();
  await expect(context.getByRole('row', { name: /^user And the oars/ })).toHaveCount(0);
  expect(host.complaints).toEqual([]);
});

test('settings list the named policies, and change and remove them by keyboard', PAGE_ONLY, async ({ host }) => {
  const { page, sandbox } = host;
  const { dialog } = parts(page);
  const tape = await newWorkspace(sandbox);
  await tape(['policy', 'set', 'oars', 'full + budget:8000']);
  await openTape(page, 'harbour');
  const policies = async () => ((await tape(['policy', 'list'])) as { items: { name: string; line: string }[] }).items;
  await page.keyboard.press('Control+,');
  const line = dialog.getByRole('textbox', { name: 'The policy oars' });
  await expect(line).toHaveValue('full + budget:8000');
  await line.fill('full + budgets:9000');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText(
    '“budgets:9000” is not a part of a policy; try pin:#12, without:#7, memory:"words" or budget:8000.',
  );
  await line.fill('full + budget:9000');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await expect.poll(policies).toMatchObject([{ name: 'oars', line: 'full + budget:9000' }]);
  await expect(dialog.getByText('Enter saves it')).toHaveCount(0);
  await expect(line).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('removed')).toBeVisible();
  expect(await policies()).toEqual([]);
  await expect(dialog.getByRole('button', { name: 'undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(line).toHaveValue('full + budget:9000');
  await expect(line).toBeFocused();
  expect(await policies()).toMatchObject([{ name: 'oars', where: 'workspace' }]);
  expect(host.complaints).toEqual([]);
});
