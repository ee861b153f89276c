import type { Page } from '@playwright/test';
import { faults } from './axe.ts';
import { copied, follow } from './follow.ts';
import { expect, PAGE_ONLY, test } from './hosts.ts';
import { transcript, transcriptPath } from './logs.ts';
import { openTape, parts } from './window.ts';

const ASKED = 'Never retry a 402: the card is dead, ask the user.';

const session = () => {
  const lines = transcript()
    .prompt('Map the errors of the card in the outbox.')
    .call('Read', { file_path: 'docs/retry.md' }, `Rules of the worker. ${ASKED} And more rules.`)
    .answer('I read the rules of the worker.')
    .prompt(ASKED)
    .answer('Understood, the errors of the card go to the user.')
    .prompt('Run the ledger suite with a single worker.')
    .answer('Decided: the suite runs with one worker, never with four.');
  for (let turn = 1; turn <= 20; turn++) lines.prompt(`Look at page ${turn} of the log.`).answer(`Page ${turn} is clean.`);
  lines.compact('The errors of the card are mapped by docs/retry.md. A card that is dead is never retried after a 402.');
  for (let turn = 1; turn <= 12; turn++) lines.prompt(`Go on with part ${turn}.`).answer(`Part ${turn} is done.`);
  return lines;
};

const TITLE = 'Map the errors of the card in the outbox.';

test.use({ files: { [transcriptPath()]: session().lines } });

const ask = async (page: Page, text: string) => {
  await page.keyboard.press('q');
  const field = page.getByLabel('Why not in context?');
  await expect(field).toBeFocused();
  await field.fill(text);
  await page.keyboard.press('Enter');
  await expect(field).not.toBeFocused();
  return page.getByRole('region', { name: 'Residency' });
};

test('pasted text is found as lost: the sentence, its rows, and what became of each', async ({ host }) => {
  const { page } = host;
  const { inspector, playhead } = parts(page);
  await openTape(page, TITLE);
  const residency = await ask(page, 'Run the ledger suite   with a single worker.');
  await expect(residency.getByRole('status').filter({ hasText: 'It is lost.' })).toContainText('Not in context at step 36. It is lost.');
  await expect(residency).toContainText('It left before step 25, by compaction 1 (auto). What replaced it does not mention it.');
  const rows = residency.getByRole('list', { name: 'Entries that contain it' });
  await expect(rows.getByRole('button')).toHaveCount(1);
  await expect(rows.getByRole('button')).toContainText('lost');
  await expect(rows.locator('mark')).toHaveText('Run the ledger suite with a single worker.');
  await expect(rows).toContainText(/\d+/);

  // Two entries have the other one: n and N go through them, ( and ) to the ends of their stay.
  await residency.getByLabel('Why not in context?').fill(ASKED);
  await page.keyboard.press('Enter');
  await expect(rows.getByRole('button')).toHaveCount(2);
  await page
    .getByRole('heading', { level: 1 })
    .or(residency)
    .first()
    .click({ position: { x: 2, y: 2 } });
  await page.keyboard.press('n');
  await expect(rows.getByRole('button', { pressed: true })).toContainText('#3');
  await page.keyboard.press('n');
  await expect(rows.getByRole('button', { pressed: true })).toContainText('reworded');
  // Next to the answer is what was lost, until an entry is opened.
  await expect(inspector).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(inspector).toContainText('It left before step 25, by compaction 1 (auto). What replaced it has similar wording.');
  await page.keyboard.press('N');
  await expect(rows.getByRole('button', { pressed: true })).toContainText('#3');
  await page.keyboard.press(')');
  await expect(playhead).toHaveText(/^Step 25 of/);
  await page.keyboard.press('(');
  await expect(playhead).toHaveText(/^Step 2 of/);
  await expect(residency).toContainText('In context at step 2');
  // Markers are those of what was asked for: where it came in, and where it left.
  for (const step of [3, 25]) {
    await page.keyboard.press('}');
    await expect(playhead).toHaveText(new RegExp(`^Step ${step} of`));
  }
  await page.keyboard.press('}');
  await page.keyboard.press('{');
  await expect(playhead).toHaveText(/^Step 3 of/);
  await page.keyboard.press('Escape');
  await expect(inspector).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(rows).toHaveCount(0);
});

test('a copied link carries the question', async ({ host }) => {
  const { page } = host;
  await openTape(page, TITLE);
  const text = 'Run the ledger suite with a single worker.';
  await expect((await ask(page, text)).getByRole('status').filter({ hasText: 'It is lost.' })).toBeVisible();
  const link = await copied(host);
  await page.getByRole('button', { name: 'Clear the question' }).click();
  await expect(page.getByLabel('Why not in context?')).toHaveValue('');
  await page.keyboard.press('1');
  await follow(host, link);
  await expect(page.getByLabel('Why not in context?')).toHaveValue(text);
  await expect(page.getByRole('region', { name: 'Residency' }).getByRole('status').filter({ hasText: 'It is lost.' })).toBeVisible();
});

test(
  'what a compaction lost is listed, a person\u2019s own words first, next to the answer and in handoffs',
  PAGE_ONLY,
  async ({ host }) => {
    const { page } = host;
    await openTape(page, TITLE);
    const residency = await ask(page, ASKED);
    const lost = residency.getByRole('complementary', { name: 'Lost here' });
    await expect(lost.getByRole('list', { name: 'Your instructions' })).toContainText('Run the ledger suite with a single worker.');
    await expect(lost.getByRole('list', { name: 'Your instructions' })).not.toContainText(ASKED);
    await expect(lost.getByRole('list', { name: 'Decisions, by their wording' })).toContainText('Decided: the suite runs with one worker');
    expect(await faults(page)).toEqual([]);
    await lost.getByRole('button', { name: 'Pin #7 in the next request' }).click();
    await expect(parts(page).context.getByRole('grid')).toContainText('Run the ledger suite with a single worker.');
    await page.keyboard.press('8');
    await page.keyboard.press('Escape');
    await page.keyboard.press('9');
    const handoffs = page.getByRole('region', { name: 'Handoffs' });
    await handoffs.getByRole('option', { name: /^compaction 1/ }).click();
    await handoffs.getByRole('button', { name: 'What left the context' }).click();
    await expect(handoffs.getByRole('region', { name: 'Lost here' }).getByRole('list', { name: 'Your instructions' })).toContainText(
      'Run the ledger suite',
    );
    expect(await faults(page)).toEqual([]);
  },
);

test(
  'on a narrow window what was lost is a drawer over the chart, and Esc folds it before it clears the question',
  PAGE_ONLY,
  async ({ host }) => {
    const { page } = host;
    const { inspector } = parts(page);
    await openTape(page, TITLE);
    await page.setViewportSize({ width: 1024, height: 700 });
    const residency = await ask(page, ASKED);
    const rows = residency.getByRole('list', { name: 'Entries that contain it' });
    const lost = residency.getByRole('complementary', { name: 'Lost here' });
    await expect(rows.getByRole('button')).toHaveCount(2);
    await expect(lost).toHaveCount(0);
    await expect(residency.getByRole('button', { name: 'Lost here' })).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('i');
    await expect(lost.getByRole('list', { name: 'Your instructions' })).toBeInViewport();
    await expect(residency.getByRole('button', { name: 'Lost here' })).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('i');
    await expect(lost).toHaveCount(0);
    await page.keyboard.press('n');
    await page.keyboard.press('Enter');
    await expect(inspector.getByText('entry 3 · line 3')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(inspector).toHaveCount(0);
    await expect(rows.getByRole('button')).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(rows).toHaveCount(0);
    expect(host.complaints).toEqual([]);
  },
);
