import { expect, type Host } from './hosts.ts';
import { parts } from './window.ts';

/** What `y` puts on the clipboard, read by pasting it: no page of the desktop may read it itself. */
export async function copied({ page, kind }: Host): Promise<string> {
  await page.keyboard.press('y');
  await expect(page.getByRole('status').filter({ hasText: /^Copied / })).toBeVisible();
  await page.keyboard.press('Control+k');
  const { dialog } = parts(page);
  const field = dialog.getByRole('combobox');
  await expect(field).toBeFocused();
  await page.keyboard.press('Control+v');
  await expect(field).toHaveValue(
    kind === 'browser' ? /^http:\/\/127\.0\.0\.1:\d+\/#\/(tape\/\w+|files|search)\?/ : /^tapescope:\/\/(tape\/\w+|files|search)\?/,
  );
  const text = await field.inputValue();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  // The keys that follow are commands, wherever the focus went back to.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  return text;
}

/** Follows a link as the system hands it over: to a second instance of the desktop app, or as the address of a page. */
export async function follow({ app, page }: Host, link: string): Promise<void> {
  if (app === null) await page.goto(link);
  else
    await app.evaluate(({ app: running }, argument) => {
      running.emit('second-instance', { preventDefault: () => {} }, ['electron', '.', '--', argument], '/', null);
    }, link);
}
