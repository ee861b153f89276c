import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe holds against the screen that stands, serious or worse. */
export const faults = async (page: Page): Promise<string[]> => {
  // Legacy mode: the other one opens a second page, which a window under Electron cannot.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary}`));
};
