import { expect, PAGE_ONLY, test } from './hosts.ts';
import { transcript, transcriptPath } from './logs.ts';
import { openTape, parts, SHOPPING, shopping } from './window.ts';

const HOSTILE = '<img src=x onerror="globalThis.ran=1"><script>globalThis.ran=1</script><b>bold</b>';
const hostile = transcript('99999999-2222-4333-8444-555555555555')
  .prompt(`Look: ${HOSTILE}`)
  .call('Bash', { command: HOSTILE }, HOSTILE)
  .answer(`**kept** [a link](javascript:globalThis.ran=1) ${HOSTILE}`)
  .answer('Nothing ran.');

test.use({
  files: {
    [transcriptPath()]: shopping().lines,
    [transcriptPath('99999999-2222-4333-8444-555555555555')]: hostile.lines,
  },
});

test('a block opens in the inspector, rendered and as its raw record', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  const { context, inspector } = parts(page);
  await openTape(page, SHOPPING);
  await context.getByText('Milk, bread, and a red bicycle.').click();
  await expect(inspector.getByText('entry 3 · line 3')).toBeVisible();
  await expect(inspector.getByText('Milk, bread, and a red bicycle.')).toBeVisible();
  await inspector.getByRole('button', { name: 'Raw' }).click();
  await expect(inspector.getByText('tool_use_id').first()).toBeVisible();
});

test('what is copied reaches the clipboard, where the page has no permission to write to it', async ({ host }) => {
  const { page } = host;
  const { context, inspector, search } = parts(page);
  await openTape(page, SHOPPING);
  await context.getByText('Milk, bread, and a red bicycle.').click();
  await expect(inspector.getByText('entry 3 · line 3')).toBeVisible();
  // What the desktop does by refusing every permission, and what a page over plain http meets.
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  await inspector.getByText('Source: file, bytes, digest, id').click();
  const digest = (await inspector.getByText(/^[0-9a-f]{4} [0-9a-f]{4} [0-9a-f]{4}/).textContent())?.replaceAll(/[^0-9a-f]/g, '') ?? '';
  expect(digest.length).toBeGreaterThanOrEqual(12);
  // The button says it for a moment only: whoever begins to look after the click may come too late.
  const said = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        new MutationObserver((_, observer) => {
          if (![...document.querySelectorAll('button')].some(({ textContent }) => textContent === 'copied')) return;
          observer.disconnect();
          resolve();
        }).observe(document.body, { childList: true, characterData: true, subtree: true });
      }),
  );
  await inspector.getByRole('button', { name: /^copy/ }).nth(1).click();
  await said;
  await page.keyboard.press('/');
  await search.focus();
  await page.keyboard.press('ControlOrMeta+V');
  await expect(search).toHaveValue(new RegExp(`^${digest.slice(0, 12)}`));
});

test('an omission is where its entries would have been, and opens to show them', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  const { context } = parts(page);
  await openTape(page, SHOPPING);
  await expect(context).not.toContainText('Then sell the bicycle.');
  const toggle = context.getByRole('button', { name: 'show', exact: true });
  await toggle.click();
  await expect(context.getByText('Then sell the bicycle.')).toBeVisible();
  await context.getByRole('button', { name: 'hide', exact: true }).click();
  await expect(context.getByText('Then sell the bicycle.')).toBeHidden();
});

test('what a log says is shown as text, in every view, and nothing of it runs', async ({ host }) => {
  const { page } = host;
  const { context, inspector, entries } = parts(page);
  await openTape(page, 'Look:');
  await expect(context.getByText('onerror="globalThis.ran=1"').first()).toBeVisible();
  for (const words of ['Look:', 'Bash', '**kept**']) {
    await context.getByText(words).first().click();
    await expect(inspector.getByText('onerror=').first()).toBeVisible();
  }
  await page.getByRole('tab', { name: 'Entries' }).click();
  await expect(entries.getByText('onerror=').first()).toBeVisible();
  const found = await page.evaluate(() => ({
    ran: (globalThis as { ran?: number }).ran ?? null,
    images: document.querySelectorAll('img').length,
    scripts: document.querySelectorAll('#root script').length,
    links: [...document.querySelectorAll('a')].filter(({ href }) => href.startsWith('javascript:')).length,
  }));
  expect(found).toEqual({ ran: null, images: 0, scripts: 0, links: 0 });
});
