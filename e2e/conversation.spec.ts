import type { Page } from '@playwright/test';
import { AGENTS, FOUND, filesOf, LAST, type Told, WORK } from './agents.ts';
import { faults } from './axe.ts';
import { expect, type Host, PAGE_ONLY, test } from './hosts.ts';
import { transcript, transcriptPath } from './logs.ts';
import { openTape, parts, SHOPPING, shopping, tapeRow } from './window.ts';

const conversationOf = (page: Page) => page.getByRole('region', { name: 'Conversation' });

const openConversation = async (page: Page, title: string) => {
  await openTape(page, title);
  await page.keyboard.press('2');
  const conversation = conversationOf(page);
  await expect(conversation.getByRole('row').first()).toBeVisible();
  return conversation;
};

for (const [at, agent] of AGENTS.entries()) {
  test.describe(`a conversation of ${agent.name}`, at === 0 ? {} : PAGE_ONLY, () => {
    test.use({ files: filesOf(agent) });
    test('is read with its calls folded to a line, which unfold to their results', ({ host }) => read(host, agent));
  });
}

const read = async (host: Host, _: Told): Promise<void> => {
  const { page } = host;
  const conversation = await openConversation(page, WORK);
  await expect(conversation.getByText(FOUND)).toBeVisible();
  await expect(conversation.getByText(LAST)).toBeVisible();
  await expect(conversation.getByText('Low water 4.0 m')).toBeHidden();
  await conversation
    .getByRole('button', { name: /: unfold or fold$/ })
    .first()
    .click();
  await expect(conversation.getByText('Low water 4.0 m')).toBeVisible();
  expect(host.complaints).toEqual([]);
};

const AGENT = 'abc1234';
const HARBOUR = 'Paint the boat.';
const BRIEF = 'Count the brushes.';
const PLAN = (sand: string, paint: string) => ({
  todos: [
    { content: 'Sand the hull', status: sand, activeForm: 'Sanding' },
    { content: 'Paint the hull', status: paint, activeForm: 'Painting' },
  ],
});
const LOG = [...Array.from({ length: 40 }, (_, at) => `plank ${at + 1} is dry`), 'error: plank 41 is wet', 'stopped'].join('\n');

/** A day's work: a list that changes, an edit, a command that fails, and a sub-agent in a file of its own. */
const painting = (): string[] => {
  const { lines } = transcript('77777777-2222-4333-8444-555555555555')
    .prompt(HARBOUR)
    .call('TodoWrite', PLAN('in_progress', 'pending'), 'Todos have been modified.')
    .call(
      'Edit',
      { file_path: '/home/reader/notes/hull.ts', old_string: "const hull = 'grey';", new_string: "const hull = 'green';" },
      'Updated.',
    )
    .call('TodoWrite', PLAN('completed', 'in_progress'), 'Todos have been modified.')
    .call('Bash', { command: 'dry --planks' }, `Exit code 1\n${LOG}`)
    .call('Task', { description: 'Count brushes', prompt: BRIEF, subagent_type: 'general-purpose' }, 'There are nine brushes.')
    .answer('Nine brushes, and one **wet** plank.');
  return lines.map((line) => {
    if (line.includes('Exit code 1')) return line.replace('"content":"Exit code 1', '"is_error":true,"content":"Exit code 1');
    if (!line.includes('"content":"There are nine brushes."')) return line;
    return JSON.stringify({ ...JSON.parse(line), toolUseResult: { agentId: AGENT, status: 'completed' } });
  });
};
const brushes = (): string[] =>
  transcript('77777777-2222-4333-8444-555555555555')
    .prompt(BRIEF)
    .answer('There are nine brushes.')
    .lines.map((line) => JSON.stringify({ ...JSON.parse(line), isSidechain: true, agentId: AGENT }));

test.describe('a conversation of Claude Code', () => {
  test.use({
    files: {
      [transcriptPath()]: shopping().lines,
      [transcriptPath('77777777-2222-4333-8444-555555555555')]: painting(),
      [transcriptPath(`agent-${AGENT}`)]: brushes(),
    },
  });

  test('has the playhead before the answer of its step, and is walked by keys', PAGE_ONLY, async ({ host }) => {
    const { page } = host;
    const conversation = await openConversation(page, SHOPPING);
    await expect(conversation.getByText('2 entries on another branch')).toBeVisible();
    await expect(conversation.getByText('Then sell the bicycle.')).toBeHidden();
    await expect(conversation.getByText(/^sent with step 4: all of the above/)).toBeVisible();
    await page.keyboard.press('[');
    await expect(conversation.getByText(/^sent with step 2: /)).toBeVisible();
    await expect(conversation.getByRole('row').filter({ hasText: 'milk, bread and a red bicycle' }).locator('[data-rail]')).toHaveAttribute(
      'data-rail',
      'later',
    );
    await page.keyboard.press('k');
    const call = conversation.getByRole('row', { selected: true });
    await expect(call).toContainText('notes.md');
    await page.keyboard.press('Enter');
    await expect(call).toContainText('Milk, bread, and a red bicycle.');
    await page.keyboard.press('Enter');
    await expect(call).not.toContainText('Milk, bread');
    await page.keyboard.press('z');
    await expect(call).toContainText('"tool_use"');
    await page.keyboard.press('z');
    await expect(call).not.toContainText('"tool_use"');
    expect(host.complaints).toEqual([]);
  });

  test('shows edits and failures at once, and leads into a sub-agent and back', PAGE_ONLY, async ({ host }) => {
    const { page } = host;
    const conversation = await openConversation(page, HARBOUR);
    const rows = conversation.getByRole('row');
    await expect(rows.filter({ hasText: 'hull.ts' }).locator('mark')).toHaveText(['grey', 'green']);
    await expect(
      rows
        .filter({ hasText: 'Painting' })
        .or(rows.filter({ hasText: 'Paint the hull' }))
        .last(),
    ).toContainText('done now');
    const drying = rows.filter({ hasText: 'dry --planks' });
    await expect(drying).toContainText('error: plank 41 is wet');
    await expect(drying).not.toContainText('plank 7 is dry');
    await drying.getByRole('button', { name: 'show' }).click();
    await expect(drying).toContainText('plank 7 is dry');
    await page.keyboard.press('End');
    await expect(rows.filter({ hasText: 'Count brushes' })).toContainText('1 step of its own');
    await rows.filter({ hasText: 'Count brushes' }).first().click();
    await page.keyboard.press('ArrowRight');
    const agent = page.getByRole('complementary', { name: 'Sub-agent' });
    await expect(agent.getByText(BRIEF).first()).toBeVisible();
    await expect(agent.getByText('There are nine brushes.')).toBeVisible();
    await expect(agent.getByRole('navigation')).toContainText(/step \d+ *› *call #\d+/);
    // The branch that called it stays in view, and a link shows both.
    await expect(conversation.getByText('Nine brushes, and one')).toBeVisible();
    await expect(page).toHaveURL(/agent=/);
    await page.reload();
    await expect(agent.getByText(BRIEF).first()).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(agent).toBeHidden();
    await rows.filter({ hasText: 'Count brushes' }).first().click();
    await page.keyboard.press('ArrowRight');
    await expect(agent.getByText(BRIEF).first()).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(conversation.getByText(BRIEF)).toBeVisible();
    // In every other view the inspector says the same.
    await page.keyboard.press('1');
    await expect(parts(page).inspector.getByRole('navigation', { name: 'Where this sub-agent comes from' })).toContainText(/call #\d+/);
    await page.keyboard.press('2');
    await page.keyboard.press('ArrowLeft');
    await expect(conversation.getByText('Nine brushes, and one')).toBeVisible();
    await expect(conversation.getByRole('row', { selected: true })).toContainText('Count brushes');
    await expect(tapeRow(page, HARBOUR)).toHaveAttribute('aria-selected', 'true');
    expect(host.complaints).toEqual([]);
  });

  test('is printed unfolded, all of it read, light and within the page', PAGE_ONLY, async ({ host }) => {
    const { page } = host;
    const conversation = await openConversation(page, HARBOUR);
    await page.evaluate(() => {
      // What would be printed, kept so that it can be looked at.
      window.print = () => document.body.append(document.querySelector('[data-printed]')?.cloneNode(true) ?? '');
    });
    await conversation.getByRole('button', { name: 'Print…' }).click();
    const paper = page.locator('[data-printed]');
    await expect(conversation.getByRole('button', { name: 'Print…' })).toBeVisible();
    await expect(paper).toHaveCount(1);
    await page.setViewportSize({ width: 700, height: 900 });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(paper).toBeVisible();
    await expect(paper).toContainText('plank 7 is dry');
    await expect(paper).toContainText('There are nine brushes.');
    await expect(paper.getByText(/^sent with step \d+: all of the above/)).toBeVisible();
    await expect(conversation).toBeHidden();
    const sheet = await paper.evaluate((of) => ({ wide: of.scrollWidth, text: getComputedStyle(of).color }));
    expect(sheet.wide).toBeLessThanOrEqual(700);
    expect(sheet.text).toBe('rgb(34, 33, 31)');
    expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(5000);
  });

  test('grows while its log grows, follows who reads its end, and leaves who reads elsewhere in peace', async ({ host }) => {
    const { page, sandbox } = host;
    const log = shopping();
    for (let turn = 1; turn <= 30; turn += 1) log.prompt(`Is item ${turn} bought?`).answer(`Item ${turn} is bought.`);
    let written = shopping().lines.length;
    const grow = () => {
      for (const line of log.lines.slice(written)) sandbox.append(transcriptPath(), line);
      written = log.lines.length;
    };
    const conversation = await openConversation(page, SHOPPING);
    grow();
    await expect(conversation.getByText('Item 30 is bought.')).toBeVisible();
    log.prompt('And the bread?').answer('The bread is bought.');
    grow();
    await expect(conversation.getByText('The bread is bought.')).toBeVisible();
    // Reads the beginning: what comes is not thrown at them.
    await conversation.getByRole('grid').hover();
    await page.mouse.wheel(0, -100_000);
    const first = conversation.getByText('They list milk, bread and a red bicycle.');
    await expect(first).toBeInViewport();
    log.prompt('And the butter?').answer('The butter is bought.');
    grow();
    await expect(parts(page).playhead).toHaveText(/^Step 36 of 36/);
    await expect(first).toBeInViewport();
    await page.keyboard.press('End');
    await page.mouse.wheel(0, 100_000);
    await expect(conversation.getByText('The butter is bought.')).toBeInViewport();
    expect(host.complaints).toEqual([]);
  });

  test('gives axe nothing serious to say', PAGE_ONLY, async ({ host }) => {
    const { page } = host;
    await openConversation(page, HARBOUR);
    await expect(parts(page).inspector).toBeVisible();
    expect(await faults(page)).toEqual([]);
  });
});
