import { expect, test } from './hosts.ts';

test('only what the page made itself is saved', async ({ host: { page, app } }) => {
  if (app === null) throw new Error('This spec needs a desktop.');
  await expect(page.getByRole('navigation', { name: 'Library' })).toBeVisible();
  await app.evaluate(({ session }) => {
    const seen: { url: string; refused: boolean }[] = [];
    Object.assign(globalThis, { seen });
    // Added behind the app's own listener, so that it sees what that one decided; without a refusal the system would ask a person.
    session.defaultSession.on('will-download', (event, item) => {
      seen.push({ url: item.getURL(), refused: event.defaultPrevented });
      event.preventDefault();
    });
  });
  await page.evaluate(() => {
    const click = (href: string) => Object.assign(document.createElement('a'), { href, download: 'a.txt' }).click();
    click('data:text/plain,from%20an%20address');
    click(URL.createObjectURL(new Blob(['made here'])));
  });
  const seen = () => app.evaluate(() => (globalThis as unknown as { seen: { url: string; refused: boolean }[] }).seen);
  await expect.poll(async () => (await seen()).length).toBe(2);
  expect((await seen()).map(({ url, refused }) => [url.slice(0, 16), refused])).toEqual(
    expect.arrayContaining([
      ['data:text/plain,', true],
      ['blob:app://tapes', false],
    ]),
  );
});
