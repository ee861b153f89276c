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

/** Opens the tape when all of it was read: one that grows while it is open is drawn from its own columns. */
const openWhole = async (page: Page): Promise<void> => {
  await openTape(page, PROMPT);
  await expect(parts(page).playhead).toHaveText(/^Step 33,?001 of 33,?001/);
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
  await openWhole(page);
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

/** Bytes of text that one answer may have at most: what is on screen, not what is in the tape. */
const SMALL = 200_000;

test('a line that comes to a long tape is shown without any answer that is as long as the tape', async ({ host }) => {
  const { page, sandbox } = host;
  const { playhead, context } = parts(page);
  const sizes: number[] = [];
  const grown: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (typeof payload !== 'string') return;
      sizes.push(payload.length);
      if (payload.includes('"push":{"type":"tape"') && payload.includes('"steps":33002')) grown.push(payload);
    }),
  );
  await page.reload();
  await openWhole(page);
  await expect(page.getByRole('region', { name: 'Cache and cost' }).getByRole('heading').first()).toBeVisible();
  const longer = long().prompt('And the one after?').answer('There is none.', 12_400).lines;
  for (const line of longer.slice(-2)) sandbox.append(transcriptPath(), line);
  await expect(playhead).toHaveText(/^Step 33,?002 of 33,?002/);
  await expect(context).toContainText('And the one after?');
  expect(Math.max(...sizes)).toBeLessThan(SMALL);
  // What a thread stores is pushed to the window once: each push asks for all that is on screen.
  expect(grown).toHaveLength(1);
});

test('a residency that is open is drawn again when it was worked out again, and not for each line', async ({ host }) => {
  const { page, sandbox } = host;
  const residency = page.getByRole('region', { name: 'Residency' });
  const steps = (count: string) => residency.getByRole('img', { name: `over ${count} steps` });
  await openWhole(page);
  await page.keyboard.press('8');
  await expect(steps('33,001')).toBeVisible();
  const longer = long().prompt('And the one after?').answer('There is none.', 12_400).prompt('Sure?').answer('Sure.', 12_500).lines;
  // Each turn at once, so that it is worked out once; the first one makes room for more.
  sandbox.append(transcriptPath(), longer.slice(-4, -2).join('\n'));
  await expect(steps('33,002')).toBeVisible();
  await twoFrames(page);
  const chart = residency.locator('canvas').first();
  await chart.evaluate((canvas: HTMLCanvasElement) => {
    const pen = canvas.getContext('2d');
    const clear = pen?.clearRect.bind(pen);
    canvas.dataset.drawn = '0';
    if (pen && clear)
      pen.clearRect = (...area) => {
        canvas.dataset.drawn = String(Number(canvas.dataset.drawn) + 1);
        clear(...area);
      };
  });
  sandbox.append(transcriptPath(), longer.slice(-2).join('\n'));
  await expect(steps('33,003')).toBeVisible();
  await twoFrames(page);
  await expect(chart).toHaveAttribute('data-drawn', '1');
});

/** What was changed until now is drawn. */
const twoFrames = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));

/** Loads the page with calls of that name kept back until they are let go; what is asked, in order, and when that was. */
const keepBack = async (page: Page, method: string): Promise<{ asked: string[]; letGo: () => void }> => {
  const asked: string[] = [];
  const kept: (() => void)[] = [];
  let open = false;
  await page.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const [, name = ''] = /"method":"([^"]+)"/.exec(String(message)) ?? [];
      // A tape that grows meanwhile asks for what is new, which is not a page of its details.
      asked.push(/"rows":/.test(String(message)) ? 'details' : name);
      if (name === method && !open) kept.push(() => server.send(message));
      else server.send(message);
    });
  });
  await page.reload();
  const letGo = () => {
    open = true;
    asked.push('let go');
    for (const send of kept.splice(0)) send();
  };
  return { asked, letGo };
};

test('details of the timeline wait for the context', async ({ host }) => {
  const { page } = host;
  const { playhead, timeline, context } = parts(page);
  await openWhole(page);
  const { asked, letGo } = await keepBack(page, 'views.assemble');
  await expect(playhead).toHaveText(/^Step 33,?001 of 33,?001/);
  await expect.poll(() => asked).toContain('steps.branches');
  await page.keyboard.press('Home');
  await expect(timeline).toHaveAttribute('aria-valuetext', /^step 1 of 33,001/);
  await page.keyboard.press('End');
  await expect(timeline).toHaveAttribute('aria-valuetext', /^step 33,001 of 33,001/);
  letGo();
  await expect(context.getByText('Which one was last?')).toBeVisible();
  await expect(page.getByText('reading details')).toHaveCount(0);
  expect(asked.slice(0, asked.indexOf('let go'))).not.toContain('details');
  expect(asked).toContain('details');
});
