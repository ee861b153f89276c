import { faults } from './axe.ts';
import { expect, PAGE_ONLY, test } from './hosts.ts';
import { answered, newWorkspace, say, writing } from './native.ts';
import { chord, openTape, parts, tapeRow } from './window.ts';

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious where a native tape is written to (${theme})`, PAGE_ONLY, async ({ host }) => {
    const { page, sandbox } = host;
    const { dialog, entries } = parts(page);
    const { merge, line } = writing(page);
    const tape = await newWorkspace(sandbox);
    await tape(['fork', 'red']);
    await tape(['append', '--fork', 'red'], [answered('Red paint.'), { ...answered('Blue paint.'), corrects: 3 }]);
    await tape(['append'], [{ ...answered('No paint.'), corrects: 3 }]);
    await page.emulateMedia({ colorScheme: theme });
    await openTape(page, 'harbour');
    await expect(tapeRow(page, 'red')).toBeVisible();
    const found: Record<string, string[]> = {};
    await page.keyboard.press(',');
    await say(page, ',anchors');
    await say(page, ',nothing');
    await line.fill(',');
    found.line = await faults(page);
    await line.press('Escape');
    await line.press('Escape');
    await page.keyboard.press('5');
    await entries.getByText('Green paint.').click();
    for (const key of ['c', 'h']) {
      await page.keyboard.press(key);
      await expect(dialog).toBeVisible();
      found[key] = await faults(page);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
    await chord(page, 'g', 'm');
    await expect(merge).toContainText('1 conflict');
    found.merge = await faults(page);
    await page.keyboard.press('Escape');
    await expect(merge).toBeHidden();
    expect(found).toEqual({ line: [], c: [], h: [], merge: [] });
  });
}
