import { expect, test } from './hosts.ts';
import { transcript, transcriptPath } from './logs.ts';
import { openTape, parts, SHOPPING, shopping, tapeRow } from './window.ts';

test.use({ files: { [transcriptPath()]: shopping().lines } });

test('what is appended to a file appears by itself', async ({ host }) => {
  const { page, sandbox } = host;
  const { playhead, context } = parts(page);
  await openTape(page, SHOPPING);
  await expect(playhead).toHaveText(/^Step 4 of 4/);
  const longer = shopping().prompt('And the milk?').answer('The milk is in the fridge.').lines;
  const written = Date.now();
  for (const line of longer.slice(shopping().lines.length)) sandbox.append(transcriptPath(), line);
  await expect(playhead).toHaveText(/^Step 5 of 5/);
  await expect(context).toContainText('And the milk?');
  test.info().annotations.push({ type: 'shown after', description: `${Date.now() - written} ms` });
});

test('a new file in a folder that is watched appears in the library', async ({ host }) => {
  const { page, sandbox } = host;
  await expect(tapeRow(page, SHOPPING)).toBeVisible();
  const session = '22222222-2222-4333-8444-555555555555';
  sandbox.write(transcriptPath(session), transcript(session).prompt('A second session begins.').answer('It does.').lines);
  await expect(tapeRow(page, 'A second session begins.')).toBeVisible();
});
