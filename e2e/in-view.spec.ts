import type { Locator, Page } from '@playwright/test';
import { copied, follow } from './follow.ts';
import { expect, type Host, PAGE_ONLY, test } from './hosts.ts';
import { transcript, transcriptPath } from './logs.ts';
import { openTape, parts } from './window.ts';

const FIRST = 'Count the sheep of the north field.';
const NEEDLE = 'One of them wears a brass bell.';

/** Long enough that no step but the first few fits into the panel. */
const counting = () => {
  let log = transcript().prompt(FIRST);
  for (let field = 1; field <= 60; field++)
    log = log.call('Read', { file_path: `field-${field}.md` }, field === 31 ? NEEDLE : `Field ${field} has ${field * 3} sheep.`);
  return log.answer('They are all counted.');
};

test.use({ files: { [transcriptPath()]: counting().lines } });

/** How many rows of a list are on the screen. */
const rowsInView = (list: Locator): Promise<number> =>
  list.evaluate((box) => {
    const { top, bottom } = box.getBoundingClientRect();
    return [...box.querySelectorAll('[data-row]')].filter((row) => {
      const place = row.getBoundingClientRect();
      return place.bottom > top && place.top < bottom;
    }).length;
  });

/** How far the selected row is from the middle of its list, as a share of the list's height. */
const fromMiddle = (list: Locator): Promise<number> =>
  list.evaluate((box) => {
    const row = box.querySelector('[aria-selected="true"]')?.getBoundingClientRect();
    const { top, height } = box.getBoundingClientRect();
    return row === undefined ? 1 : Math.abs(row.top + row.height / 2 - top - height / 2) / height;
  });

const isInTheMiddle = (list: Locator) => expect.poll(() => fromMiddle(list)).toBeLessThan(0.1);

const blocks = (page: Page): Locator => parts(page).context.getByRole('grid');

const clickTimeline = async (page: Page, share: number): Promise<void> => {
  const { timeline } = parts(page);
  const box = await timeline.boundingBox();
  if (box === null) throw new Error('The timeline has no place.');
  await timeline.click({ position: { x: box.width * share, y: box.height / 2 } });
};

test('the context is drawn after it was short and grew again', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  const { playhead } = parts(page);
  await openTape(page, FIRST);
  await page.keyboard.press('End');
  await expect(playhead).toHaveText(/^Step 61 of 61/);
  await blocks(page).hover();
  // Not down to the end: who reads there stays there.
  await page.mouse.wheel(0, 2500);
  await expect(blocks(page)).toContainText('Field 27 has 81 sheep.');
  await page.keyboard.press('Home');
  await expect(playhead).toHaveText(/^Step 1 of 61/);
  await expect(blocks(page).getByRole('row')).toHaveCount(2);
  await clickTimeline(page, 0.8);
  await expect(playhead).toHaveText(/^Step [45]\d of 61/);
  await expect.poll(() => rowsInView(blocks(page))).toBeGreaterThan(5);
});

/** Rows follow each other without a hole and fill their list, or reach its end. */
const isFilled = (list: Locator): Promise<boolean> =>
  list.evaluate((box) => {
    const { top, bottom } = box.getBoundingClientRect();
    const count = Number(box.getAttribute('aria-rowcount'));
    const rows = [...box.querySelectorAll<HTMLElement>('[data-row]')]
      .map((row) => ({ index: Number(row.dataset.row), ...row.getBoundingClientRect().toJSON() }))
      .filter((row) => row.bottom > top + 1 && row.top < bottom - 1)
      .sort((a, b) => a.top - b.top);
    const [first, last] = [rows[0], rows.at(-1)];
    if (first === undefined || last === undefined || box.closest('[aria-busy="true"]') !== null) return count === 0;
    const whole = rows.every((row, at) => at === 0 || Math.abs(row.top - (rows[at - 1]?.bottom ?? 0)) < 1.5);
    return whole && (first.index === 0 || first.top <= top + 1) && (last.index === count - 1 || last.bottom >= bottom - 1);
  });

test(
  'the lists are filled after whatever one does: keys, wheel, timeline, filter, another size, another theme, reload',
  PAGE_ONLY,
  async ({ host }) => {
    const { page } = host;
    await openTape(page, FIRST);
    const wheel = async (by: number) => {
      await page.getByRole('grid').hover();
      await page.mouse.wheel(0, by);
    };
    const keys = (...names: string[]) => names.reduce((done, name) => done.then(() => page.keyboard.press(name)), Promise.resolve());
    const acts: (() => Promise<unknown>)[] = [
      () => keys('End'),
      () => wheel(1800),
      () => keys('Home'),
      () => clickTimeline(page, 0.9),
      () =>
        page
          .getByRole('grid')
          .focus()
          .then(() => keys('PageDown', 'PageDown', 'PageUp')),
      () => page.setViewportSize({ width: 720, height: 450 }),
      () => wheel(100_000),
      () => page.setViewportSize({ width: 1440, height: 900 }),
      () => keys('t', '5'),
      () => wheel(1200),
      () =>
        page
          .getByRole('group', { name: 'Kinds shown' })
          .getByRole('button', { name: /^result/ })
          .click(),
      () => keys('Home', 'j', 'j', '1', 'p'),
      () => page.reload(),
    ];
    for (const [at, act] of acts.entries()) {
      await act();
      await expect.poll(() => isFilled(page.getByRole('grid')), { message: `after action ${at + 1}` }).toBe(true);
    }
  },
);

const selectNeedle = async ({ page }: Host): Promise<void> => {
  const { search, inspector } = parts(page);
  await page.keyboard.press('/');
  await search.fill('brass bell');
  await expect(page.getByRole('option', { name: /brass bell/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(inspector.getByText('entry 63 ·')).toBeVisible();
};

test('a hit of the search, a deep link and a reload bring their entry into the middle of the panel', async ({ host }) => {
  const { page } = host;
  const { playhead } = parts(page);
  await openTape(page, FIRST);
  await selectNeedle(host);
  await page.keyboard.press('End');
  await expect(playhead).toHaveText(/^Step 61 of 61/);
  const link = await copied(host);
  expect(link).toContain('entry=63');

  await page.keyboard.press('5');
  await isInTheMiddle(parts(page).entries.getByRole('grid'));
  await page.keyboard.press('1');
  await isInTheMiddle(blocks(page));
  await blocks(page).hover();
  await page.mouse.wheel(0, -100_000);
  await expect.poll(() => fromMiddle(blocks(page))).toBe(1);
  await page.reload();
  await expect(playhead).toHaveText(/^Step 61 of 61/);
  await isInTheMiddle(blocks(page));

  await page.keyboard.press('Home');
  await expect(playhead).toHaveText(/^Step 1 of 61/);
  await follow(host, link);
  await expect(playhead).toHaveText(/^Step 61 of 61/);
  await isInTheMiddle(blocks(page));
});
