import { faults } from './axe.ts';
import { expect, PAGE_ONLY, test } from './hosts.ts';
import { transcriptPath } from './logs.ts';
import { chord, nextBranch, openTape, parts, SHOPPING, shopping } from './window.ts';

test.use({ files: { [transcriptPath()]: shopping().lines } });

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious in graph, comparison, residency and surgery (${theme})`, PAGE_ONLY, async ({ host }) => {
    const { page } = host;
    const { dialog } = parts(page);
    await page.emulateMedia({ colorScheme: theme });
    await openTape(page, SHOPPING);
    const found: Record<string, string[]> = {};
    await page.keyboard.press('d');
    await nextBranch(page);
    await page.keyboard.press('d');
    await page.keyboard.press('6');
    await expect(page.getByRole('region', { name: 'Graph' }).getByText('fork point')).toBeVisible();
    found.graph = await faults(page);
    await page.keyboard.press('7');
    await expect(page.getByRole('region', { name: 'Compare' }).getByText('Same prefix')).toBeVisible();
    found.compare = await faults(page);
    await page.getByRole('tab', { name: 'Residency' }).click();
    await expect(page.getByRole('img', { name: /rows over \d+ steps/ })).toBeVisible();
    await page.keyboard.press('j');
    found.residency = await faults(page);
    await chord(page, 'g', 'u');
    await expect(dialog.getByRole('region', { name: 'Preview' })).toBeVisible();
    found.surgery = await faults(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    expect(found).toEqual({ graph: [], compare: [], residency: [], surgery: [] });
    expect(host.complaints).toEqual([]);
  });
}
