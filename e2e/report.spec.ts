import { chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS } from '../scripts/chromium.mjs';
import { faults } from './axe.ts';
import { openExport, saved } from './exported.ts';
import { expect, PAGE_ONLY, test } from './hosts.ts';
import { transcript, transcriptPath } from './logs.ts';
import { openTape } from './window.ts';

const MAIL = 'ada.lovelace@example.org';
const TITLE = 'Write the letter';
const letter = transcript()
  .prompt(TITLE)
  .call('Read', { file_path: 'letter.md' }, `Dear Ada, your address ${MAIL} is on the list. <script>globalThis.ran=1</script>`)
  .answer('The letter is addressed.')
  .prompt('Send it tomorrow.')
  .answer('It will go out tomorrow.');

test.use({ files: { [transcriptPath()]: letter.lines } });

/** Opens a saved page in a browser of its own that has no network, with what it asked for and complained of. */
const reading = async (html: string, look: (page: Page) => Promise<void>): Promise<void> => {
  const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH ?? '', args: CHROMIUM_ARGS });
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 780 } });
    const asked: string[] = [];
    const said: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => said.push(message.text()));
    await page.route('**/*', (route) => route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' }));
    await page.goto('https://report.invalid/');
    await look(page);
    expect({ asked, said }).toEqual({ asked: ['https://report.invalid/'], said: [] });
  } finally {
    await browser.close();
  }
};

test('a context is exported as one page, without what the review found', async ({ host }) => {
  const { page } = host;
  await openTape(page, TITLE);
  const dialog = await openExport(page);
  await expect(dialog.getByRole('checkbox', { name: `mail address: ${MAIL}` })).toBeChecked();
  expect(await faults(page)).toEqual([]);
  const { name, bytes } = await saved(host);
  expect(name).toBe('write-the-letter-context-3.html');
  const html = bytes.toString('utf8');
  expect(html).not.toContain(MAIL);
  expect(html).not.toContain('/home/reader');
  await reading(html, async (report) => {
    await expect(report.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
    await expect(report.getByText('Dear Ada, your address [redacted mail address 1] is on the list. <script>')).toBeVisible();
    await expect(report.getByText('Send it tomorrow.').last()).toBeVisible();
    expect(await report.evaluate(() => ['ran' in globalThis, document.documentElement.scrollWidth <= innerWidth])).toEqual([false, true]);
  });
  expect(host.complaints).toEqual([]);
});

test('what a reader lets stand stays, chosen by keyboard alone', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  await openTape(page, TITLE);
  const dialog = await openExport(page);
  const box = dialog.getByRole('checkbox', { name: `mail address: ${MAIL}` });
  await box.focus();
  await page.keyboard.press('Space');
  await expect(box).not.toBeChecked();
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('checkbox', { name: /^home path/ }).first()).toBeFocused();
  await dialog.getByRole('button', { name: 'Markdown' }).click();
  const { name, bytes } = await saved(host);
  expect(name).toMatch(/\.md$/);
  expect(bytes.toString('utf8')).toContain(`Dear Ada, your address ${MAIL} is on the list.`);
  expect(bytes.toString('utf8')).not.toContain('/home/reader');
});

test('the handoffs are exported as a picture', async ({ host }) => {
  const { page } = host;
  await openTape(page, TITLE);
  const dialog = await openExport(page);
  await dialog.getByRole('button', { name: 'Handoffs' }).click();
  await dialog.getByRole('button', { name: 'PNG picture' }).click();
  await expect(dialog.getByRole('button', { name: 'Save file' })).toBeEnabled();
  const { name, bytes } = await saved(host);
  expect(name).toMatch(/-handoffs\.png$/);
  expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
  expect(bytes.length).toBeGreaterThan(2000);
  expect(host.complaints).toEqual([]);
});
