import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { expect, type Host, test } from './hosts.ts';
import { parts, SHOPPING, shopping, tapeRow } from './window.ts';

const appOf = ({ app }: Host): ElectronApplication => {
  if (app === null) throw new Error('This spec needs a desktop.');
  return app;
};

test.beforeEach(async ({ host }) => {
  await expect(host.page.getByRole('navigation', { name: 'Library' })).toBeVisible();
});

test('the window has every setting of the list', async ({ host }) => {
  const window = await appOf(host).browserWindow(host.page);
  const preferences = await window.evaluate(({ webContents }) =>
    (webContents as unknown as { getLastWebPreferences(): Record<string, unknown> }).getLastWebPreferences(),
  );
  expect(preferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    webSecurity: true,
    nodeIntegration: false,
    webviewTag: false,
  });
  expect(await window.evaluate((opened) => opened.webContents.getURL())).toMatch(/^app:\/\/tapescope\/index\.html/);
  expect(await window.evaluate((opened) => opened.isVisible())).toBe(true);
});

test('every permission is refused, asked or not', async ({ host }) => {
  const states = await host.page.evaluate(async () => {
    const names = ['geolocation', 'notifications', 'camera', 'microphone', 'midi'] as PermissionName[];
    return Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state));
  });
  expect(new Set(states)).toEqual(new Set(['denied']));
  const media = await host.page.evaluate(() =>
    navigator.mediaDevices.getUserMedia({ audio: true }).then(
      () => 'granted',
      (error) => error.name,
    ),
  );
  expect(media).not.toBe('granted');
});

/** Answers the question about a link in place of a person, and keeps what was asked and opened. */
const answerQuestions = (app: ElectronApplication, response: number) =>
  app.evaluate(({ dialog, shell }, answer) => {
    const seen = { asked: [] as string[], opened: [] as string[] };
    Object.assign(globalThis, { seen });
    dialog.showMessageBox = (async (_window: unknown, options: { detail: string }) => {
      seen.asked.push(options.detail);
      return { response: answer, checkboxChecked: false };
    }) as unknown as typeof dialog.showMessageBox;
    shell.openExternal = async (url) => void seen.opened.push(url);
  }, response);

const seenBy = (app: ElectronApplication) =>
  app.evaluate(() => (globalThis as unknown as { seen: { asked: string[]; opened: string[] } }).seen);

test('no second window opens, and a link leaves only as https after a click that names it', async ({ host }) => {
  const app = appOf(host);
  const { page } = host;
  await answerQuestions(app, 1);
  expect(await page.evaluate(() => window.open('https://example.org/refused'))).toBeNull();
  for (const url of ['http://example.org/', 'file:///etc/passwd', 'javascript:alert(1)']) {
    expect(await page.evaluate((address) => window.open(address), url)).toBeNull();
  }
  await expect.poll(() => seenBy(app)).toEqual({ asked: ['https://example.org/refused'], opened: [] });

  await answerQuestions(app, 0);
  await page.evaluate(() => {
    const link = document.createElement('a');
    Object.assign(link, {
      href: 'https://example.org/wanted',
      target: '_blank',
      textContent: 'a link of the test',
      style: 'position:fixed;z-index:9999',
    });
    document.body.prepend(link);
  });
  await page.getByText('a link of the test').click();
  await expect.poll(() => seenBy(app)).toEqual({ asked: ['https://example.org/wanted'], opened: ['https://example.org/wanted'] });
  await expect.poll(() => app.windows().length).toBe(1);
});

test('the window cannot be led to another page', async ({ host }) => {
  const { page } = host;
  const before = page.url();
  for (const url of ['https://example.org/', 'data:text/html,elsewhere']) {
    await page.evaluate((address) => {
      location.href = address;
    }, url);
  }
  await expect(page.getByRole('navigation', { name: 'Library' })).toBeVisible();
  expect(page.url().split('#')[0]).toBe(before.split('#')[0]);
});

test('a page of another origin with the same preload may not call', async ({ host }) => {
  const app = appOf(host);
  const opened = app.waitForEvent('window');
  await app.evaluate(({ BrowserWindow }) => {
    const first = BrowserWindow.getAllWindows()[0]?.webContents as unknown as { getLastWebPreferences(): { preload: string } };
    const { preload } = first.getLastWebPreferences();
    void new BrowserWindow({ show: false, webPreferences: { preload } }).loadURL('data:text/html,<p>stranger</p>');
  });
  const stranger = await opened;
  await expect(stranger.getByText('stranger')).toBeVisible();
  const failure = await stranger.evaluate(() => {
    type Lent = { call(id: number, method: string, input: object): Promise<unknown> };
    return (globalThis as unknown as { tapescope: Lent }).tapescope.call(1, 'app.info', {}).then(
      () => 'answered',
      (error) => error.message,
    );
  });
  expect(failure).toContain('Only the page of Tapescope may call');
});

test('the menu sends the commands that the keys run', async ({ host }) => {
  const app = appOf(host);
  const clicked = await app.evaluate(({ Menu }, label) => {
    type Item = { label?: string; click?: () => void; submenu?: Item[] | { items: Item[] } };
    const flat = (items: Item[]): Item[] =>
      items.flatMap((item) => [item, ...flat(Array.isArray(item.submenu) ? item.submenu : (item.submenu?.items ?? []))]);
    const item = flat((Menu.getApplicationMenu()?.items ?? []) as unknown as Item[]).find((candidate) => candidate.label === label);
    item?.click?.();
    return item !== undefined;
  }, 'All Keys');
  expect(clicked).toBe(true);
  await expect(host.page.getByRole('dialog')).toBeVisible();
});

test('the system dialog lends its paths to the window', async ({ host }) => {
  await appOf(host).evaluate(({ dialog }) => {
    dialog.showOpenDialog = (async () => ({ canceled: false, filePaths: ['/picked.jsonl'] })) as unknown as typeof dialog.showOpenDialog;
  });
  const picked = await host.page.evaluate(() => (globalThis as unknown as { tapescope: { pick(): Promise<string[]> } }).tapescope.pick());
  expect(picked).toEqual(['/picked.jsonl']);
});

test('the window is remembered when it closes', async ({ host }) => {
  const app = appOf(host);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.maximize());
  const file = join(host.sandbox.folder, '.tapescope/window.json');
  await app.close();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ maximized: true });
});

test.describe('started with a file', () => {
  test.use({ files: { 'elsewhere/session.jsonl': shopping().lines }, words: ['elsewhere/session.jsonl'] });

  test('the window shows it', async ({ host }) => {
    const { page } = host;
    await expect(tapeRow(page, SHOPPING)).toBeVisible();
    await expect(parts(page).playhead).toHaveText(/^Step 4 of 4/);
  });
});
