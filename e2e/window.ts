import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, type Host } from './hosts.ts';
import { transcript } from './logs.ts';

/** The parts of the window by their accessible names. */
export function parts(page: Page) {
  return {
    library: page.getByRole('tree', { name: 'Library' }),
    timeline: page.getByRole('slider', { name: 'Tape timeline' }),
    context: page.getByRole('region', { name: 'Context' }),
    entries: page.getByRole('region', { name: 'Entries' }),
    inspector: page.getByRole('complementary', { name: 'Inspector' }),
    search: page.getByRole('combobox', { name: 'Search' }),
    /** "Step 2 of 4, …": what a screen reader says of the playhead. */
    playhead: page.getByRole('status').filter({ hasText: /^Step \d/ }),
    dialog: page.getByRole('dialog'),
  };
}

/**
 * Presses two keys that are one command, as a quick hand types them: the second is down before the window has answered to the first. A window
 * that was given them one by one would on a busy machine take the second for a command of its own.
 */
export function pressBoth(page: Page, first: string, second: string) {
  return Promise.all([page.keyboard.press(first), page.keyboard.press(second)]);
}

/** Moves the playhead to the next branch. */
export function nextBranch(page: Page) {
  return pressBoth(page, 'g', 'b');
}

/** Presses two keys and waits for what they open: a dialog, or the merge over the whole desk. */
export async function chord(page: Page, first: string, second: string): Promise<void> {
  await pressBoth(page, first, second);
  await expect(
    page
      .getByRole('dialog')
      .or(page.getByRole('region', { name: /^Merge/ }))
      .first(),
  ).toBeVisible();
}

/** Takes an option of the list that stands open, and waits until it is closed: until then it has the keys. */
export async function choose(page: Page, name: string | RegExp): Promise<void> {
  const option = page.getByRole('option', { name });
  await option.click();
  await expect(option).toHaveCount(0);
}

/** Chooses a theme in Settings, and leaves them. */
export async function setTheme(page: Page, theme: 'Light' | 'Dark'): Promise<void> {
  await page.keyboard.press('Control+,');
  await page.getByRole('dialog').getByRole('combobox', { name: 'Theme' }).click();
  await choose(page, theme);
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme.toLowerCase());
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** The row of a tape in the library. */
export function tapeRow(page: Page, title: string): Locator {
  return parts(page).library.getByRole('treeitem', { name: title });
}

/** Opens a tape from the library and waits until its context is there, in place of that of the tape before. */
export async function openTape(page: Page, title: string): Promise<void> {
  await tapeRow(page, title).click();
  await expect(tapeRow(page, title)).toHaveAttribute('aria-selected', 'true');
  await expect(parts(page).playhead).toBeVisible();
  await expect(parts(page).context.getByRole('grid')).toBeVisible();
}

/** Opens the samples, and waits until all of them are in the library and the longest is shown: from then on nothing moves by itself. */
export async function openSamples(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open the sample tapes' }).click();
  await expect(parts(page).context.getByRole('grid')).toBeVisible();
}

/** Opens a file or a folder below the home folder by its path. */
export async function openPath({ page, sandbox }: Host, path: string): Promise<void> {
  const { dialog } = parts(page);
  // Keys do nothing before the script of the page has run.
  await expect(page.getByRole('banner')).toBeVisible();
  await page.keyboard.press('o');
  await dialog.getByRole('combobox', { name: 'Path' }).fill(join(sandbox.folder, path));
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

export const SHOPPING = 'What do the notes say?';

/** Four steps: a call and its result, an answer that was taken back, and two on the branch that stayed. */
export function shopping() {
  return transcript()
    .prompt(SHOPPING)
    .call('Read', { file_path: 'notes.md' }, 'Milk, bread, and a red bicycle.')
    .answer('They list milk, bread and a red bicycle.')
    .prompt('Then sell the bicycle.')
    .answer('I have put the bicycle up for sale.')
    .backTo(4)
    .prompt('Then paint the bicycle green.')
    .answer('The bicycle is green now.');
}
