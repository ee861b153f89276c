import type { Page } from '@playwright/test';
import { expect, test } from './hosts.ts';
import { transcript } from './logs.ts';
import { parts } from './window.ts';

const ROUNDS = 12_030;
/** A log of some forty megabytes, whose last compaction is near its end. */
const long = () => {
  const tape = transcript();
  for (let round = 1; round <= ROUNDS; round += 1) {
    tape.prompt(`Lamp ${round}? ${'The harbour is dark, and the boats come home. '.repeat(60)}`).answer(`Lamp ${round} burns.`);
    if (round % 100 === 0) tape.compact(`${round} lamps burn.`);
  }
  return tape.lines;
};

/** Keeps from the window that logs have been read until `release` is called; `ended` says whether one has been. */
const holdEnds = async (page: Page) => {
  const held: (() => void)[] = [];
  let holds = true;
  await page.routeWebSocket('**/rpc', (line) => {
    line.connectToServer().onMessage((message) => {
      const ends = /"phase":"structure"/.test(String(message)) && /"state":"done"/.test(String(message));
      if (holds && ends) held.push(() => line.send(message));
      else line.send(message);
    });
  });
  await page.reload();
  const release = () => {
    holds = false;
    for (const send of held) send();
  };
  return { ended: () => held.length > 0, release };
};

/** As if the browser had not come to tell the page of any scroll: it does so a frame late. */
const holdScrolls = (page: Page) =>
  page.evaluate(() => window.addEventListener('scroll', (event) => event.stopImmediatePropagation(), { capture: true }));

test('a long log that was just opened shows its next request from its end, and the list of all of it takes its place without a jump', async ({
  host,
}) => {
  const { page, sandbox } = host;
  const { context, dialog } = parts(page);
  const path = sandbox.write('logs/long.jsonl', long());
  const { ended, release } = await holdEnds(page);
  await page.getByRole('button', { name: 'Open a file or a folder…' }).click();
  await dialog.getByRole('combobox').fill(path);
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  const from = context.getByText(/^Read from the end, .* MB of .* MB: entry numbers and omissions are known once/);
  await expect(from).toBeVisible();
  const list = context.getByRole('grid', { name: 'Blocks of the context' });
  await expect(list.getByText('12000 lamps burn.')).toBeVisible();
  await holdScrolls(page);
  await list.evaluate((element) => {
    element.scrollTop = 413;
  });
  const row = list.getByRole('row').filter({ hasText: 'Lamp 12006?' });
  const before = await row.boundingBox();
  await expect.poll(ended).toBe(true);
  await expect(from).toBeVisible();
  release();
  await expect(row).toContainText(/#\d/);
  await expect(from).toHaveCount(0);
  expect(await row.boundingBox()).toEqual(before);
  await expect(context.getByText('Next request')).toBeVisible();
});
