import type { Page } from '@playwright/test';
import type { Scripted } from '../src/main/engine/runs/testing/scripted-model.ts';

/** The parts of the view of runs by their accessible names. */
export function running(page: Page) {
  const panel = page.getByRole('region', { name: 'Run', exact: true });
  return {
    panel,
    prompt: panel.getByRole('textbox', { name: 'Prompt', exact: true }),
    model: panel.getByRole('combobox', { name: 'Model' }),
    turns: panel.getByRole('region', { name: 'Turns' }),
    next: panel.getByRole('region', { name: 'Next request' }),
    approval: panel.getByRole('region', { name: 'Run this command?' }),
  };
}

/** An answer that runs a command. */
export function runs(cmd: string, text = 'I try it.'): Scripted {
  return { text, calls: [{ id: 'c1', name: 'bash', arguments: JSON.stringify({ cmd }) }] };
}

/** Opens the view of runs with a model named and, where some are given, tools allowed. */
export async function openRun(page: Page, model: string, tools: readonly string[] = []): Promise<void> {
  await page.keyboard.press('0');
  await running(page).model.fill(model);
  if (tools.length === 0) return;
  await running(page).panel.getByRole('button', { name: 'no tools' }).click();
  for (const tool of tools) await running(page).panel.getByRole('checkbox', { name: tool }).check();
}
