import { HANDED, handed } from './handed.ts';
import { expect, test } from './hosts.ts';
import { parts } from './window.ts';

test.use({ files: { [HANDED]: handed() } });

test('a state leads to its raw sources and back, and says which of them are not there', async ({ host }) => {
  const { page } = host;
  const { library, inspector } = parts(page);
  await library
    .getByRole('treeitem', { name: /0123456789abcdef|paint/ })
    .first()
    .click();
  await expect(parts(page).playhead).toBeVisible();
  await page.keyboard.press('6');
  const handoffs = page.getByRole('region', { name: 'Handoffs' });
  await expect(handoffs.getByText('3 phases')).toBeVisible();
  await handoffs.getByRole('option', { name: /^painting/ }).click();
  const state = handoffs.getByRole('region', { name: 'State of painting' });
  // Once behind the summary that names it, once among the source ids.
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

test('a claim stands beside what it cites; what left the context is counted', async ({ host }) => {
  const { page } = host;
  await parts(page)
    .library.getByRole('treeitem', { name: /0123456789abcdef|paint/ })
    .first()
    .click();
  await expect(parts(page).playhead).toBeVisible();
  await page.keyboard.press('6');
  const handoffs = page.getByRole('region', { name: 'Handoffs' });
  await handoffs.getByRole('option', { name: /^painting/ }).click();
  const claims = handoffs.getByRole('list', { name: 'Claims' });
  await claims.getByRole('button', { name: /linseed oil/ }).click();
  await expect(handoffs.getByRole('region', { name: 'Sources' }).getByText(/never varnish/)).toBeVisible();
  await expect(claims.getByText('cites nothing').first()).toBeVisible();
  await handoffs.getByRole('button', { name: 'What left the context' }).click();
  await expect(handoffs.getByText(/entries left, /)).toBeVisible();
  expect(host.complaints).toEqual([]);
});
