import { expect, test } from './hosts.ts';
import { answered, asked, newWorkspace } from './native.ts';
import { openTape, parts } from './window.ts';

test('a merged fork leads back to its parent, and says what it brought and what it left', async ({ host }) => {
  const { page, sandbox } = host;
  const tape = await newWorkspace(sandbox);
  await tape(['fork', 'red']);
  await tape(['append', '--fork', 'red'], [asked('Is red better?'), answered('Red paint, twice.')]);
  await tape(['handoff', 'painted', '--fork', 'red', '--summary', 'Red it is.']);
  await tape(['merge', 'red', '--insights-only']);
  await openTape(page, 'harbour');
  await expect(parts(page).playhead).toBeVisible();
  await page.keyboard.press('9');
  const handoffs = page.getByRole('region', { name: 'Handoffs' });
  await handoffs.getByRole('button', { name: 'whole family' }).click();
  const phases = handoffs.getByRole('listbox', { name: 'Phases' });
  await expect(phases.getByText('merged back: 1 entry; 2 entries left in the fork')).toBeVisible();
  await expect(phases.getByText(/forked.*: 3 shared entries/)).toBeVisible();
  expect(host.complaints).toEqual([]);
});
