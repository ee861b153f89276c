import type { Page } from '@playwright/test';
import { expect, PAGE_ONLY, test } from './hosts.ts';
import { transcript, transcriptPath } from './logs.ts';
import { parts, tapeRow } from './window.ts';

const MANY = 300;
const idOf = (at: number): string => `33333333-2222-4333-8444-${String(at).padStart(12, '0')}`;
const titleOf = (at: number): string => `Errand ${String(at).padStart(3, '0')}.`;

/** A session a day later than the one before. */
const session = (at: number): string[] => {
  const day = new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10);
  const { lines } = transcript(idOf(at)).prompt(titleOf(at)).answer('Done.');
  return lines.map((line) => line.replace(/"timestamp":"[^T]*T/, `"timestamp":"${day}T`));
};

test.use({ files: Object.fromEntries(Array.from({ length: MANY }, (_, at) => [transcriptPath(idOf(at)), session(at)])) });

const allRead = (page: Page, count: number) => expect(page.getByRole('searchbox')).toHaveAttribute('placeholder', `Filter ${count} tapes`);

/** What the keys are on, as a screen reader receives it. */
const active = (page: Page) =>
  parts(page).library.evaluate((tree) => document.getElementById(tree.getAttribute('aria-activedescendant') ?? '')?.textContent ?? '');

test('keys lead through a long library of which only a stretch is there', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  const { library } = parts(page);
  await allRead(page, MANY);
  expect(await library.getByRole('treeitem').count()).toBeLessThan(60);
  await library.focus();
  await page.keyboard.press('End');
  await expect.poll(() => active(page)).toContain(titleOf(0));
  await expect(tapeRow(page, titleOf(0))).toBeInViewport();
  await page.keyboard.press('k');
  await expect.poll(() => active(page)).toContain(titleOf(1));
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => active(page)).toContain('notes');
  await page.keyboard.press('j');
  await expect.poll(() => active(page)).toContain(titleOf(MANY - 1));
  await page.keyboard.press('Enter');
  await expect(tapeRow(page, titleOf(MANY - 1))).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('searchbox').fill('errand 123');
  await expect(library.getByRole('treeitem')).toHaveCount(2);
  await page.getByRole('searchbox').fill('');
  await expect(tapeRow(page, titleOf(MANY - 2))).toBeVisible();
});

test('what is on screen stays where it is when a session is new above it, and the new one is there', async ({ host }) => {
  const { page, sandbox } = host;
  const { library } = parts(page);
  await allRead(page, MANY);
  await library.evaluate((tree) => {
    tree.scrollTop = tree.scrollHeight / 2;
  });
  const row = tapeRow(page, titleOf(150));
  await row.scrollIntoViewIfNeeded();
  const before = await row.boundingBox();
  sandbox.write(transcriptPath(idOf(MANY)), session(MANY));
  await allRead(page, MANY + 1);
  await expect.poll(() => row.boundingBox()).toEqual(before);
  await library.evaluate((tree) => {
    tree.scrollTop = 0;
  });
  await expect(tapeRow(page, titleOf(MANY))).toBeInViewport();
  // At the very top nothing holds the list: what is new comes into sight.
  sandbox.write(transcriptPath(idOf(MANY + 1)), session(MANY + 1));
  await expect(tapeRow(page, titleOf(MANY + 1))).toBeInViewport();
  expect(host.complaints).toEqual([]);
});
