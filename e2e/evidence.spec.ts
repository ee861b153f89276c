import type { Page } from '@playwright/test';
import { faults } from './axe.ts';
import { expect, test } from './hosts.ts';
import { transcriptPath } from './logs.ts';
import { openTape, parts, pressBoth, SHOPPING, shopping, tapeRow } from './window.ts';

const SESSION = '11111111-2222-4333-8444-555555555555';

type Content = { role: string; content: object[] | string };

/** A request with its answer, as a proxy keeps them. */
const captured = (id: string, messages: readonly Content[], answer: object) => {
  const own = { model: 'claude-sonnet-4-5', max_tokens: 100, system: 'You help with errands.' };
  const body = { ...own, metadata: { user_id: JSON.stringify({ session_id: SESSION }) }, messages };
  const usage = { input_tokens: 9, output_tokens: 2 };
  const reply = { id, type: 'message', role: 'assistant', model: 'claude-sonnet-4-5', content: [answer], usage };
  const request = { timestamp: 1_767_603_607, method: 'POST', url: 'https://host/v1/messages', headers: {}, body };
  return JSON.stringify({ request, response: { timestamp: 1_767_603_608, status_code: 200, headers: {}, body: reply } });
};

const PROMPT: Content = { role: 'user', content: SHOPPING };
const CALL = { type: 'tool_use', id: 'toolu_1', name: 'Read', input: { file_path: 'notes.md' } };
/** The log has a red one. */
const RESULT = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'Milk, bread, and a blue bicycle.' };

/** The first request as the log has it, and the second with another result. */
const CAPTURES = [
  captured('msg_1', [PROMPT], CALL),
  captured('msg_3', [PROMPT, { role: 'assistant', content: [CALL] }, { role: 'user', content: [RESULT] }], {
    type: 'text',
    text: 'They list milk, bread and a red bicycle.',
  }),
];

const RUN = '.tapescope/captures/run-1/requests.jsonl';

test.use({ files: { [transcriptPath()]: shopping().lines, [RUN]: CAPTURES } });

/** The mark of the answer line: a button of one word. */
const mark = (page: Page, word: string) => parts(page).context.getByRole('button', { name: word, exact: true });

/** Opens the session once what was captured of it hangs below it: one is held against the other only when both were read. */
const openCaptured = async (page: Page): Promise<void> => {
  await expect(tapeRow(page, SHOPPING)).toHaveAttribute('aria-expanded', 'false');
  await openTape(page, SHOPPING);
};

test('the context says whether it is what was sent, and leads to the request', async ({ host }) => {
  const { page } = host;
  await openCaptured(page);
  await expect(mark(page, 'derived')).toBeVisible();
  await page.keyboard.press('Home');
  await expect(mark(page, 'verified')).toBeVisible();
  await pressBoth(page, 'g', ']');
  await expect(parts(page).playhead).toHaveText(/^Step 2 of 4/);
  await mark(page, 'differs').click();
  const legend = page.getByRole('dialog', { name: 'How this is known' });
  await expect(legend).toContainText('derived, but not what was sent');
  const tones = await legend.locator('dt svg').evaluateAll((discs) => discs.map((disc) => getComputedStyle(disc).color));
  const [recorded, verified, differs, ...others] = tones;
  expect(new Set([recorded, verified, differs]).size).toBe(3);
  expect(new Set([recorded, ...others]).size).toBe(1);
  expect(await faults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show the request' }).click();
  const request = page.getByRole('region', { name: 'Request', exact: true });
  const differing = request.getByRole('region', { name: 'Messages', exact: true }).getByRole('listitem').filter({ hasText: '≠' });
  await expect(differing).toContainText('a blue bicycle');
  await expect(differing).toContainText('a red bicycle');
  await page.keyboard.press('n');
  await expect(differing.getByRole('button')).toBeFocused();
  expect(await faults(page)).toEqual([]);
  await pressBoth(page, 'g', ']');
  await expect(page.getByText('No later step differs from what was sent.')).toBeVisible();
  await expect(parts(page).playhead).toHaveText(/^Step 2 of 4/);
  expect(host.complaints).toEqual([]);
});

test('steps that differ are filtered in Entries, and the overview says how often views were what was sent', async ({ host }) => {
  const { page } = host;
  await openCaptured(page);
  await page.getByRole('tab', { name: /^Entries/ }).click();
  const entries = page.getByRole('region', { name: 'Entries', exact: true });
  const rows = entries.getByRole('grid', { name: 'Entries of the tape' }).getByRole('row');
  await expect(rows.first()).toBeVisible();
  const all = await rows.count();
  await entries.getByRole('button', { name: /^differs 1$/ }).click();
  await expect(rows).not.toHaveCount(all);
  await expect(rows.filter({ hasText: 'They list milk' })).toHaveCount(1);
  expect(await faults(page)).toEqual([]);
  await pressBoth(page, 'g', 'o');
  await page.getByRole('button', { name: 'Verified views' }).click();
  const verdict = page.getByRole('region', { name: 'Sums' }).getByRole('row').filter({ hasText: 'Claude Code' });
  await expect(verdict.getByRole('cell').nth(1)).toHaveText('2');
  expect((await verdict.getByRole('cell').allTextContents()).slice(1, 4)).toEqual(['2', '1', '1']);
  expect(await faults(page)).toEqual([]);
  await pressBoth(page, 'g', 'l');
  const library = page.getByRole('region', { name: 'Library', exact: true });
  await library.getByRole('button', { name: 'Differ', exact: true }).click();
  await expect(library.getByRole('status')).toContainText(/^1 session/);
  await expect(library.getByRole('row').filter({ hasText: SHOPPING })).toHaveCount(1);
  await library.getByRole('button', { name: 'Remove With differs' }).click();
  await expect(library.getByRole('status')).not.toContainText('compared');
  expect(host.complaints).toEqual([]);
});

test('what is captured while a session is open is held against its views', async ({ host }) => {
  const { page, sandbox } = host;
  await openCaptured(page);
  await page.keyboard.press('3');
  const request = page.getByRole('region', { name: 'Request', exact: true });
  await expect(request).toContainText('Nobody captured this request.');
  await expect(request).toContainText(/As captured in step 2/);
  await expect(page.getByText('differs', { exact: true }).first()).toBeVisible();
  sandbox.append(RUN, captured('msg_8', [PROMPT], { type: 'text', text: 'The bicycle is green now.' }));
  await expect(request.getByRole('button', { name: 'differs', exact: true })).toBeVisible();
  expect(host.complaints).toEqual([]);
});
