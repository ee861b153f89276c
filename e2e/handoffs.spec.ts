import { HANDED, handed, MANY, many } from './handed.ts';
import { expect, PAGE_ONLY, test } from './hosts.ts';
import { parts } from './window.ts';

test.use({ files: { [HANDED]: handed(), [MANY]: many() } });

test('a state leads to its raw sources and back, and says which of them are not there', async ({ host }) => {
  const { page } = host;
  const { library, inspector } = parts(page);
  await library
    .getByRole('treeitem', { name: /0123456789abcdef|paint/ })
    .first()
    .click();
  await expect(parts(page).playhead).toBeVisible();
  await page.keyboard.press('9');
  const handoffs = page.getByRole('region', { name: 'Handoffs' });
  await expect(handoffs.getByText('3 phases')).toBeVisible();
  // What is wrong is one press away: the phase before, and in its state the first value and then the second.
  await handoffs.getByRole('button', { name: '2 broken references' }).press('Enter');
  const state = handoffs.getByRole('region', { name: 'State of painting' });
  const shown = state.getByRole('treeitem', { selected: true });
  await expect(shown).toContainText('The mast was measured [977].');
  await handoffs.getByRole('button', { name: '2 broken references' }).press('Enter');
  await expect(shown).toHaveText(/^2 977 not on this tape/);
  // Once after the summary that names it, once among the source ids.
  await expect(state.getByText('977 not on this tape')).toHaveCount(2);
  const source = state.getByRole('button', { name: '6', exact: true }).last();
  await source.click();
  await expect(source).toHaveAttribute('aria-pressed', 'true');
  await expect(inspector.getByText('The hull is larch and wants linseed oil, never varnish.')).toBeVisible();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(state).toBeVisible();
  await expect(handoffs.getByText('state not sent to the model').first()).toBeVisible();
  expect(host.complaints).toEqual([]);
});

test('a claim is next to what it cites; what left the context is counted', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  await parts(page)
    .library.getByRole('treeitem', { name: /0123456789abcdef|paint/ })
    .first()
    .click();
  await expect(parts(page).playhead).toBeVisible();
  await page.keyboard.press('9');
  const handoffs = page.getByRole('region', { name: 'Handoffs' });
  await handoffs.getByRole('option', { name: /^painting/ }).click();
  const claims = handoffs.getByRole('list', { name: 'Claims' });
  // The claim that cites is read first; whichever is read has its sources next to it.
  await expect(claims.getByRole('button', { name: /wants linseed oil \[6\]/ })).toHaveAttribute('aria-pressed', 'true');
  const source = claims.getByRole('region', { name: 'Sources' }).getByRole('button', { name: /result.*#6.*never varnish/ });
  await expect(source).toBeVisible();
  await claims.getByRole('button', { name: 'Varnish is out.' }).click();
  await expect(claims.getByRole('region', { name: 'Sources' })).toHaveCount(1);
  await expect(claims.getByText('cites nothing').first()).toBeVisible();
  await handoffs.getByRole('button', { name: /entries of session\/start are cited by none/ }).press('Enter');
  await handoffs.getByRole('region', { name: 'Entries cited by none' }).getByRole('button', { name: /^#/ }).first().press('Enter');
  await expect(parts(page).inspector.getByText(/entry \d+ · line/)).toBeVisible();
  await handoffs.getByRole('button', { name: 'What left the context' }).click();
  await expect(handoffs.getByText(/entries left, /)).toBeVisible();
  expect(host.complaints).toEqual([]);
});

test('a large state opens by keyboard to its last value, and a long text to its end', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  await parts(page).library.getByRole('treeitem', { name: /many/ }).first().click();
  await expect(parts(page).playhead).toBeVisible();
  await page.keyboard.press('9');
  const state = page.getByRole('region', { name: 'State of many' });
  const tree = state.getByRole('tree');
  await expect(tree.getByText('all 2,615 characters')).toBeVisible();
  await tree.focus();
  await page.keyboard.press('ArrowRight');
  await expect(tree.getByText(/the very end\./)).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(tree.getByText('"plank 0"')).toBeVisible();
  await page.keyboard.press('End');
  // The list is longer than what is fetched at once: what is missing is counted, and found all the same.
  await expect(tree.getByText('2,001 more values, from 999 on')).toBeVisible();
  await state.getByRole('textbox', { name: 'Find in the state' }).fill('plank 2999');
  await expect(state.getByText('1 found · Enter for the next')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(tree.getByText('"plank 2999"')).toBeVisible();
  expect(host.complaints).toEqual([]);
});
