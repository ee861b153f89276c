import type { Page } from '@playwright/test';
import { AGENTS, FOUND, filesOf, LAST, LATER, SUMMARY, type Told, WORK } from './agents.ts';
import { openExport, saved } from './exported.ts';
import { copied, follow } from './follow.ts';
import { expect, type Host, PAGE_ONLY, test } from './hosts.ts';
import { samples, transcriptPath } from './logs.ts';
import { openTape, parts, pressBoth, SHOPPING, shopping, tapeRow } from './window.ts';

/** Each agent's session is read, stepped through, searched, compared and followed in the same window as any other. */
for (const [at, agent] of AGENTS.entries()) {
  test.describe(`a session of ${agent.name}`, at === 0 ? {} : PAGE_ONLY, () => {
    test.use({ files: { ...filesOf(agent), [transcriptPath()]: shopping().lines } });

    test('is found, named, and stepped through to what a compaction left', ({ host }) => stepped(host, agent));
    test('is searched, compared, exported and linked to', ({ host }) => used(host, agent));
    test('is followed as it grows, and says what it cannot do', ({ host }) => grown(host, agent));
  });
}

/** A session of each of three agents, and what only it shows in a view. */
const SHOWN = [
  {
    agent: 'Claude Code',
    title: 'Tide tables read an hour early',
    context: '342 entries before compaction 1',
    request: 'Nobody captured this request',
    provenance: 'the output of 10 commands',
    entries: 'weather-note',
    graph: '1 rewind',
    residency: 'left the context',
    handoffs: 'compacted (auto)',
  },
  {
    agent: 'Codex',
    title: 'The skipper of the Noordster',
    context: 'counted with o200k_base',
    request: 'You are a coding agent that works in a terminal',
    provenance: 'set up by the agent',
    entries: 'token_count',
    graph: 'compaction 1',
    residency: 'left the context',
    handoffs: 'The user wants skippers not to be woken',
  },
  {
    agent: 'pi',
    title: 'Where ships wait',
    context: 'You are a coding agent inside pi',
    request: 'Replace exact text in a file.',
    provenance: 'written by the model',
    entries: 'model_change',
    graph: '1 rewind',
    residency: '0 left the context',
    handoffs: 'This phase has no state',
  },
] as const;

const VIEWS = [
  ['1', 'context'],
  ['3', 'request'],
  ['4', 'provenance'],
  ['5', 'entries'],
  ['6', 'graph'],
  ['8', 'residency'],
  ['9', 'handoffs'],
] as const;

test.describe('sessions of three agents', () => {
  test.use({ files: samples() });

  test(
    'are in every view of a tape, next to each other in Compare, and together in the table and its sums',
    PAGE_ONLY,
    async ({ host }) => {
      const { page } = host;
      const region = (name: string) => page.getByRole('region', { name, exact: true });
      for (const shown of SHOWN) {
        await openTape(page, shown.title);
        for (const [key, view] of VIEWS) {
          await page.keyboard.press(key);
          await expect(region(`${view[0]?.toUpperCase()}${view.slice(1)}`), `${view} of ${shown.agent}`).toContainText(shown[view]);
        }
        await page.keyboard.press('2');
        await expect(region('Conversation').getByText(/^\d+ blocks/)).toBeVisible();
        await expect(region('Conversation').getByText('assistant', { exact: true }).first()).toBeVisible();
        await pressBoth(page, 'g', 'i');
        await expect(region('Edited context').getByRole('row').first()).toBeVisible();
        await expect(page.getByRole('table', { name: 'Tokens and cost' }).getByRole('row', { name: /^unedited ~?\d/ })).toBeVisible();
        await page.keyboard.press('1');
        await page.keyboard.press('d');
      }
      await page.keyboard.press('7');
      for (const { agent } of SHOWN) await expect(region('Compare').getByTitle(agent).first()).toBeVisible();
      await pressBoth(page, 'g', 'l');
      const table = page.getByRole('treegrid', { name: 'Sessions' });
      for (const { title, agent } of SHOWN) await expect(table.getByRole('row').filter({ hasText: title })).toContainText(agent);
      await pressBoth(page, 'g', 'o');
      const sums = region('Sums');
      await page.getByRole('button', { name: 'Agents' }).click();
      for (const { agent } of SHOWN) await expect(sums.getByRole('row').filter({ hasText: agent })).toContainText(/\$\d/);
      expect(host.complaints).toEqual([]);
    },
  );
});

const stepped = async (host: Host, { name, mark }: Told): Promise<void> => {
  const { page } = host;
  const { playhead, context, library } = parts(page);
  await openTape(page, WORK);
  await expect(library.getByRole('treeitem', { name, exact: true })).toBeVisible();
  await expect(tapeRow(page, WORK).getByTitle(name)).toHaveText(mark);
  await expect(page.getByRole('banner').getByText(new RegExp(`^${name}`))).toBeVisible();
  await expect(playhead).toHaveText(/^Step 4 of 4/);
  await expect(context).toContainText(SUMMARY);
  await expect(context.getByRole('grid')).not.toContainText(FOUND);
  await expect(context).toContainText('derived');
  await page.keyboard.press('[');
  await expect(playhead).toHaveText(/^Step 3 of 4/);
  await expect(context).toContainText(FOUND);
  await expect(context).not.toContainText(SUMMARY);
  await page.keyboard.press('8');
  const residency = page.getByRole('region', { name: 'Residency' });
  await expect(residency.getByText(/entries over 4 steps/)).toBeVisible();
  await expect(residency.getByLabel('Token ledger of step 3')).toContainText('3,300');
  // What a row is of leads to its entry: the compaction took it out.
  await residency.getByRole('list', { name: 'Rows' }).getByRole('button', { name: FOUND }).click();
  await expect(residency.locator('footer')).toContainText('step 3 (compacted away)');
  await expect(parts(page).inspector.getByText(FOUND).first()).toBeVisible();
  // Nobody forks these sessions here, so that no place is said to be one for a fork.
  await expect(parts(page).inspector).not.toContainText('fork point');
  await page.keyboard.press('6');
  const graph = page.getByRole('region', { name: 'Graph' });
  await expect(graph).toContainText(WORK);
  await expect(graph).not.toContainText('resume here');
  await page.keyboard.press('9');
  await handedOver(page);
  expect(host.complaints).toEqual([]);
};

/** The second phase begins with the summary; what the compaction left is one press away. */
const handedOver = async (page: Page): Promise<void> => {
  const handoffs = page.getByRole('region', { name: 'Handoffs' });
  await expect(handoffs.getByText(/2 phases/)).toBeVisible();
  await handoffs.getByRole('option', { name: /^compaction/ }).click();
  await expect(handoffs).toContainText(SUMMARY);
  await handoffs.getByRole('button', { name: 'What left the context' }).click();
  await expect(handoffs.getByText(/entries left, /)).toBeVisible();
  await expect(handoffs.getByText(FOUND).first()).toBeVisible();
};

const used = async (host: Host, { name, mark }: Told): Promise<void> => {
  const { page } = host;
  const { playhead, search, context, inspector } = parts(page);
  await openTape(page, WORK);
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('high water');
  await expect(page.getByRole('listbox', { name: 'Hits for high water' }).getByRole('option').first()).toBeVisible();
  const facets = page.getByRole('region', { name: 'Facets' });
  await facets.getByRole('checkbox', { name: new RegExp(`^${name}`) }).check();
  await expect(page.getByRole('button', { name: `Remove agent ${name}` })).toBeVisible();
  await search.focus();
  await page.keyboard.press('Enter');
  await expect(inspector.getByText('Low water 4.0 m, high water 7.5 m.')).toBeVisible();
  const link = await copied(host);
  await openTape(page, SHOPPING);
  await follow(host, link);
  await expect(inspector.getByText('Low water 4.0 m, high water 7.5 m.')).toBeVisible();
  await openExport(page);
  const { name: file, bytes } = await saved(host);
  expect(file).toMatch(/^how-deep-is-the-harbour.*\.html$/);
  expect(bytes.toString('utf8')).toContain('Low water 4.0 m, high water 7.5 m.');
  expect(bytes.toString('utf8')).not.toContain('/home/reader');
  await page.keyboard.press('Escape');
  await expect(parts(page).dialog).toBeHidden();
  await page.keyboard.press('1');
  await page.keyboard.press('End');
  await expect(playhead).toHaveText(/^Step 4 of 4/);
  await page.keyboard.press('d');
  await openTape(page, SHOPPING);
  await expect(context).toContainText('bicycle');
  await page.keyboard.press('d');
  await page.keyboard.press('7');
  const compare = page.getByRole('region', { name: 'Compare' });
  await expect(compare.getByTitle(name).first()).toHaveText(mark);
  await expect(compare.getByTitle('Claude Code').first()).toHaveText('CC');
  await expect(compare).toContainText(LAST);
  expect(host.complaints).toEqual([]);
};

const grown = async (host: Host, { path, later, name }: Told): Promise<void> => {
  const { page, sandbox } = host;
  const { playhead, context } = parts(page);
  await openTape(page, WORK);
  for (const line of later) sandbox.append(path, line);
  await expect(playhead).toHaveText(/^Step 5 of 5/);
  await expect(context).toContainText(LATER);
  const filter = page.getByRole('searchbox', { name: 'Filter the library' });
  await filter.fill(`agent:${name.toLowerCase()}`);
  await expect(tapeRow(page, SHOPPING)).toHaveCount(0);
  await expect(tapeRow(page, WORK)).toBeVisible();
  await filter.fill('');
  await filter.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('changed copy');
  const command = page.getByRole('option', { name: /Write a changed copy/ });
  await expect(command).toContainText(name);
  await expect(command.getByText(/^Write a changed copy/)).toBeInViewport({ ratio: 1 });
  await command.click();
  await expect(page.getByText(new RegExp(`${name}.*\\.$`)).last()).toBeVisible();
  expect(host.complaints).toEqual([]);
};
