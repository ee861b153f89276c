import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { contentSecurityPolicy } from './content.ts';
import { fuses, testFuses } from './fuses.ts';
import { placeIn, withoutLinks } from './links.ts';
import { menuTemplate } from './menu.ts';
import { pathsIn } from './opened-paths.ts';
import { APP_ORIGIN, APP_PAGE, isOwnBlob, isOwnPage, isTrusted, outsideAddress } from './origin.ts';
import { answerAppRequest } from './protocol.ts';
import { windowOptions } from './window.ts';
import { isReachable, loadWindowState, storeWindowState } from './window-state.ts';

const home = mkdtempSync(join(tmpdir(), 'tapescope-shell-'));
afterAll(() => rmSync(home, { recursive: true }));

describe('who may call', () => {
  test('the top frame of our page, and nobody else', () => {
    expect(isTrusted({ origin: APP_ORIGIN, parent: null })).toBe(true);
    expect(isTrusted(null)).toBe(false);
    expect(isTrusted({ origin: APP_ORIGIN, parent: {} })).toBe(false);
    for (const origin of ['null', 'file://', 'https://tapescope', 'app://tapescope.evil', 'app://other']) {
      expect(isTrusted({ origin, parent: null })).toBe(false);
    }
  });

  test('the window stays on its page', () => {
    expect(isOwnPage(APP_PAGE)).toBe(true);
    expect(isOwnPage(`${APP_PAGE}#/tape/x`)).toBe(true);
    for (const url of ['https://example.org/', 'file:///etc/passwd', `${APP_ORIGIN}/other.html`, `${APP_PAGE}.evil`, 'about:blank']) {
      expect(isOwnPage(url)).toBe(false);
    }
  });
});

test('only what the page made itself may be saved', () => {
  expect(isOwnBlob(`blob:${APP_ORIGIN}/5f0c`)).toBe(true);
  for (const url of [
    'blob:https://example.org/5f0c',
    `blob:${APP_ORIGIN}.evil/5f0c`,
    'https://example.org/a.zip',
    'data:text/plain,x',
    `${APP_ORIGIN}/a`,
  ])
    expect(isOwnBlob(url)).toBe(false);
});

describe('what may leave for the browser', () => {
  test('https, as the parser reads it', () => {
    expect(outsideAddress('https://example.org/a?b#c')).toBe('https://example.org/a?b#c');
    expect(outsideAddress('HTTPS://EXAMPLE.org')).toBe('https://example.org/');
  });

  const refused = [
    'http://example.org',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'smb://host/share',
    'ms-msdt:x',
    'https://user@example.org',
    'nonsense',
    '',
  ];
  test.each(refused)('not %s', (url) => expect(outsideAddress(url)).toBeNull());

  test('no text becomes anything but https', () => {
    const property = fc.property(fc.oneof(fc.string(), fc.webUrl()), (text) => {
      const address = outsideAddress(text);
      expect(address === null || address.startsWith('https://')).toBe(true);
    });
    fc.assert(property);
  });
});

describe('app://', () => {
  const folder = join(home, 'renderer-of-nobody');
  test.each(['app://other/index.html', `${APP_ORIGIN}/absent.js`, `${APP_ORIGIN}/..%2fsecret.json`])(
    'has nothing at %s, and says so under the policy',
    async (url) => {
      const answer = await answerAppRequest(new Request(url), folder);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('Content-Security-Policy')).toBe(contentSecurityPolicy);
    },
  );

  test('is only read', async () => {
    expect((await answerAppRequest(new Request(APP_PAGE, { method: 'POST' }), folder)).status).toBe(405);
  });
});

test('the window has every setting of the list', () => {
  const options = windowOptions({ preload: '/preload.cjs', dark: true, remembered: null, screens: [] });
  expect(options.webPreferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    webSecurity: true,
    nodeIntegration: false,
    webviewTag: false,
  });
});

test('the fuses follow Electron’s security list; the flavour for tests differs in one', () => {
  expect(fuses).toEqual({
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    grantFileProtocolExtraPrivileges: false,
    onlyLoadAppFromAsar: true,
    enableEmbeddedAsarIntegrityValidation: true,
    enableCookieEncryption: true,
  });
  const different = Object.entries(testFuses).filter(([name, value]) => fuses[name as keyof typeof fuses] !== value);
  expect(different).toEqual([['enableNodeCliInspectArguments', true]]);
});

describe('the window is remembered', () => {
  const state = { bounds: { x: 10, y: 20, width: 800, height: 600 }, maximized: true };

  test('over a restart, and a broken file counts as none', () => {
    expect(loadWindowState(home)).toBeNull();
    storeWindowState(home, state);
    expect(loadWindowState(home)).toEqual(state);
    writeFileSync(join(home, 'window.json'), '{"bounds":');
    expect(loadWindowState(home)).toBeNull();
  });

  test('but not at a place that no screen shows any more', () => {
    const screens = [{ x: 0, y: 0, width: 1920, height: 1080 }];
    expect(isReachable(state.bounds, screens)).toBe(true);
    expect(isReachable({ ...state.bounds, x: 1900 }, screens)).toBe(false);
    expect(isReachable({ ...state.bounds, y: -590 }, screens)).toBe(false);
    const look = { preload: '', dark: false, remembered: { ...state, bounds: { ...state.bounds, x: 5000 } } };
    expect(windowOptions({ ...look, screens })).toMatchObject({ width: 1440, height: 900 });
    expect(windowOptions({ ...look, remembered: state, screens })).toMatchObject(state.bounds);
  });
});

describe('the menu', () => {
  type Items = ReturnType<typeof menuTemplate>;
  const flat = (items: Items): Items => items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])]);

  test.each(['linux', 'darwin', 'win32'] as const)('sends commands by name, each key once (%s)', (platform) => {
    const sent: string[] = [];
    const items = flat(menuTemplate(platform, (command) => sent.push(command)));
    const withCommand = items.filter((item) => item.click !== undefined);
    for (const { click } of withCommand) (click as () => void)();
    expect(sent).toHaveLength(new Set(sent).size);
    expect(sent).toEqual(expect.arrayContaining(['open', 'settings', 'search', 'palette', 'keys', 'step.next']));
    const accelerators = items.flatMap(({ accelerator }) => accelerator ?? []);
    expect(new Set(accelerators).size).toBe(accelerators.length);
  });

  test('leaves keys of one letter to the window, where a text field needs them', () => {
    const items = flat(menuTemplate('linux', () => {}));
    expect(items.find(({ accelerator }) => accelerator === '[')?.registerAccelerator).toBe(false);
    expect(items.find(({ accelerator }) => accelerator === 'CmdOrCtrl+O')?.registerAccelerator).toBe(true);
  });
});

test('paths on a command line are found among programs and switches', () => {
  expect(pathsIn(['electron', '.', '--flag', 'a.jsonl', '', '/b/c'], 2, '/home/me')).toEqual([resolve('/home/me', 'a.jsonl'), '/b/c']);
  expect(pathsIn(['Tapescope', 'a.jsonl'], 1, '/home/me')).toEqual([resolve('/home/me', 'a.jsonl')]);
});

test('links on a command line are places, and never paths', () => {
  const argv = ['Tapescope', '--flag', 'tapescope://tape/../etc', 'TAPESCOPE:/etc/passwd', 'tapescope://tape/abc?step=2', 'a.jsonl'];
  expect(placeIn(argv)).toBe('#/tape/abc?step=2');
  expect(pathsIn(withoutLinks(argv), 1, '/home/me')).toEqual([resolve('/home/me', 'a.jsonl')]);
  expect(placeIn(['Tapescope', 'a.jsonl'])).toBeNull();
});
