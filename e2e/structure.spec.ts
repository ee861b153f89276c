import type { Page } from '@playwright/test';
import { faults } from './axe.ts';
import { expect, PAGE_ONLY, test } from './hosts.ts';
import { transcriptPath } from './logs.ts';
import { openSamples, openTape, parts, pressBoth, SHOPPING, setTheme, shopping } from './window.ts';

/**
 * How the window is built, on any machine. In both themes and at both sizes nothing is cut off without
 * a sign of it, no part covers another, each control can be hit, the page itself never scrolls, and axe finds no contrast that is too low.
 */

test.use({ files: { [transcriptPath()]: shopping().lines } });

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
] as const;

/** What is wrong with the page as it is drawn, a line for each fault. */
const misbuilt = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = [];
    const nameOf = (element: Element): string =>
      `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`;
    const isSeen = (element: Element): boolean =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.getClientRects().length > 0;
    const styleOf = (element: Element): CSSStyleDeclaration => getComputedStyle(element);
    const [width, height] = [window.innerWidth, window.innerHeight];
    const root = document.documentElement;
    if (root.scrollWidth > width || root.scrollHeight > height) faults.push(`the page scrolls: ${root.scrollWidth} × ${root.scrollHeight}`);

    /** The part of an element that those around it let through. */
    const shownRect = (element: Element): DOMRect => {
      const own = element.getBoundingClientRect();
      let [left, top, right, bottom] = [
        Math.max(0, own.left),
        Math.max(0, own.top),
        Math.min(width, own.right),
        Math.min(height, own.bottom),
      ];
      for (let around = element.parentElement; around !== null; around = around.parentElement) {
        if (styleOf(around).overflow === 'visible') continue;
        const rect = around.getBoundingClientRect();
        [left, top, right, bottom] = [
          Math.max(left, rect.left),
          Math.max(top, rect.top),
          Math.min(right, rect.right),
          Math.min(bottom, rect.bottom),
        ];
      }
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
    };
    const parts = [...document.querySelectorAll('header, nav[aria-label="Library"], [role="main"], main, aside, footer')].filter(
      (part) => isSeen(part) && part.closest('[role="dialog"], section section, article') === null,
    );
    for (const [at, part] of parts.entries())
      for (const other of parts.slice(at + 1)) {
        if (part.contains(other) || other.contains(part)) continue;
        const [a, b] = [shownRect(part), shownRect(other)];
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 1 && down > 1) faults.push(`${nameOf(part)} covers ${nameOf(other)}`);
      }

    const scrolls = (element: Element): boolean => {
      for (let around = element.parentElement; around !== null; around = around.parentElement)
        if (/auto|scroll/.test(styleOf(around).overflow)) return true;
      return false;
    };
    for (const control of document.querySelectorAll('button, a[href], input, select, textarea, [role="tab"], [role="combobox"]')) {
      if (!isSeen(control) || control.closest('[aria-hidden="true"], [inert]')) continue;
      const [own, shown] = [control.getBoundingClientRect(), shownRect(control)];
      if (own.width < 2 || own.height < 2) continue;
      if (shown.width < own.width - 1 || shown.height < own.height - 1) {
        if (!scrolls(control)) faults.push(`${nameOf(control)} is cut off`);
        continue;
      }
      const hit = document.elementFromPoint(shown.left + shown.width / 2, shown.top + shown.height / 2);
      const label = control.closest('label');
      if (hit && !control.contains(hit) && !hit.contains(control) && !label?.contains(hit))
        faults.push(`${nameOf(control)} is covered by ${nameOf(hit)}`);
    }

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      if (element === null || (node.textContent ?? '').trim() === '' || !isSeen(element)) continue;
      if (element.closest('[aria-hidden="true"], .unseen, svg, [data-cut], pre, code') || element.getBoundingClientRect().width < 2)
        continue;
      const { overflowX, textOverflow } = styleOf(element);
      if ((overflowX === 'hidden' || overflowX === 'clip') && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1)
        faults.push(`the words of ${nameOf(element)} are cut off without a sign`);
    }
    return [...new Set(faults)];
  });

/** The views of a tape by their keys, and what each is known by once it is drawn. */
const VIEWS = [
  ...([
    ['1', 'Context'],
    ['2', 'Conversation'],
    ['3', 'Request'],
    ['4', 'Provenance'],
    ['5', 'Entries'],
  ] as const),
  ...([
    ['6', 'Graph'],
    ['8', 'Residency'],
    ['9', 'Handoffs'],
  ] as const),
] as const;

for (const theme of ['Light', 'Dark'] as const)
  test(`nothing is cut off, covered or too faint in any view (${theme.toLowerCase()})`, PAGE_ONLY, async ({ host }) => {
    const { page } = host;
    await openSamples(page);
    await setTheme(page, theme);
    await openTape(page, 'Tide tables read an hour early');
    for (const size of SIZES) {
      await page.setViewportSize(size);
      for (const [key, name] of VIEWS) {
        await page.keyboard.press(key);
        await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
        expect.soft(await faults(page), `${name} at ${size.width}`).toEqual([]);
        expect.soft(await misbuilt(page), `${name} at ${size.width}`).toEqual([]);
      }
    }
  });

for (const theme of ['Light', 'Dark'] as const)
  test(`nothing is cut off, covered or too faint in library, overview and search (${theme.toLowerCase()})`, PAGE_ONLY, async ({ host }) => {
    const { page } = host;
    await expect(parts(page).library.getByRole('treeitem', { name: SHOPPING })).toBeVisible();
    await setTheme(page, theme);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const check = async (what: string) => {
        expect.soft(await faults(page), `${what} at ${size.width}`).toEqual([]);
        expect.soft(await misbuilt(page), `${what} at ${size.width}`).toEqual([]);
      };
      await pressBoth(page, 'g', 'l');
      await expect(page.getByRole('treegrid', { name: 'Sessions' }).locator('[aria-level]').first()).toBeVisible();
      await page.keyboard.press('x');
      await check('the library with a selection');
      await page.keyboard.press('Escape');
      await pressBoth(page, 'g', 'o');
      for (const tab of ['Days', 'Models', 'Slowest tools', 'Lost instructions']) {
        await page.getByRole('navigation', { name: 'Added up by' }).getByRole('button', { name: tab }).click();
        await expect(page.getByRole('region', { name: 'Sums' }).getByRole('row').first()).toBeVisible();
        await check(`${tab} of the overview`);
      }
      await page.keyboard.press('/');
      await parts(page).search.fill('bicycle');
      await expect(page.getByRole('option').first()).toBeVisible();
      await check('the search page');
      await page.goBack();
    }
  });
