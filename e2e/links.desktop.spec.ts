import { expect, test } from './hosts.ts';
import { transcriptPath } from './logs.ts';
import { openTape, parts, SHOPPING, shopping } from './window.ts';

test.use({ files: { [transcriptPath()]: shopping().lines }, words: ['tapescope://tape/feedfeedfeed?step=2'] });

test('started with a link, the window is at its place at once; the next link of the system leads on', async ({ host }) => {
  const { page, app } = host;
  await expect(page).toHaveURL(/#\/tape\/feedfeedfeed\?step=2$/);
  await expect(page.getByRole('alert')).toContainText('is not in the catalog');
  await openTape(page, SHOPPING);
  await page.keyboard.press('Home');
  await expect(page).toHaveURL(/step=1/);
  const tape = /#\/tape\/(\w+)/.exec(page.url())?.[1];
  await app?.evaluate(({ app: running }, url) => {
    running.emit('open-url', { preventDefault: () => {} }, url);
  }, `tapescope://tape/${tape}?step=3&view=entries`);
  await expect(page.getByRole('tab', { name: 'Entries', selected: true })).toBeVisible();
  await expect(parts(page).playhead).toHaveText(/^Step 3 of 4/);
});
