import { expect, PAGE_ONLY, test } from './hosts.ts';
import { transcriptPath } from './logs.ts';
import { openTape, parts, SHOPPING, shopping } from './window.ts';

test.use({ files: { [transcriptPath()]: shopping().lines } });

test('a search finds words of all sessions, and Enter brings the playhead to them', async ({ host }) => {
  const { page } = host;
  const { search, playhead, inspector } = parts(page);
  await openTape(page, SHOPPING);
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('sell');
  const hit = page.getByRole('listbox', { name: 'Hits for sell' }).getByRole('option');
  await expect(hit).toHaveCount(1);
  await expect(hit.locator('mark')).toHaveText('sell');
  await expect(hit.getByText('other branch')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Preview' }).locator('mark')).toHaveText('sell');
  await page.keyboard.press('Enter');
  await expect(inspector.getByText('Then sell the bicycle.')).toBeVisible();
  await expect(playhead).toHaveText(/^Step [34] of 4/);
});

test('Enter while a search runs is kept until it is answered', async ({ host }) => {
  const { page } = host;
  const { search, inspector } = parts(page);
  await openTape(page, SHOPPING);
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('sell');
  await page.keyboard.press('Enter');
  await expect(inspector.getByText('Then sell the bicycle.')).toBeVisible();
});

test('letters are keys of the window after a click on how the words are meant', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  // A key that comes before the window is drawn is nobody's.
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  await page.keyboard.press('/');
  await page.getByText('phrase', { exact: true }).click();
  await expect(page.getByRole('radio', { name: 'phrase' })).toBeFocused();
  await page.keyboard.press('/');
  await expect(parts(page).search).toBeFocused();
});

test('conditions become chips, facets narrow, and what finds nothing says what to drop', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  const { search } = parts(page);
  await openTape(page, SHOPPING);
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('bicycle kind:user ');
  await expect(page.getByRole('button', { name: 'Remove kind user' })).toBeVisible();
  const options = page.getByRole('listbox', { name: 'Hits for bicycle' }).getByRole('option');
  const facets = page.getByRole('region', { name: 'Facets' });
  await expect(options).toHaveCount(2);
  await expect(facets.getByRole('checkbox', { name: /^user/ }).first()).toBeChecked();
  await expect(page.getByRole('contentinfo')).toContainText('tape search bicycle --imported --kind user');
  await page.keyboard.press('Tab');
  await facets.getByRole('checkbox', { name: /^user/ }).first().uncheck();
  await expect(page.getByRole('button', { name: 'Remove kind user' })).toBeHidden();
  await expect(options.nth(2)).toBeVisible();
  await search.fill('bicycle kind:summary ');
  await expect(page.getByRole('region', { name: 'Nothing found' })).toContainText(/Drop kind summary \d+ hits/);
  await page.getByRole('button', { name: 'Drop kind summary' }).click();
  await expect(options.nth(2)).toBeVisible();
  await page.goBack();
  await expect(parts(page).playhead).toHaveText(/^Step 4 of 4/);
  expect(host.complaints).toEqual([]);
});

test('the facet of what reached the model counts the hits and narrows to them', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  const { search } = parts(page);
  await openTape(page, SHOPPING);
  await page.keyboard.press('/');
  await search.fill('bicycle');
  const options = page.getByRole('listbox', { name: 'Hits for bicycle' }).getByRole('option');
  const reached = page.getByRole('group', { name: 'Reached the model' });
  const other = reached.getByRole('checkbox', { name: /^other branch/ });
  await expect(other).toBeVisible();
  await expect(page.getByRole('status').first()).toContainText(/\d+ reached the model, \d+ still in context/);
  const all = await options.count();
  await other.check();
  await expect(page.getByRole('button', { name: 'Remove reached other branch' })).toBeVisible();
  await expect.poll(() => options.count()).toBeLessThan(all);
  await expect(options.first()).toContainText('other branch');
  await expect(page).toHaveURL(/reached=other/);
  await expect(page.getByRole('contentinfo')).toContainText('--reached other');
  expect(host.complaints).toEqual([]);
});

test('a search is a link, can be saved, and is offered again', async ({ host }) => {
  const { page } = host;
  const { search } = parts(page);
  await openTape(page, SHOPPING);
  await page.keyboard.press('/');
  await page.getByText('regex', { exact: true }).click();
  await search.fill('b[i]cycl.');
  await expect(page).toHaveURL(/#\/search\?q=b%5Bi%5Dcycl\.&mode=regex/);
  await expect(page.getByRole('option').first().locator('mark')).toHaveText('bicycle');
  await page.getByRole('button', { name: 'Save search' }).click();
  await search.fill('');
  await page
    .getByRole('region', { name: 'Saved searches' })
    .getByRole('button', { name: /^b\[i\]cycl/ })
    .click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await search.fill('(');
  await expect(page.getByText(/is not a regular expression/)).toBeVisible();
});
