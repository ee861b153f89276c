import type { Locator, Page } from '@playwright/test';
import { expect } from './hosts.ts';
import { transcript } from './logs.ts';

/** The parts of the window by the names that a person hears. */
export const parts = (page: Page) => ({
  library: page.getByRole('tree', { name: 'Library' }),
  timeline: page.getByRole('slider', { name: 'Tape timeline' }),
  context: page.getByRole('region', { name: 'Context' }),
  entries: page.getByRole('region', { name: 'Entries' }),
  inspector: page.getByRole('complementary', { name: 'Inspector' }),
  search: page.getByRole('combobox', { name: 'Search' }),
  /** "Step 2 of 4, …": what a screen reader hears of the playhead. */
  playhead: page.getByRole('status').filter({ hasText: /^Step \d/ }),
  dialog: page.getByRole('dialog'),
});

/**
 * Two keys, one after the other. The window takes them for one command only if they come soon after each other, which a busy machine does
 * not promise: pressed again until what they open (a dialog, or the merge over the whole desk) is there.
 */
export const chord = (page: Page, first: string, second: string): Promise<void> =>
  expect(async () => {
    await page.keyboard.press(first);
    await page.keyboard.press(second);
    await expect(
      page
        .getByRole('dialog')
        .or(page.getByRole('region', { name: /^Merge/ }))
        .first(),
    ).toBeVisible({ timeout: 2000 });
  }).toPass();

/** The row of a tape in the library. */
export const tapeRow = (page: Page, title: string): Locator => parts(page).library.getByRole('treeitem', { name: title });

/** Opens a tape from the library and waits until its context is there. */
export const openTape = async (page: Page, title: string): Promise<void> => {
  await tapeRow(page, title).click();
  await expect(parts(page).playhead).toBeVisible();
  await expect(parts(page).context.getByRole('grid')).toBeVisible();
};

export const SHOPPING = 'What do the notes say?';

/** Four steps: a call and its result, an answer that was taken back, and two on the branch that stayed. */
export const shopping = () =>
  transcript()
    .prompt(SHOPPING)
    .call('Read', { file_path: 'notes.md' }, 'Milk, bread, and a red bicycle.')
    .answer('They list milk, bread and a red bicycle.')
    .prompt('Then sell the bicycle.')
    .answer('I have put the bicycle up for sale.')
    .backTo(4)
    .prompt('Then paint the bicycle green.')
    .answer('The bicycle is green now.');
