import type { WebSocketRoute } from '@playwright/test';
import { faults } from './axe.ts';
import { expect, test } from './hosts.ts';

test('the token leaves the address, and scripts cannot read the cookie that keeps it', async ({ host }) => {
  const { page } = host;
  await expect(page.getByRole('navigation', { name: 'Library' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  expect(await page.evaluate(() => document.cookie)).toBe('');
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Library' })).toBeVisible();
});

test('a browser without the token gets a sentence and nothing else', async ({ host, ownBrowser }) => {
  const context = await ownBrowser?.newContext();
  const stranger = await context?.newPage();
  const answer = await stranger?.goto(new URL('/', host.page.url()).href);
  expect(answer?.status()).toBe(403);
  expect(await answer?.text()).toContain('needs the token');
  await context?.close();
});

test('a lost line is said, comes back by itself, and the window continues', async ({ host }) => {
  const { page } = host;
  const lines: WebSocketRoute[] = [];
  let reachable = true;
  await page.routeWebSocket('**/rpc', (line) => {
    if (!reachable) return void line.close();
    line.connectToServer();
    lines.push(line);
  });
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Library' })).toBeVisible();
  await expect.poll(() => lines.length).toBe(1);
  reachable = false;
  await lines[0]?.close();
  const note = page.getByRole('alert').filter({ hasText: 'The engine does not answer. Trying again…' });
  await expect(note).toBeVisible();
  // What is not there yet says that it waits, in place of rows that promise to come at any moment.
  await page.keyboard.press('/');
  await page.keyboard.type('bicycle');
  await expect(page.getByText('Waiting for the engine.').first()).toBeVisible();
  expect(await faults(page)).toEqual([]);
  reachable = true;
  await expect(note).toBeHidden();
  expect(lines).toHaveLength(2);
});
