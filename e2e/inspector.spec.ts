import { AGENTS, FOUND, filesOf, WORK } from './agents.ts';
import { expect, type Host, PAGE_ONLY, test } from './hosts.ts';
import { transcript, transcriptPath } from './logs.ts';
import { openTape, parts } from './window.ts';

const PATH = transcriptPath('99999999-2222-4333-8444-555555555555');
const harbour = (): string[] =>
  transcript('99999999-2222-4333-8444-555555555555')
    .prompt(WORK)
    .call('Read', { file_path: '/home/reader/harbour/chart.txt' }, 'Low water 4.0 m, high water 7.5 m.')
    .answer(FOUND).lines;

/** What an entry says comes before where its bytes are, which is folded. */
const reads = async ({ page, complaints }: Host): Promise<void> => {
  const { entries, inspector } = parts(page);
  await openTape(page, WORK);
  await page.keyboard.press('5');
  await entries.getByRole('row').filter({ hasText: FOUND }).last().click();
  const content = inspector.getByText(FOUND).last();
  await expect(content).toBeVisible();
  const source = inspector.getByText('Source: file, bytes, digest, id');
  const digest = inspector.getByText('digest', { exact: true });
  await expect(digest).toBeHidden();
  const [above, below] = [await content.boundingBox(), await source.boundingBox()];
  expect(above?.y ?? 0).toBeLessThan(below?.y ?? 0);
  await source.click();
  await expect(digest).toBeVisible();
  // Each row says what it weighs and how long it took, or that this is not known.
  await expect(entries.getByTitle('Since the entry before').first()).toBeVisible();
  await expect(entries.getByTitle('The log does not say how long it took').first()).toBeVisible();
  expect(complaints).toEqual([]);
};

test.describe('the inspector on a session of Claude Code', () => {
  test.use({ files: { [PATH]: harbour() } });
  test('shows what an entry says before where it is, which is folded', ({ host }) => reads(host));
});

for (const agent of AGENTS)
  test.describe(`the inspector on a session of ${agent.name}`, PAGE_ONLY, () => {
    test.use({ files: filesOf(agent) });
    test('shows what an entry says before where it is, which is folded', ({ host }) => reads(host));
  });
