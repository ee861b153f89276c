import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  protocol,
  type Session,
  screen,
  session,
  shell,
  type WebContents,
} from 'electron';
import { channels } from '../../shared/rpc/channels.ts';
import type { Handlers } from '../../shared/rpc/contract.ts';
import { hashOfLink, LINK_SCHEME } from '../../shared/rpc/deep-link.ts';
import { defaultHome } from '../engine/app/home.ts';
import type { OpenedEngine } from '../engine/healing.ts';
import { openEngine } from '../engine/open.ts';
import { preloadFile, rendererFolder, samplesFolder } from '../places.ts';
import { createDispatch, type Dispatch } from '../rpc/dispatch.ts';
import { answerWindows, tellWindows } from './ipc.ts';
import { placeIn, withoutLinks } from './links.ts';
import { menuTemplate } from './menu.ts';
import { keepOnPage } from './navigation.ts';
import { pathsIn } from './opened-paths.ts';
import { APP_PAGE, isOwnBlob } from './origin.ts';
import { createOutside } from './outside.ts';
import { handleAppScheme, registerAppScheme } from './protocol.ts';
import { lookForUpdate } from './updates.ts';
import { windowOptions } from './window.ts';
import { loadWindowState, storeWindowState } from './window-state.ts';

/** Refuses camera, clipboard reading, devices and all the rest. Electron's default is to grant whatever is asked for. */
function refusePermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
}

/** Lets the page hand over what it made itself, such as a report, and nothing from any address. Electron then asks the person where it goes. */
function keepToOwnDownloads(session: Session): void {
  session.on('will-download', (event, item) => {
    if (!isOwnBlob(item.getURL())) event.preventDefault();
  });
}

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

/** What the system asks the app to show: files and folders, or the place of a link. */
interface Asked {
  paths: readonly string[];
  /** A hash of the window. */
  place: string | null;
}

const askedIn = (argv: readonly string[], cwd: string): Asked => ({
  paths: pathsIn(withoutLinks(argv), app.isPackaged ? 1 : 2, cwd),
  place: placeIn(argv),
});

/** Both can be handed over before anything is ready. `listen` answers what was, and from then on calls the listener. */
const collectAsked = () => {
  const waiting: Asked[] = [askedIn(process.argv, process.cwd())];
  let show = (asked: Asked): void => void waiting.push(asked);
  app.on('open-file', (event, path) => {
    event.preventDefault();
    show({ paths: [path], place: null });
  });
  app.on('open-url', (event, url) => {
    event.preventDefault();
    show({ paths: [], place: hashOfLink(url) });
  });
  app.on('second-instance', (_event, argv, cwd) => {
    show(askedIn(argv, cwd));
    const window = mainWindow();
    if (window !== null) focus(window);
  });
  return (listener: (asked: Asked) => void): Asked => {
    show = listener;
    return { paths: waiting.flatMap(({ paths }) => paths), place: waiting.findLast(({ place }) => place !== null)?.place ?? null };
  };
};

/** Makes links to places open this app. In development the system is notified of the program and of the folder that it runs. */
const claimLinks = (): void => {
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME, process.execPath, ['--']);
  else app.setAsDefaultProtocolClient(LINK_SCHEME, process.execPath, [app.getAppPath(), '--']);
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

const run = async (home: string, listen: ReturnType<typeof collectAsked>): Promise<void> => {
  handleAppScheme(protocol, rendererFolder());
  refusePermissions(session.defaultSession);
  keepToOwnDownloads(session.defaultSession);
  const opened = await openEngine({ home, host: 'desktop', readOnly: false, samples: samplesFolder() });
  nativeTheme.themeSource = opened.engine.settings().theme;
  const dispatch = createDispatch({ handlers: withNativeTheme(opened.handlers), readOnly: false });
  answerWindows(ipcMain, { dispatch, pick });
  opened.engine.subscribe((push) => tellWindows(BrowserWindow.getAllWindows(), channels.push, push));
  closeOnQuit(opened);

  const command = (name: string) => tellWindows(BrowserWindow.getAllWindows(), channels.command, name);
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform, command)));
  const first = listen(({ paths, place }) => {
    if (place !== null) showPage(mainWindow() ?? createWindow(home), place);
    void openPaths(dispatch, paths);
  });
  showPage(createWindow(home), first.place ?? '');
  void openPaths(dispatch, first.paths);
  app.on('activate', () => {
    if (mainWindow() === null) showPage(createWindow(home));
  });
};

/** In a desktop package only: npm brings the other one up to date. The updater is a bundle of its own, which only desktop packages hold. */
const offerUpdate = async (): Promise<void> => {
  if (!app.isPackaged) return;
  await lookForUpdate({
    resources: process.resourcesPath,
    load: async () => createRequire(import.meta.url)('./updater.js').autoUpdater,
    ask: async (question) => {
      const window = mainWindow();
      return window === null ? (question.cancelId ?? 1) : (await dialog.showMessageBox(window, question)).response;
    },
  });
};

/** Starts the desktop app. Everything up to `whenReady` has to happen before Electron is ready. */
export async function runApp(): Promise<void> {
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
  const listen = collectAsked();
  await app.whenReady();
  claimLinks();
  await run(home, listen);
  void offerUpdate();
}
