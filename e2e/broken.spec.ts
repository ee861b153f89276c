import { expect, test } from './hosts.ts';
import { transcript, transcriptPath } from './logs.ts';
import { openTape, parts } from './window.ts';

const broken = transcript().prompt('A log with a broken line.').raw('{"type": "user", "message": ').answer('The rest still loads.');

test.use({ files: { [transcriptPath()]: broken.lines } });

test('a broken line is counted on the badge, listed with its line, and shown as it is', async ({ host }) => {
  const { page } = host;
  const { dialog, inspector, context } = parts(page);
  await openTape(page, 'A log with a broken line.');
  await expect(context).toContainText('A log with a broken line.');
  await page.getByRole('button', { name: /1 line unreadable.*receipt/ }).click();
  await expect(dialog).toContainText('Every line is accounted for.');
  const problem = dialog.getByRole('button', { name: /line 2/ });
  await expect(problem).toContainText('unreadable');
  await problem.click();
  await expect(dialog).toBeHidden();
  await expect(inspector.getByText('{"type": "user", "message":')).toBeVisible();
});
