import { expect, PAGE_ONLY, test } from './hosts.ts';
import { openTape, parts } from './window.ts';

/** One turn of Bub's loop under one run id: two requests that call tools, one that fails before anything is logged, and an answer. */
const looped = (): string[] => {
  const lines: string[] = [];
  const add = (kind: string, payload: object, meta: object = {}): void => {
    const id = lines.length + 1;
    lines.push(JSON.stringify({ id, kind, payload, meta, date: new Date(Date.UTC(2026, 0, 5, 9, 0, id)).toISOString() }));
  };
  const event = (name: string, data: object, meta: object = {}): void => add('event', { name, data }, meta);
  const meta = { run_id: 'harbour' };
  const ended = (status: string): void =>
    event('run', { status, usage: { prompt_tokens: 700, completion_tokens: 9 }, model: 'qwen3-coder' }, meta);
  const request = (step: number, prompt: string, name: string, result: string): void => {
    event('loop.step.start', { step, prompt });
    add('system', { content: 'You keep a harbour.' }, meta);
    add('message', { role: 'user', content: prompt }, meta);
    add('tool_call', { calls: [{ id: `c${step}`, type: 'function', function: { name, arguments: '{}' } }] }, meta);
    add('tool_result', { results: [result] }, meta);
    ended('ok');
    event('loop.step', { step, status: 'continue', elapsed_ms: 4 });
  };
  add('anchor', { name: 'session/start', state: { owner: 'human' } });
  event('loop.start', { model: 'qwen3-coder', prompt: 'Count the boats' });
  request(1, 'Count the boats', 'look_out', 'seven masts');
  request(2, 'Continue the task.', 'ask_master', 'one is a crane');
  event('loop.step.start', { step: 3, prompt: 'Continue the task.' });
  event('loop.step', { step: 3, status: 'error', error: 'the line was cut' });
  event('loop.start', { model: 'qwen3-coder', prompt: 'And now?' });
  event('loop.step.start', { step: 1, prompt: 'And now?' });
  add('system', { content: 'You keep a harbour.' }, meta);
  add('message', { role: 'user', content: 'And now?' }, meta);
  add('message', { role: 'assistant', content: 'Six boats and a crane.' }, meta);
  ended('ok');
  event('loop.step', { step: 1, status: 'ok', elapsed_ms: 3 });
  return lines;
};

test.use({ files: { '.bub/tapes/0123456789abcdef__0b871d5e50e7c192.jsonl': looped() } });

test('each request of a run is a step, and entries, graph and timeline show the loop', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  const { playhead, context, entries } = parts(page);
  await openTape(page, 'cli:local · Count the boats');
  await expect(playhead).toHaveText(/^Step 4 of 4/);
  await expect(context).toContainText('one is a crane');
  await page.keyboard.press('[');
  await expect(playhead).toHaveText(/^Step 3 of 4/);
  await expect(context).toContainText('The call of the model failed.');
  await page.keyboard.press('[');
  await expect(playhead).toHaveText(/^Step 2 of 4/);
  await expect(context).toContainText('seven masts');
  await expect(context).not.toContainText('one is a crane');
  await page.keyboard.press('[');
  await expect(playhead).toHaveText(/^Step 1 of 4/);
  await expect(context).not.toContainText('seven masts');

  // The failure is a marker of the timeline: the nearest one, then the step after it.
  await page.keyboard.press('}');
  await expect(playhead).toHaveText(/^Step 4 of 4/);

  await page.getByRole('tab', { name: 'Entries' }).click();
  await expect(entries).toContainText('turn begins → model · qwen3-coder · And now?');
  await expect(entries).toContainText('request 3 failed · the line was cut · turn ends');
  await expect(entries).toContainText('request 2 answered with calls · 4 ms · next: their results');

  await page.getByRole('tab', { name: 'Graph' }).click();
  const graph = page.getByRole('region', { name: 'Graph' });
  await expect(graph).toContainText('request 2 · Continue the task.');
  await expect(graph).toContainText('ask_master');
  await expect(graph).toContainText('request 3 failed · the line was cut · turn ends');
  expect(host.complaints).toEqual([]);
});

test('a tape of Bub answers comma commands that read, and refuses those that write', async ({ host }) => {
  const { page } = host;
  const { inspector } = parts(page);
  const line = page.getByRole('combobox', { name: 'Tape command' });
  const answers = page.getByRole('log', { name: 'Answers' });
  await openTape(page, 'Count the boats');
  await page.keyboard.press(',');
  await expect(line).toHaveValue(',');
  await expect(page.getByRole('option', { name: /handoff/ })).toHaveCount(0);
  await line.fill(',anchors');
  await line.press('Enter');
  await expect(answers).toContainText('#1 session/start');
  await answers.getByRole('button', { name: '#1', exact: true }).click();
  await expect(inspector).toContainText('session/start');
  await line.fill(',handoff name=x');
  await line.press('Enter');
  await expect(answers).toContainText('is never written to');
  expect(host.complaints).toEqual([]);
});
