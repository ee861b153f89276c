import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, PAGE_ONLY, test } from './hosts.ts';
import { transcriptPath } from './logs.ts';
import { answered, asked, newWorkspace, say, terminalIn, writing } from './native.ts';
import { chord, openTape, parts, SHOPPING, shopping, tapeRow } from './window.ts';

test.describe('a workspace', () => {
  test('that the terminal makes is in the library, and what another process appends appears by itself', async ({ host }) => {
    const { page, sandbox } = host;
    const { playhead, context } = parts(page);
    const tape = await newWorkspace(sandbox);
    await expect(tapeRow(page, 'harbour')).toBeVisible();
    await openTape(page, 'harbour');
    await expect(playhead).toHaveText(/^Step 1 of 1/);
    const written = Date.now();
    await tape(['append'], [asked('And the oars?'), answered('The oars are red.')]);
    await expect(playhead).toHaveText(/^Step 2 of 2/);
    await expect(context).toContainText('And the oars?');
    test.info().annotations.push({ type: 'shown after', description: `${Date.now() - written} ms, the start of tape append included` });
    await tape(['handoff', 'painted', '--summary', 'The boat is green']);
    await parts(page).timeline.focus();
    await page.keyboard.press('5');
    await expect(parts(page).entries.getByText('painted').first()).toBeVisible();
    expect(host.complaints).toEqual([]);
  });

  test('is written to by notes, corrections and handoffs', async ({ host }) => {
    const { page, sandbox } = host;
    const { dialog, entries, inspector } = parts(page);
    const tape = await newWorkspace(sandbox);
    await openTape(page, 'harbour');
    await page.keyboard.press('5');
    await page.keyboard.press('w');
    await dialog.getByRole('textbox', { name: 'Note' }).fill('The tide is out');
    await dialog.getByRole('button', { name: 'Append', exact: true }).click();
    await expect(inspector.getByText('entry 4', { exact: false }).first()).toBeVisible();
    await expect(entries.getByText('The tide is out')).toBeVisible();
    await expect(dialog).toBeHidden();
    await page.keyboard.press('c');
    await dialog.getByRole('textbox', { name: 'It should say' }).fill('The tide is in');
    await dialog.getByRole('button', { name: 'Append the correction' }).click();
    await expect(entries.getByText('The tide is in')).toBeVisible();
    await expect(dialog).toBeHidden();
    await page.keyboard.press('h');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('launched');
    await dialog.getByRole('textbox', { name: 'Summary' }).fill('The boat is in the water');
    await dialog.getByRole('button', { name: 'Hand off' }).click();
    await expect(dialog).toBeHidden();
    const { items } = await tape(['log', '--all']);
    expect(items).toMatchObject([
      { id: 1 },
      { id: 2 },
      { id: 3 },
      { id: 4, kind: 'message', payload: { content: 'The tide is out' } },
      { id: 5, corrects: 4, payload: { content: 'The tide is in' } },
      { id: 6, kind: 'anchor', payload: { name: 'launched', state: { phase: 'launched', summary: 'The boat is in the water' } } },
    ]);
    expect(host.complaints).toEqual([]);
  });

  test('has a command line: a comma begins a command, any other line is a message', PAGE_ONLY, async ({ host }) => {
    const { page, sandbox } = host;
    const { answers, line } = writing(page);
    const tape = await newWorkspace(sandbox);
    await openTape(page, 'harbour');
    await page.keyboard.press(',');
    await expect(line).toBeFocused();
    await say(page, 'Now the sails, please');
    await expect(answers).toContainText('appended as');
    await say(page, ',handoff name=painted summary="The boat is green"');
    await say(page, ',anchors');
    await expect(answers).toContainText('{"phase":"painted","summary":"The boat is green"}');
    await say(page, ',tape.search query=sails');
    await expect(answers).toContainText('Now the sails, please');
    await say(page, ',hanodff name=x');
    await expect(answers).toContainText('There is no command ,hanodff. Nothing was run. Did you mean ,handoff?');
    await say(page, ',bash cmd="touch ran"');
    await expect(answers).toContainText('There is no command ,bash.');
    expect(await tape(['info'])).toMatchObject({ entries: 5, anchors: 2 });
    expect(host.complaints).toEqual([]);
  });

  test('is reset, with an archive of what was there', PAGE_ONLY, async ({ host }) => {
    const { page, sandbox } = host;
    const { dialog } = parts(page);
    const tape = await newWorkspace(sandbox);
    await openTape(page, 'harbour');
    await chord(page, 'g', 'x');
    await dialog.getByRole('button', { name: 'Archive and reset' }).click();
    const said = await page.getByText(/Reset main\. Its archive: /).textContent();
    expect(await tape(['info'])).toMatchObject({ entries: 1, anchors: 1 });
    const archive = /Its archive: (\S+)/.exec(said ?? '')?.[1] ?? '';
    expect(readFileSync(`${archive}/anchors/001_session-start/messages.jsonl`, 'utf8')).toContain('Which paint for the boat?');
    await expect(parts(page).context).not.toContainText('Which paint for the boat?');
  });
});

test.describe('an imported tape', () => {
  test.use({ files: { [transcriptPath()]: shopping().lines } });

  test('stays as it is, and continues in a new tape', async ({ host }) => {
    const { page, sandbox } = host;
    const { dialog, inspector, playhead } = parts(page);
    const source = join(sandbox.folder, transcriptPath());
    await openTape(page, SHOPPING);
    await expect(writing(page).bar).toBeHidden();
    await chord(page, 'g', 'n');
    await dialog.getByRole('textbox', { name: 'From entry' }).fill('4');
    await dialog.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(writing(page).bar).toBeVisible();
    await say(page, 'Then buy a bell for it');
    await expect(writing(page).answers).toContainText('appended as');
    expect(readFileSync(source, 'utf8').split('\n').slice(0, -1)).toEqual(shopping().lines);
    await page.keyboard.press('Escape');
    await page.keyboard.press('5');
    await parts(page).entries.getByText('session/start').first().click();
    await inspector.getByRole('button', { name: SHOPPING }).first().click();
    await expect(playhead).toHaveText(/^Step \d of 4/);
    await expect(inspector.getByText('entry 4 · line 4')).toBeVisible();
    expect(host.complaints).toEqual([]);
  });
});

test('a folder is bound from the window, and the terminal finds its tape', async ({ host }) => {
  const { page, sandbox } = host;
  const { dialog } = parts(page);
  const tape = terminalIn(sandbox, 'garden');
  await expect(page.getByRole('button', { name: 'start a workspace here…' })).toBeVisible();
  await chord(page, 'g', 'w');
  await dialog.getByRole('combobox').or(dialog.getByRole('textbox')).first().fill(`${sandbox.folder}/garden`);
  await dialog.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(tapeRow(page, 'garden')).toBeVisible();
  await say(page, 'Water the roses');
  await expect(writing(page).answers).toContainText('appended as');
  expect(await tape(['log'])).toMatchObject({
    items: [
      { id: 1, kind: 'anchor' },
      { id: 2, payload: { content: 'Water the roses' } },
    ],
  });
});
