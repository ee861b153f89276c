import { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions, Rectangle, WebContents, BrowserWindow as Window } from 'electron';
import { createContents } from './contents.ts';
import { listening, preventable, standIn } from './lacking.ts';
import { browser, state } from './state.ts';

const EVENTS = ['ready-to-show', 'close', 'closed'] as const;

/** What `prefers-color-scheme` says follows nativeTheme; 'system' is what Chromium takes by itself. */
const applyTheme = (session: string): Promise<unknown> => {
  const features = [{ name: 'prefers-color-scheme', value: state.theme === 'system' ? '' : state.theme }];
  return browser().send('Emulation.setEmulatedMedia', { features }, session);
};

/** Windows from their constructor on; they have a target only a little later. */
const made = new Set<Window>();
const allWindows = (): Window[] => [...made].filter((window) => !window.isDestroyed());

const createWindow = (options: BrowserWindowConstructorOptions): Window => {
  const emitter = new EventEmitter();
  const bounds: Rectangle = { x: options.x ?? 0, y: options.y ?? 0, width: options.width ?? 800, height: options.height ?? 600 };
  let target: string | null = null;
  let shown = options.show ?? true;
  let maximized = false;
  let closed = false;

  const gone = () => {
    if (closed) return;
    closed = true;
    if (target !== null) state.windows.delete(target);
    emitter.emit('closed');
    if (allWindows().length === 0) state.appEvents.emit('window-all-closed');
  };
  const { contents, emitter: contentsEmitter, page } = createContents(options, gone);
  const close = () => {
    const event = preventable({});
    emitter.emit('close', event);
    if (!event.defaultPrevented) void page.then((opened) => opened.close()).then(gone);
  };
  contentsEmitter.once('did-finish-load', () => emitter.emit('ready-to-show'));

  const window = standIn<Window>('BrowserWindow', {
    ...listening<Window>('BrowserWindow', emitter, EVENTS),
    webContents: contents,
    loadURL: (url: string) => contents.loadURL(url),
    show: () => {
      shown = true;
    },
    isVisible: () => shown,
    focus: () => {},
    isMinimized: () => false,
    maximize: () => {
      maximized = true;
    },
    isMaximized: () => maximized,
    getNormalBounds: () => ({ ...bounds }),
    isDestroyed: () => closed,
    close,
  });
  void page.then(async ({ target: created, session }) => {
    target = created;
    state.windows.set(created, { window, contents, close, applyTheme: () => applyTheme(session) });
    await applyTheme(session);
  });
  return window;
};

/** A constructor that answers the dressed window instead of `this`. */
function construct(options: BrowserWindowConstructorOptions = {}): Window {
  const window = createWindow(options);
  made.add(window);
  return window;
}

export const BrowserWindow = standIn<typeof Electron.BrowserWindow>(
  'BrowserWindow',
  Object.assign(construct, {
    getAllWindows: allWindows,
    fromWebContents: (contents: WebContents) => allWindows().find((window) => window.webContents === contents) ?? null,
  }) as Partial<typeof Electron.BrowserWindow>,
);

export const webContents = standIn<typeof Electron.webContents>('webContents', {
  getAllWebContents: () => allWindows().map((window) => window.webContents),
  fromDevToolsTargetId: (id: string) => state.windows.get(id)?.contents,
});

/** Closes every window that does not object. */
export function closeAllWindows(): void {
  for (const { close } of [...state.windows.values()]) close();
}
