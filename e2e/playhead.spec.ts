import { expect, PAGE_ONLY, test } from './hosts.ts';
import { transcriptPath } from './logs.ts';
import { nextBranch, openTape, parts, SHOPPING, shopping } from './window.ts';

test.use({ files: { [transcriptPath()]: shopping().lines } });

test('the playhead moves by keys, and context and inspector follow it', async ({ host }) => {
  const { page } = host;
  const { playhead, context, inspector } = parts(page);
  await openTape(page, SHOPPING);
  await expect(playhead).toHaveText(/^Step 4 of 4/);
  await expect(context).toContainText('Then paint the bicycle green.');
  // The step before is that of the same branch.
  await page.keyboard.press('[');
  await expect(playhead).toHaveText(/^Step 2 of 4/);
  await nextBranch(page);
  await expect(playhead).toHaveText(/^Step 3 of 4/);
  await expect(context).toContainText('Then sell the bicycle.');
  await expect(context).not.toContainText('Then paint the bicycle green.');
  await page.keyboard.press('Home');
  await expect(playhead).toHaveText(/^Step 1 of 4/);
  await expect(inspector.getByRole('heading', { name: 'Step 1' })).toBeVisible();
  await expect(context).not.toContainText('red bicycle');
  await page.keyboard.press(']');
  await expect(playhead).toHaveText(/^Step 2 of 4/);
  await expect(context).toContainText('Milk, bread, and a red bicycle.');
  await page.keyboard.press('End');
  await expect(playhead).toHaveText(/^Step 4 of 4/);
});

test('the playhead goes where the timeline is clicked', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  const { playhead, timeline } = parts(page);
  await openTape(page, SHOPPING);
  const box = await timeline.boundingBox();
  if (box === null) throw new Error('The timeline has no place.');
  const click = (share: number) => timeline.click({ position: { x: box.width * share, y: box.height / 2 } });
  await click(0.2);
  await expect(playhead).toHaveText(/^Step [12] of 4/);
  await click(0.85);
  await expect(playhead).toHaveText(/^Step 4 of 4/);
});

test('the place is in the address, and the address leads back to it', async ({ host }) => {
  const { page } = host;
  const { playhead } = parts(page);
  await openTape(page, SHOPPING);
  await page.keyboard.press('Home');
  await expect(playhead).toHaveText(/^Step 1 of 4/);
  await expect(page).toHaveURL(/#\/tape\/.+step=1/);
  await page.reload();
  await expect(playhead).toHaveText(/^Step 1 of 4/);
});
