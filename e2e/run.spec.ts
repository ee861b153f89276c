import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faults } from './axe.ts';
import { expect, PAGE_ONLY, test } from './hosts.ts';
import { transcriptPath } from './logs.ts';
import { newWorkspace } from './native.ts';
import { openRun, running, runs } from './run.ts';
import { openTape, parts, SHOPPING, shopping, tapeRow } from './window.ts';

/** Turns the order of what follows it. */
const HIDDEN = '\u202e';
const LAMP = 'The lamp is lit, and it will be until the morning.';

test.describe('a prompt', () => {
  test.use({ script: { answers: [runs(`echo lit > lamp.txt; cat lamp.txt #${HIDDEN}`), { text: LAMP, piece: 7 }] } });

  test('is sent from the window, its call waits for an answer, and all of it is on the tape', async ({ host, model }) => {
    const { page, sandbox } = host;
    const { panel, prompt, turns, approval, next } = running(page);
    const { timeline, playhead } = parts(page);
    const tape = await newWorkspace(sandbox);
    await openTape(page, 'harbour');
    await timeline.focus();
    await openRun(page, 'openai:gpt-5.2', ['bash']);
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Run' }).focus();
    await page.keyboard.press('R');
    await expect(prompt).toBeFocused();
    await page.keyboard.type('Is the lamp lit?');
    await expect(next).toContainText('Is the lamp lit?');
    await panel.getByRole('button', { name: 'System prompt' }).click();
    await panel.getByRole('textbox', { name: 'System prompt' }).fill('Keep the light.');
    await expect(next).toContainText('Keep the light.');
    await expect(next).toContainText(/~\d+ tokens · about \$0\.\d+/);
    await page.keyboard.press('Control+Enter');
    await expect(approval).toContainText('echo lit > lamp.txt; cat lamp.txt #\\u{202e}');
    await expect(turns).not.toContainText(HIDDEN);
    await expect(approval.getByRole('button', { name: 'Allow once' })).toBeFocused();
    await page.setViewportSize({ width: 1024, height: 700 });
    await expect(approval.getByRole('button', { name: 'Allow once' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('banner')).toContainText('waiting for you');
    expect(model?.received).toHaveLength(1);
    expect(await faults(page)).toEqual([]);
    await page.keyboard.press('y');
    await expect(turns).toContainText(LAMP);
    await expect(turns).toContainText('Stopped: answer without calls.');
    await expect(turns).toContainText('allowed once');
    const strip = panel.getByRole('list', { name: 'Turns by time' }).getByRole('listitem');
    await expect(strip).toHaveText(['1 bash', '2 answer']);
    await expect(strip.first()).toHaveAttribute('title', /^Turn 1: model .*, waiting for you .*, call /);
    expect(model?.received[0]?.body).toMatchObject({ instructions: 'Keep the light.' });
    await expect(playhead).toHaveText(/^Step 3 of 3/);
    await expect(next).toContainText(LAMP.slice(0, 20));
    expect(readFileSync(join(sandbox.folder, 'harbour/lamp.txt'), 'utf8')).toBe('lit\n');
    const { items } = await tape(['log', '--all']);
    expect(JSON.stringify(items)).toContain('"reason":"answered"');
    expect(JSON.stringify(items)).toContain('lit');
    expect(model?.received).toHaveLength(2);
    expect(host.complaints).toEqual([]);
  });
});

test.describe('a run within a run', () => {
  const begins = { id: 'c1', name: 'run_sub', arguments: JSON.stringify({ prompt: 'Look at the lamp.', fork: 'lamp' }) };
  test.use({
    script: { answers: [{ text: 'I let a part of it look.', calls: [begins] }, runs('echo lit'), { text: LAMP }, { text: 'Good.' }] },
  });

  test('is shown turn by turn below the call that began it, and asks for itself', PAGE_ONLY, async ({ host }) => {
    const { page, sandbox } = host;
    const { panel, prompt, turns, approval } = running(page);
    await newWorkspace(sandbox);
    await openTape(page, 'harbour');
    await openRun(page, 'openai:gpt-5.2', ['run.sub', 'bash']);
    await page.keyboard.press('Escape');
    await prompt.fill('Is the lamp lit?');
    await page.keyboard.press('Control+Enter');
    const begin = panel.getByRole('region', { name: 'Start a run within this one?' });
    await expect(begin).toContainText('on the fork lamp: Look at the lamp.');
    await page.keyboard.press('y');
    await expect(approval).toContainText('echo lit');
    await expect(turns).toContainText('run within, on the fork lamp');
    await expect(turns.getByText('1.1', { exact: true })).toBeVisible();
    expect(await faults(page)).toEqual([]);
    await page.keyboard.press('y');
    await expect(turns).toContainText(LAMP);
    await expect(turns).toContainText('Stopped: answer without calls.');
    await expect(turns).toContainText('4 requests');
    await expect(panel.getByRole('button', { name: '2 tools' })).toHaveAttribute('aria-expanded', 'false');
    await expect(panel.getByRole('list', { name: 'Turns by time' }).getByRole('listitem')).toHaveText(['1 run_sub', '2 answer']);
    await turns
      .getByRole('button', { name: /^lamp #/ })
      .last()
      .focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('banner')).toContainText('native · open fork');
    await expect(parts(page).inspector).toContainText(LAMP);
    await page.goBack();
    await expect(turns).toContainText(LAMP);
    expect(host.complaints).toEqual([]);
  });
});

/** Starts the MCP server of the tests, and counts how often. */
const SERVER = join(import.meta.dirname, '../src/main/engine/runs/testing/mcp-server.ts');
const HARBOUR = { command: 'sh', args: ['-c', `echo start >> starts; exec "${process.execPath}" "${SERVER}"`] };

test.describe('a tool of an MCP server', () => {
  const say = { id: 'c1', name: 'mcp_harbour_say', arguments: '{"words":"Ahoy from the harbour"}' };
  test.use({ script: { answers: [{ text: 'I call.', calls: [say] }, { text: LAMP }] } });

  test('is called after a question, and what it answers is shown', PAGE_ONLY, async ({ host, model }) => {
    const { page, sandbox } = host;
    const { panel, prompt, turns, next } = running(page);
    const tape = await newWorkspace(sandbox);
    const { workspace } = await tape(['info']);
    const file = join(String(workspace), 'config.json');
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), run: { mcp: { harbour: HARBOUR } } }));
    await openTape(page, 'harbour');
    await openRun(page, 'openai:gpt-5.2', ['mcp.harbour']);
    await page.keyboard.press('Escape');
    const asJson = panel.getByRole('button', { name: /^JSON/ });
    await asJson.click();
    for (const words of ['Call', 'Call the', 'Call the harbour']) {
      await prompt.fill(words);
      await expect(next).toContainText(words);
      await expect(next).toContainText('mcp_harbour_say');
    }
    expect(readFileSync(join(sandbox.folder, 'harbour/starts'), 'utf8')).toBe('start\n');
    await page.keyboard.press('Control+Enter');
    const approval = panel.getByRole('region', { name: 'Run mcp.harbour.say?' });
    await expect(approval).toContainText('Ahoy from the harbour');
    await expect(approval).toContainText('MCP server harbour');
    await page.keyboard.press('y');
    await expect(turns).toContainText('allowed once');
    await expect(turns).toContainText(LAMP);
    await asJson.click();
    await expect(next.getByRole('row').filter({ hasText: 'Ahoy from the harbour' }).last()).toBeVisible();
    expect(JSON.stringify(model?.received[1]?.body)).toContain('"output":"Ahoy from the harbour"');
    expect(host.complaints).toEqual([]);
  });
});

test.describe('an answer that does not end', () => {
  test.use({
    script: {
      answers: [
        { text: 'The tide comes in, and', hangs: true, cutAt: 260, piece: 20 },
        { status: 401, body: '{"error":{"message":"Incorrect API key"}}' },
      ],
    },
  });

  test('streams in, Escape stops it, and a refused key says what to do', async ({ host }) => {
    const { page, sandbox } = host;
    const { prompt, turns, panel } = running(page);
    const tape = await newWorkspace(sandbox);
    await openTape(page, 'harbour');
    await openRun(page, 'openai-compatible:local');
    await prompt.fill('When is the tide?');
    await page.keyboard.press('Control+Enter');
    await expect(turns).toContainText('The tide comes in, and');
    await expect(panel.getByRole('button', { name: 'Stop' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(turns).toContainText('Stopped by you.');
    expect(JSON.stringify(await tape(['log', '--all']))).toContain('"reason":"cancelled"');
    await prompt.focus();
    await page.keyboard.press('ArrowUp');
    await expect(prompt).toHaveValue('When is the tide?');
    await page.keyboard.press('Control+Enter');
    await expect(turns.getByRole('alert')).toContainText('The server answered 401: Incorrect API key');
    await expect(turns.getByRole('alert')).toContainText('Check the key in OPENAI_API_KEY');
  });
});

test.describe('without a key', () => {
  test.use({ files: { [transcriptPath()]: shopping().lines } });

  test('one sentence says which variable to set, and a log of an agent says why it is not sent from', async ({ host }) => {
    const { page, sandbox } = host;
    const { panel } = running(page);
    await newWorkspace(sandbox);
    await openTape(page, 'harbour');
    await openRun(page, 'anthropic:claude-opus-5');
    await expect(panel).toContainText('anthropic needs a key in ANTHROPIC_API_KEY.');
    await panel.getByRole('textbox', { name: 'Requests at most' }).fill('many');
    await panel.getByRole('combobox', { name: 'Model' }).fill('nonsense');
    await expect(panel).toContainText('A model is named PROVIDER:NAME');
    await tapeRow(page, SHOPPING).click();
    await expect(panel).toContainText('This tape is an agent’s log, which Tapescope never changes.');
  });
});
