import { AGENTS, FOUND, filesOf, LAST, WORK } from './agents.ts';
import { expect, type Host, PAGE_ONLY, test } from './hosts.ts';
import { transcript, transcriptPath } from './logs.ts';
import { openTape, parts } from './window.ts';

/** The same work as the other agents log it, in three requests and one more. */
const harbour = (): string[] =>
  transcript('88888888-2222-4333-8444-555555555555')
    .prompt(WORK)
    .call('Read', { file_path: '/home/reader/harbour/chart.txt' }, 'Low water 4.0 m, high water 7.5 m.')
    .answer(FOUND)
    .prompt('Tell the pilot.')
    .answer('The pilot knows it now.')
    .prompt(LAST)
    .answer('Moored at the north quay.').lines;

const selects = async ({ page, complaints }: Host, again = 0): Promise<void> => {
  const { playhead, entries, timeline } = parts(page);
  await openTape(page, WORK);
  await page.keyboard.press('[');
  await expect(playhead).toHaveText(/^Step 3 of 4/);
  await page.keyboard.press('Shift+ArrowLeft');
  const told = page.getByText(/^steps 2 – 3 /);
  await expect(told).toContainText('blocks of other steps are faded');
  const blocks = page.getByRole('grid', { name: 'Blocks of the context' });
  await expect(blocks.locator('[data-outside="true"]').first()).toBeVisible();
  await expect(blocks.locator('[data-outside="false"]').first()).toBeVisible();
  await page.keyboard.press('5');
  await expect(told).toContainText('steps 2 – 3 alone');
  // An agent may say it twice: as an item, and as an event.
  await expect(entries.getByText(FOUND).first()).toBeVisible();
  // A compaction may write the first prompt again, within the range.
  await expect(entries.getByText(WORK)).toHaveCount(again);
  await page.keyboard.press('2');
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await expect(conversation.getByText('The pilot knows it now.')).toBeVisible();
  await expect(conversation.getByText('Moored at the north quay.')).toHaveCount(0);
  // The playhead stays inside.
  await page.keyboard.press('Home');
  await expect(playhead).toHaveText(/^Step 2 of 4/);
  await expect(page).toHaveURL(/span=2-3/);
  await page.reload();
  await expect(told).toBeVisible();
  await page.keyboard.press('6');
  await expect(told).toContainText('all others faded');
  await page.keyboard.press('9');
  await expect(told).toContainText('phases without them faded');
  await expect(page.getByRole('option', { selected: true })).toHaveAttribute('data-outside', 'false');
  await page.keyboard.press('8');
  await expect(page.getByRole('region', { name: 'Residency' }).getByRole('heading', { name: 'What cost most' })).toBeVisible();
  // Two contexts next to each other: what came with other steps is faded there, too.
  await page.keyboard.press('d');
  await page.keyboard.press(']');
  await page.keyboard.press('d');
  await page.keyboard.press('7');
  await expect(told).toContainText('blocks of other steps are faded');
  const rows = page.getByRole('region', { name: /^Comparison, / });
  await expect(rows.locator('[data-outside="false"]').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(told).toBeHidden();
  await page.keyboard.press('2');
  await expect(conversation.getByText('Moored at the north quay.')).toBeVisible();
  // By hand: along the axis.
  const box = await timeline.boundingBox();
  if (box === null) throw new Error('The timeline has no place.');
  const y = box.y + box.height - 20;
  await page.mouse.move(box.x + box.width * 0.2, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, y, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByText(/^steps? \d.* alone/)).toBeVisible();
  await page.getByRole('button', { name: 'show all' }).click();
  await expect(page.getByText(/^steps? \d.* alone/)).toHaveCount(0);
  expect(complaints).toEqual([]);
};

test.describe('a range of steps of Claude Code', () => {
  test.use({ files: { [transcriptPath('88888888-2222-4333-8444-555555555555')]: harbour() } });
  test('is selected by keys and by hand, and filters the views', ({ host }) => selects(host));

  test('that a link selects beyond the end of the tape is cut to what is there, and that is said', PAGE_ONLY, async ({ host }) => {
    const { page } = host;
    await openTape(page, WORK);
    const [, tape] = /^#\/tape\/([^?]+)/.exec(new URL(page.url()).hash) ?? [];
    const follow = (span: string) => page.evaluate((hash) => Object.assign(location, { hash }), `#/tape/${tape}?span=${span}&view=entries`);
    await follow('3-9');
    await expect(page.getByText('This tape has 4 steps, and the link selects steps 3 – 9: steps 3 – 4 are selected.')).toBeVisible();
    await expect(page.getByText(/^steps 3 – 4 alone/)).toBeVisible();
    await follow('7-9');
    await expect(page.getByText('the link selects steps 7 – 9: all steps are shown.')).toBeVisible();
    await expect(page.getByText(/^steps? \d.* alone/)).toHaveCount(0);
    expect(host.complaints).toEqual([]);
  });
});

for (const agent of AGENTS)
  test.describe(`a range of steps of ${agent.name}`, PAGE_ONLY, () => {
    test.use({ files: filesOf(agent) });
    test('is selected by keys and by hand, and filters the views', ({ host }) => selects(host, agent.name === 'Codex' ? 1 : 0));
  });
