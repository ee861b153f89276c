import { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions, WebContents, WebFrameMain, WebPreferences } from 'electron';
import { LackingError, listening, preventable, standIn } from './lacking.ts';
import { openPage, type Page } from './page.ts';
import { browser, fromWeb, originOf, state, toWeb } from './state.ts';
import type { FromPreload } from './worlds.ts';

const EVENTS = [
  'did-navigate',
  'did-finish-load',
  'destroyed',
  'will-navigate',
  'will-frame-navigate',
  'will-redirect',
  'will-attach-webview',
] as const;

/** What Electron takes where a window says nothing. */
const defaults: WebPreferences = {
  sandbox: true,
  contextIsolation: true,
  webSecurity: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webviewTag: false,
};

/** Settings that this host cannot follow: better no window than one that pretends. */
const refuseUnsafe = (preferences: WebPreferences): void => {
  const { sandbox, contextIsolation, nodeIntegration, webviewTag, webSecurity } = preferences;
  if (!sandbox || !contextIsolation || nodeIntegration || webviewTag || !webSecurity)
    throw new LackingError('windows with weakened webPreferences');
};

/** Names of permissions in Chromium's protocol, and in Electron's handlers. */
const permissions = [
  ['geolocation', 'geolocation'],
  ['notifications', 'notifications'],
  ['clipboard-read', 'clipboard-read'],
  ['midi', 'midi'],
  ['camera', 'media'],
  ['microphone', 'media'],
] as const;

/** Without a handler Electron grants everything, and so does this. */
const applyPermissions = async (contents: WebContents, url: string): Promise<void> => {
  const { check, request } = state.permissions;
  const origin = new URL(toWeb(url)).origin;
  // An opaque origin has no permissions to set.
  if (origin === 'null') return;
  for (const [name, asked] of permissions) {
    const checked = check === null || check(contents, asked, originOf(url), { isMainFrame: true, requestingUrl: url });
    const requested = await new Promise((resolve) => {
      if (request === null) resolve(true);
      else request(contents, asked, resolve, { isMainFrame: true, requestingUrl: url });
    });
    const setting = checked && requested ? 'granted' : 'denied';
    await browser().send('Browser.setPermission', { origin, permission: { name }, setting });
  }
};

export interface Contents {
  contents: WebContents;
  emitter: EventEmitter;
  page: Promise<Page>;
}

let lastId = 0;

export function createContents(options: BrowserWindowConstructorOptions, onGone: () => void): Contents {
  const emitter = new EventEmitter();
  const preferences = { ...defaults, ...options.webPreferences };
  refuseUnsafe(preferences);
  let openHandler: Parameters<WebContents['setWindowOpenHandler']>[0] | null = null;
  let opened: Page | null = null;
  let destroyed = false;

  const gone = () => {
    if (destroyed) return;
    destroyed = true;
    emitter.emit('destroyed');
    onGone();
  };
  const frame = standIn<WebFrameMain>('WebFrameMain', {
    parent: null,
    get url() {
      return fromWeb(opened?.url() ?? 'about:blank');
    },
    get origin() {
      return originOf(opened?.url() ?? 'about:blank');
    },
  });
  const mayNavigate = (url: string, isMainFrame: boolean): boolean => {
    const event = preventable({ url, isMainFrame, isSameDocument: false });
    emitter.emit('will-frame-navigate', event);
    if (isMainFrame) emitter.emit('will-navigate', event);
    return !event.defaultPrevented;
  };
  const receive = (message: FromPreload): void => {
    const event = { sender: contents, senderFrame: frame };
    if (message.op === 'open') askToOpen(message.url);
    else if (message.op === 'send') state.ipcEvents.emit(message.channel, event, ...message.given);
    else invoke(message, event);
  };
  const invoke = (message: Extract<FromPreload, { op: 'invoke' }>, event: object): void => {
    const answer = async () => {
      const handler = state.invokes.get(message.channel);
      if (handler === undefined) throw new Error(`No handler registered for '${message.channel}'`);
      return handler(event, ...message.given);
    };
    answer().then(
      (value) => opened?.tell({ op: 'answer', id: message.id, ok: true, value, message: '' }),
      (error) =>
        opened?.tell({
          op: 'answer',
          id: message.id,
          ok: false,
          value: null,
          message: `Error invoking remote method '${message.channel}': ${error}`,
        }),
    );
  };
  const askToOpen = (url: string): void => {
    const details = {
      url: fromWeb(url),
      frameName: '',
      features: '',
      disposition: 'foreground-tab' as const,
      referrer: { url: '', policy: 'no-referrer' as const },
    };
    const { action } = openHandler?.(details) ?? { action: 'allow' };
    // Chromium was started without the means to open one.
    if (action === 'allow') throw new LackingError('second windows opened by a page');
  };

  const page = openPage(
    browser(),
    String(preferences.preload),
    { width: options.width ?? 800, height: options.height ?? 600 },
    {
      onNavigate: mayNavigate,
      onNavigated: (url) => emitter.emit('did-navigate', {}, fromWeb(url)),
      onLoaded: () => emitter.emit('did-finish-load'),
      onMessage: receive,
      onWindowOpen: askToOpen,
      onGone: gone,
    },
  ).then((created) => {
    opened = created;
    return created;
  });

  const id = ++lastId;
  const contents: WebContents = standIn<WebContents>('webContents', {
    ...listening<WebContents>('webContents', emitter, EVENTS),
    id,
    mainFrame: frame,
    getURL: () => (opened === null ? '' : fromWeb(opened.url())),
    isDestroyed: () => destroyed,
    setWindowOpenHandler: (handler) => {
      openHandler = handler;
    },
    send: (channel, ...given) => opened?.tell({ op: 'send', channel, given }),
    loadURL: async (url) => {
      const created = await page;
      await applyPermissions(contents, url);
      await created.load(url);
    },
    close: () => state.windows.get(opened?.target ?? '')?.close(),
    // Not in electron.d.ts, but there in Electron and used by its own tests.
    ...({ getLastWebPreferences: () => preferences } as object),
  });
  state.appEvents.emit('web-contents-created', {}, contents);
  return { contents, emitter, page };
}
