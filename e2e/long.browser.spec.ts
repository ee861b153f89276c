import type { Page } from '@playwright/test';
import { expect, test } from './hosts.ts';
import { transcript, transcriptPath } from './logs.ts';
import { openTape, parts } from './window.ts';

const PROMPT = 'Count the lamps of the harbour.';
const ROUNDS = 33_000;

/** A prompt and an answer again and again, until a compaction leaves a context that can be drawn. */
const long = () => {
  const tape = transcript();
  for (let round = 0; round < ROUNDS; round += 1) {
    tape.prompt(round === 0 ? PROMPT : `Lamp ${round}?`).answer(`Lamp ${round} burns.`, 10_000 + round);
    if (round % 500 === 499) tape.compact(`${round + 1} lamps burn.`);
  }
  return tape.prompt('Which one was last?').answer('The last one.', 12_345);
};

/** Names of the calls that the page makes from its next loading on, which this does. */
const watchCalls = async (page: Page): Promise<string[]> => {
  const asked: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => void asked.push(...(/"method":"([^"]+)"/.exec(String(payload))?.slice(1) ?? []))),
  );
  await page.reload();
  return asked;
};

test.use({ files: { [transcriptPath()]: long().lines } });

test('a tape that is drawn from an overview first ends as it was recorded', async ({ host }) => {
  const { page } = host;
  const { playhead, timeline, entries } = parts(page);
  const asked = await watchCalls(page);
  await openTape(page, PROMPT);
  await expect(playhead).toHaveText(/^Step 33,?001 of 33,?001, 12,345 tokens recorded/);
  await expect(page.getByText('reading details')).toHaveCount(0);
  // What takes a look at all entries comes after the picture of the tape.
  await expect.poll(() => asked).toContain('steps.branches');
  expect(asked.filter((word) => word === 'tapes.overview' || word === 'steps.branches').slice(0, 2)).toEqual([
    'tapes.overview',
    'steps.branches',
  ]);
  await expect(timeline).toHaveAttribute('aria-valuetext', /12,345 tokens recorded/);
  await page.keyboard.press('Home');
  await expect(timeline).toHaveAttribute('aria-valuetext', /^step 1 of 33,001, 10,000 tokens recorded/);
  await page.keyboard.press('5');
  await entries.getByRole('button', { name: /^message 66,/ }).click();
  await expect(entries.getByText(PROMPT)).toBeVisible();
});
