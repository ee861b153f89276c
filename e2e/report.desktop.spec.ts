import { expect, test } from './hosts.ts';

test('only what the page made itself is saved', async ({ host: { page, app } }) => {
  if (app === null) throw new Error('This spec needs a desktop.');
  await expect(page.getByRole('navigation', { name: 'Library' })).toBeVisible();
  await app.evaluate(({ session }) => {
    const seen: { url: string; refused: boolean }[] = [];
    Object.assign(globalThis, { seen });
    // Added after the app's own listener, so that it sees what that one decided; without a refusal the system would ask a person.
    session.defaultSession.on('will-download', (event, item) => {
      seen.push({ url: item.getURL(), refused: event.defaultPrevented });
      event.preventDefault();
    });
  });
  const seen = () => app.evaluate(() => (globalThis as unknown as { seen: { url: string; refused: boolean }[] }).seen);
  // One after the other: of two that a page begins in one breath, Chromium now and then drops one before anybody is asked.
  await page.evaluate(() =>
    Object.assign(document.createElement('a'), { href: 'data:text/plain,from%20an%20address', download: 'a.txt' }).click(),
  );
  await expect.poll(async () => (await seen()).length).toBe(1);
  await page.evaluate(() => {
    const href = URL.createObjectURL(new Blob(['made here']));
    Object.assign(document.createElement('a'), { href, download: 'a.txt' }).click();
  });
  await expect.poll(async () => (await seen()).length).toBe(2);
  expect((await seen()).map(({ url, refused }) => [url.slice(0, 16), refused])).toEqual([
    ['data:text/plain,', true],
    ['blob:app://tapes', false],
  ]);
});
