import { join } from 'node:path';
import { app, BrowserWindow, dialog, ipcMain, Menu, nativeTheme, protocol, screen, session, shell, type WebContents } from 'electron';
import { channels } from '../../shared/rpc/channels.ts';
import type { Handlers } from '../../shared/rpc/contract.ts';
import { defaultHome } from '../engine/app/settings.ts';
import { type OpenedEngine, openEngine } from '../engine/open.ts';
import { preloadFile, rendererFolder, samplesFolder } from '../places.ts';
import { createDispatch, type Dispatch } from '../rpc/dispatch.ts';
import { answerWindows, tellWindows } from './ipc.ts';
import { menuTemplate } from './menu.ts';
import { keepOnPage } from './navigation.ts';
import { pathsIn } from './opened-paths.ts';
import { APP_PAGE } from './origin.ts';
import { createOutside } from './outside.ts';
import { refusePermissions } from './permissions.ts';
import { handleAppScheme, registerAppScheme } from './protocol.ts';
import { windowOptions } from './window.ts';
import { loadWindowState, storeWindowState } from './window-state.ts';

const mainWindow = (): BrowserWindow | null => BrowserWindow.getAllWindows()[0] ?? null;

const createWindow = (home: string): BrowserWindow => {
  const remembered = loadWindowState(home);
  const screens = screen.getAllDisplays().map(({ workArea }) => workArea);
  const window = new BrowserWindow(windowOptions({ preload: preloadFile(), dark: nativeTheme.shouldUseDarkColors, remembered, screens }));
  if (remembered?.maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', () => storeWindowState(home, { bounds: window.getNormalBounds(), maximized: window.isMaximized() }));
  return window;
};

const showPage = (window: BrowserWindow, hash = ''): void => {
  window.loadURL(APP_PAGE + hash).catch((failure: Error) => console.error(`The window could not be loaded: ${failure.message}`));
};

const focus = (window: BrowserWindow): void => {
  if (window.isMinimized()) window.restore();
  window.focus();
};

/** On macOS one dialog takes files and folders alike; elsewhere it would show folders only, so it asks for files. */
const pick = async (contents: WebContents): Promise<string[]> => {
  const window = BrowserWindow.fromWebContents(contents);
  if (window === null) return [];
  const { filePaths } = await dialog.showOpenDialog(window, {
    title: 'Open transcripts or tapes',
    properties: process.platform === 'darwin' ? ['openFile', 'openDirectory', 'multiSelections'] : ['openFile', 'multiSelections'],
    filters: [
      { name: 'Logs', extensions: ['jsonl', 'json'] },
      { name: 'All files', extensions: ['*'] },
    ],
  });
  return filePaths;
};

/** The theme of the settings rules the native parts too: menus, dialogs, and what `prefers-color-scheme` says. */
const withNativeTheme = (handlers: Handlers): Handlers => ({
  ...handlers,
  'settings.set': async (change, context) => {
    const settings = await handlers['settings.set'](change, context);
    nativeTheme.themeSource = settings.theme;
    return settings;
  },
});

/** Opens files that the system handed over, and shows the first tape in them. */
const openPaths = async (dispatch: Dispatch, paths: readonly string[]): Promise<void> => {
  if (paths.length === 0) return;
  const answer = await dispatch('library.open', { paths }, new AbortController().signal);
  const window = mainWindow();
  if (window === null) return;
  if (!answer.ok) return dialog.showErrorBox('Tapescope cannot open this', answer.error.message);
  const { tapes, refused } = answer.value as { tapes: { id: string }[]; refused: { reason: string }[] };
  const first = tapes[0];
  if (first !== undefined) showPage(window, `#/tape/${encodeURIComponent(first.id)}`);
  else dialog.showErrorBox('Tapescope cannot open this', refused.map(({ reason }) => reason).join('\n'));
};

/** Files can be handed over before anything is ready; they wait for the first listener. */
const collectOpenedFiles = () => {
  let waiting: string[] = pathsIn(process.argv, app.isPackaged ? 1 : 2, process.cwd());
  let open = (paths: readonly string[]): void => void waiting.push(...paths);
  app.on('open-file', (event, path) => {
    event.preventDefault();
    open([path]);
  });
  app.on('second-instance', (_event, argv, cwd) => {
    open(pathsIn(argv, app.isPackaged ? 1 : 2, cwd));
    const window = mainWindow();
    if (window !== null) focus(window);
  });
  return (listener: (paths: readonly string[]) => void): void => {
    open = listener;
    const paths = waiting;
    waiting = [];
    listener(paths);
  };
};

const closeOnQuit = ({ engine }: OpenedEngine): void => {
  let closed = false;
  app.on('will-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    void engine.close().finally(() => {
      closed = true;
      app.quit();
    });
  });
};

const run = async (home: string, whenOpened: (listener: (paths: readonly string[]) => void) => void): Promise<void> => {
  handleAppScheme(protocol, rendererFolder());
  refusePermissions(session.defaultSession);
  const opened = await openEngine({ home, host: 'desktop', readOnly: false, samples: samplesFolder() });
  nativeTheme.themeSource = opened.engine.settings().theme;
  const dispatch = createDispatch({ handlers: withNativeTheme(opened.handlers), readOnly: false });
  answerWindows(ipcMain, { dispatch, pick });
  opened.engine.subscribe((push) => tellWindows(BrowserWindow.getAllWindows(), channels.push, push));
  closeOnQuit(opened);

  const command = (name: string) => tellWindows(BrowserWindow.getAllWindows(), channels.command, name);
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform, command)));
  showPage(createWindow(home));
  app.on('activate', () => {
    if (mainWindow() === null) showPage(createWindow(home));
  });
  whenOpened((paths) => void openPaths(dispatch, paths));
};

/** Starts the desktop app. Everything up to `whenReady` has to happen before Electron is ready. */
export const runApp = async (): Promise<void> => {
  const home = defaultHome();
  app.enableSandbox();
  app.setPath('userData', join(home, 'electron'));
  if (!app.requestSingleInstanceLock()) return app.quit();
  registerAppScheme(protocol);
  const outside = createOutside(dialog, shell);
  app.on('web-contents-created', (_event, contents) => {
    keepOnPage(contents, (url) => void outside(BrowserWindow.fromWebContents(contents), url));
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  const whenOpened = collectOpenedFiles();
  await app.whenReady();
  await run(home, whenOpened);
};
