import type { Locator, Page } from '@playwright/test';
import { expect, PAGE_ONLY, test } from './hosts.ts';
import { transcript, transcriptPath } from './logs.ts';
import { openTape, parts } from './window.ts';

const TITLE = 'What do the notes say?';

const session = transcript()
  .prompt(TITLE)
  .call('Read', { file_path: 'notes.md' }, 'Milk, bread, and a red bicycle.')
  .answer('They list milk, bread and a red bicycle.')
  .compact('The notes list three things.')
  .prompt('Then sell the bicycle.')
  .answer('I have put the bicycle up for sale.');

test.use({ files: { [transcriptPath()]: session.lines } });

/** The line that a text is on: its top edge and its bottom edge, in pixels. */
const linesOf = (texts: Locator): Promise<number[]> => texts.evaluateAll((all) => all.map((text) => text.getBoundingClientRect().bottom));

/** Words at the right of the footer of which something is cut off. */
const cutAtTheFoot = (page: Page): Promise<number> =>
  page.locator('footer').evaluate((footer) => {
    const right = footer.getBoundingClientRect().right;
    return [...footer.querySelectorAll('span')].filter((span) => span.getBoundingClientRect().right > right + 1).length;
  });

for (const [width, height] of [
  [1440, 900],
  [1024, 700],
] as const) {
  test(
    `the head of a context is one line, and parts of a policy stand below their kinds (${width} × ${height})`,
    PAGE_ONLY,
    async ({ host }) => {
      const { page } = host;
      const { context } = parts(page);
      await openTape(page, TITLE);
      await page.setViewportSize({ width, height });
      const mark = context.getByRole('button', { name: 'derived' });
      const answer = async (total: Locator): Promise<void> => {
        await expect(total).toBeVisible();
        const [one = 0, other = 0] = [...(await linesOf(total)), ...(await linesOf(mark))];
        expect(Math.abs(one - other)).toBeLessThan(8);
        expect(await cutAtTheFoot(page)).toBe(0);
      };
      await answer(context.getByText(/^[\d,]+ recorded$/));
      await page.keyboard.press('End');
      await page.keyboard.press('End');
      await answer(context.getByText(/^~[\d,]+ tokens$/));

      await page.keyboard.press('l');
      await page.keyboard.type('pin:#3');
      await page.keyboard.press('Enter');
      const pinned = context.getByRole('row', { name: /Milk, bread/ });
      const [kind, part] = [pinned.getByText('result', { exact: true }), pinned.getByText('pin', { exact: true })];
      await expect(part).toBeVisible();
      const [above, below] = [await kind.boundingBox(), await part.boundingBox()];
      expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual((below?.y ?? 0) + 1);
    },
  );
}
