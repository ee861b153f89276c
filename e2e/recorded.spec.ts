import { harbour } from '../src/main/engine/testing/harbour.ts';
import { expect, test } from './hosts.ts';
import { transcriptPath } from './logs.ts';
import { openTape, parts } from './window.ts';

const ASKED = 'Which ships came in?';

test.use({ files: { [transcriptPath()]: harbour().map((record) => JSON.stringify(record)) } });

test('a request that the log keeps is shown with its system prompt, its tools and its cache marks', async ({ host }) => {
  const { page } = host;
  const { context, inspector, playhead } = parts(page);
  await openTape(page, ASKED);
  await expect(playhead).toHaveText(/^Step 2 of 2/);
  const rows = context.getByRole('grid').locator('[data-row]');
  await expect(rows.filter({ hasText: 'You keep the log of a harbour.' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'Hoists a signal for ships to read.' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'may read everything above from its cache' })).toHaveCount(2);
  // A window that is not tall draws the end of the list only when it is scrolled there.
  await context.getByRole('grid').hover();
  await page.mouse.wheel(0, 1_000);
  await expect(rows.filter({ hasText: 'Ask the pilot if a name is missing.' })).toContainText('only the request has it');
  await expect(context.getByText('Not in the log')).toHaveCount(0);

  // The inspector shows the part that was chosen, and on demand the record that holds it.
  await context.getByRole('grid').hover();
  await page.mouse.wheel(0, -1_000);
  await rows.filter({ hasText: 'Write what you see' }).click();
  await expect(rows.and(page.locator('[aria-selected="true"]'))).toContainText('Write what you see');
  await expect(inspector).toContainText('Write what you see, in the order in which it came.');
  await expect(inspector).not.toContainText('You keep the log of a harbour.');
  await expect(inspector.getByRole('heading', { name: 'System prompt' })).toBeVisible();
  await expect(inspector).toContainText('in the request of step 2, as it was sent');
  await expect(inspector).not.toContainText('never in the context');
  await page.keyboard.press('ArrowUp');
  await expect(inspector).toContainText('You keep the log of a harbour.');
  await expect(inspector).not.toContainText('Write what you see');
  await inspector.getByRole('button', { name: 'Show the whole record' }).click();
  await expect(inspector).toContainText('Hoists a signal for ships to read.');
  expect(host.complaints).toEqual([]);
});
