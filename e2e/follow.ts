import { expect, type Host } from './hosts.ts';
import { parts } from './window.ts';

/** What `y` puts on the clipboard, read by pasting it: no page of the desktop may read it itself. */
export const copied = async ({ page, kind }: Host): Promise<string> => {
  await page.keyboard.press('y');
  await expect(page.getByRole('status').filter({ hasText: /^Copied / })).toBeVisible();
  const { search } = parts(page);
  await search.focus();
  await page.keyboard.press('Control+v');
  await expect(search).toHaveValue(
    kind === 'browser' ? /^http:\/\/127\.0\.0\.1:\d+\/#\/(tape\/\w+|files)\?/ : /^tapescope:\/\/(tape\/\w+|files)\?/,
  );
  const text = await search.inputValue();
  await search.fill('');
  await page.keyboard.press('Escape');
  await search.blur();
  return text;
};

/** Follows a link as the system hands it over: to a second instance of the desktop app, or as the address of a page. */
export const follow = async ({ app, page }: Host, link: string): Promise<void> => {
  if (app === null) await page.goto(link);
  else
    await app.evaluate(({ app: running }, argument) => {
      running.emit('second-instance', { preventDefault: () => {} }, ['electron', '.', '--', argument], '/', null);
    }, link);
};
