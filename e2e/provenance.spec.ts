import { AGENTS, filesOf, WORK } from './agents.ts';
import { faults } from './axe.ts';
import { expect, PAGE_ONLY, test } from './hosts.ts';
import { transcriptPath } from './logs.ts';
import { openTape, parts, SHOPPING, shopping } from './window.ts';

const shown = Object.assign({}, ...AGENTS.map(filesOf));
test.use({ files: { ...shown, [transcriptPath()]: shopping().lines } });

for (const theme of ['light', 'dark'] as const) {
  test(`says where a context is from, and follows one path through it (${theme})`, PAGE_ONLY, async ({ host }) => {
    const { page } = host;
    await page.emulateMedia({ colorScheme: theme });
    await openTape(page, SHOPPING);
    await page.keyboard.press('4');
    const provenance = page.getByRole('region', { name: 'Provenance' });
    await expect(provenance.getByText(/of this context/)).toBeVisible();
    await provenance.getByRole('button', { name: /^notes\.md/ }).click();
    await expect(provenance.getByRole('button', { name: /^notes\.md/ })).toHaveAttribute('aria-pressed', 'true');
    const { inspector } = parts(page);
    await expect(inspector.getByRole('heading', { name: 'notes.md' })).toBeVisible();
    await expect(inspector).toContainText('Milk, bread, and a red bicycle.');
    await expect(inspector.getByRole('list', { name: 'Path' })).toContainText('call #2');
    await page.keyboard.press('j');
    await expect(inspector.getByRole('heading', { name: 'notes.md' })).toHaveCount(0);
    await page.keyboard.press('k');
    await expect(inspector.getByRole('heading', { name: 'notes.md' })).toBeVisible();
    expect(await faults(page)).toEqual([]);
    await page.keyboard.press('W');
    const whatIf = page.getByRole('region', { name: 'What if', exact: true });
    await expect(whatIf.getByRole('list', { name: 'Edits' })).toContainText('left out');
    await page.keyboard.press('4');
    await expect(provenance).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Entries' })).toBeVisible();
    // Back where one came from, and from there to when it was in context.
    await expect(page).toHaveURL(/view=entries/);
    await page.goBack();
    await expect(inspector.getByRole('heading', { name: 'notes.md' })).toBeVisible();
    await inspector.getByRole('button', { name: 'File in Residency' }).click();
    await expect(page.getByRole('region', { name: 'Residency' })).toBeVisible();
    await expect(page).toHaveURL(/rows=file/);
    expect(host.complaints).toEqual([]);
  });
}

for (const { name } of AGENTS) {
  test(`says what a summary of ${name} is in the place of, and what two steps share`, PAGE_ONLY, async ({ host }) => {
    const { page } = host;
    await page
      .getByRole('treeitem', { name: WORK })
      .filter({ has: page.getByTitle(name) })
      .click();
    await expect(parts(page).playhead).toHaveText(/^Step 4 of 4/);
    await page.keyboard.press('4');
    const provenance = page.getByRole('region', { name: 'Provenance' });
    await expect(provenance.getByRole('button', { name: /^Summary.*replaces \d+ entries/ })).toBeVisible();
    await page.keyboard.press('S');
    const siblings = page.getByRole('region', { name: 'Siblings' });
    await expect(siblings).toContainText('There is no sibling yet.');
    await page.keyboard.press('[');
    await expect(parts(page).playhead).toHaveText(/^Step 3 of 4/);
    await page.keyboard.press('d');
    await page.keyboard.press(']');
    await expect(siblings).toContainText('tokens from the same text.');
    expect(await faults(page)).toEqual([]);
    expect(host.complaints).toEqual([]);
  });
}
