import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** How much on the screen still fades or slides to its place; what breathes for ever, as a skeleton does, does not count. */
const moving = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      document.querySelectorAll('[data-starting-style], [data-ending-style]').length +
      document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime)).length,
  );

/** What axe holds against the screen that stands, serious or worse. What is half faded in has not the colours that it will have. */
export async function faults(page: Page): Promise<string[]> {
  await expect.poll(() => moving(page)).toBe(0);
  // Legacy mode: the other one opens a second page, which a window under Electron cannot.
  // What passed is not listed, and nothing is fetched for rules that are off.
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'], preload: false })
    .setLegacyMode(true)
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary}`));
}
