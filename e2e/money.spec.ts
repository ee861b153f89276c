import type { Page } from '@playwright/test';
import { faults } from './axe.ts';
import { expect, PAGE_ONLY, test } from './hosts.ts';
import { transcript, transcriptPath } from './logs.ts';
import { openTape, parts } from './window.ts';

const TITLE = 'Why is the nightly job slow?';
const MINUTE = 60_000;

interface Line {
  type: string;
  timestamp: string;
  message: { usage?: object };
}

/** What each answer read from the cache and wrote to it, in order. */
const USED = [
  { cache_read_input_tokens: 0, cache_creation_input_tokens: 120_000 },
  { cache_read_input_tokens: 120_000, cache_creation_input_tokens: 1000 },
  { cache_read_input_tokens: 20_000, cache_creation_input_tokens: 102_000 },
];

/** Three steps; before the third the reader was away for twelve minutes. */
const paused = (): string[] => {
  const { lines } = transcript()
    .prompt(TITLE)
    .answer('It waits for a lock.')
    .prompt('Which one?')
    .answer('The outbox.')
    .prompt('Fix it.')
    .answer('Done.');
  let answers = 0;
  return lines.map((line, at) => {
    const record = JSON.parse(line) as Line;
    const later = at >= 4 ? 12 * MINUTE : 0;
    const timestamp = new Date(Date.parse(record.timestamp) + later).toISOString();
    if (record.type !== 'assistant') return JSON.stringify({ ...record, timestamp });
    const usage = { ...record.message.usage, ...USED[answers++] };
    return JSON.stringify({ ...record, timestamp, message: { ...record.message, usage } });
  });
};

test.use({ files: { [transcriptPath()]: paused() } });

const money = (page: Page) => parts(page).inspector.getByRole('region', { name: 'Cache and cost' });

test('a cache miss is explained: what expired, what was sent again, and what that cost', async ({ host }) => {
  const { page } = host;
  const { playhead, context, library } = parts(page);
  await openTape(page, TITLE);
  await expect(playhead).toHaveText(/^Step 3 of 3/);
  await expect(money(page).getByRole('heading', { name: /^The cache expired: 101,000 tokens sent again, \$0\.38/ })).toBeVisible();
  await expect(money(page)).toContainText('12 min 14 s after step 2; it is kept for 5 min.');
  const cost = money(page).getByRole('table', { name: 'What this step cost' });
  await expect(cost.getByRole('row', { name: /^sent again/ })).toContainText('101,000');
  await expect(cost.getByRole('row', { name: /^this step/ })).toContainText('$0.39');
  await expect(money(page)).toContainText(/Computed at list prices of \d{4}-\d\d-\d\d/);
  await expect(context).toContainText('cache expired: 101 k tokens sent again');
  await expect(library.getByRole('treeitem', { name: TITLE })).toContainText('$');
  await page.keyboard.press('[');
  await expect(money(page).getByRole('heading', { name: 'The cache was warm' })).toBeVisible();
  await money(page)
    .getByRole('button', { name: /^3 expired/ })
    .click();
  await expect(playhead).toHaveText(/^Step 3 of 3/);
  expect(await faults(page)).toEqual([]);
  expect(host.complaints).toEqual([]);
});

test('who pays a subscription sees tokens only', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  await openTape(page, TITLE);
  await expect(money(page)).toContainText('$0.3');
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await page.getByRole('dialog').getByLabel('Cost').click();
  await page.getByRole('option', { name: 'Tokens only' }).click();
  await page.keyboard.press('Escape');
  await expect(money(page)).toContainText('The cache expired: 101,000 tokens sent again');
  await expect(money(page)).not.toContainText('$');
  await expect(parts(page).library).not.toContainText('$');
});
