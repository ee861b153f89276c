import type { Page } from '@playwright/test';
import { faults } from './axe.ts';
import { expect, PAGE_ONLY, test } from './hosts.ts';
import { transcriptPath } from './logs.ts';
import { openSamples, openTape, SHOPPING, shopping } from './window.ts';

test.use({ files: { [transcriptPath()]: shopping().lines } });

const request = (page: Page) => page.getByRole('region', { name: 'Request', exact: true });

test('a request that nobody captured shows what is known, what is not, and how to capture the next', async ({ host }) => {
  const { page } = host;
  await openTape(page, SHOPPING);
  await page.keyboard.press('3');
  const messages = request(page).getByRole('region', { name: 'Messages', exact: true });
  await expect(messages).toContainText(SHOPPING);
  await expect(messages).toContainText('Then paint the bicycle green.');
  await expect(request(page).getByRole('region', { name: 'System', exact: true })).toContainText('Not in the log');
  await request(page).getByRole('button', { name: 'Capture next time' }).click();
  await expect(request(page)).toContainText('tape record -- AGENT');
  await messages.getByRole('button', { name: /Milk, bread/ }).click();
  await expect(messages.locator('pre')).toContainText('Milk, bread, and a red bicycle.');
  expect(await faults(page)).toEqual([]);
  expect(host.complaints).toEqual([]);
});

test('at the next request, the last one that was sent says whose it is', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  await openTape(page, SHOPPING);
  await page.keyboard.press('3');
  await expect(request(page).getByRole('region', { name: 'Messages', exact: true })).toContainText(SHOPPING);
  await expect(request(page)).not.toContainText('the last request that was sent');
  await page.keyboard.press('End');
  await page.keyboard.press('End');
  await expect(request(page)).toContainText(/step \d+, the last request that was sent/);
});

test('two requests are held against each other in a sentence, and one is shown as JSON', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  await openTape(page, SHOPPING);
  await page.keyboard.press('3');
  await expect(request(page).getByRole('region', { name: 'Messages', exact: true })).toContainText(SHOPPING);
  await page.keyboard.press('d');
  await expect(request(page).getByRole('status')).toHaveText(/^Since step 2: the first 3 messages are the same, 2 added\.$/);
  const against = request(page).getByRole('textbox', { name: 'Step to compare with' });
  await against.fill('1');
  await against.press('Enter');
  await expect(request(page).getByRole('status')).toHaveText(/^Since step 1: /);
  await request(page).getByRole('button', { name: 'the request before' }).click();
  await expect(request(page).getByRole('status')).toHaveText(/^Since step 2: /);
  await page.keyboard.press('d');
  await page.keyboard.press('z');
  await expect(request(page).locator('pre')).toContainText('"role": "user"');
});

test('the first request is held against the one after it, or any other', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  await openTape(page, SHOPPING);
  await page.keyboard.press('3');
  await page.keyboard.press('Home');
  await expect(request(page).getByRole('button', { name: 'diff with step 2' })).toBeVisible();
  await page.keyboard.press('d');
  await expect(request(page).getByRole('status')).toHaveText('Against step 2: the first message is the same, 2 removed.');
  const against = request(page).getByRole('textbox', { name: 'Step to compare with' });
  await against.fill('3');
  await against.press('Enter');
  await expect(request(page).getByRole('status')).toHaveText(/^Against step 3: /);
  await request(page).getByRole('button', { name: 'the request after' }).click();
  await expect(request(page).getByRole('status')).toHaveText(/^Against step 2: /);
});

test('a request is held against one of another session', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  await openSamples(page);
  await openTape(page, 'The skipper of the Noordster');
  await page.keyboard.press('d');
  await openTape(page, 'Tide tables read an hour early');
  await page.keyboard.press('3');
  await expect(request(page).getByRole('region', { name: 'Messages', exact: true })).toBeVisible();
  await page.keyboard.press('d');
  await request(page)
    .getByRole('button', { name: /^step \d+ of The skipper/ })
    .click();
  await expect(request(page).getByRole('status')).toHaveText(
    /^Against step \d+ of The skipper of the Noordster.*: the messages differ from the first on/,
  );
  expect(await faults(page)).toEqual([]);
});
