import type { Dialog, IpcMain, Menu as MenuType, NativeTheme, Protocol, Screen, Session, Shell } from 'electron';
import { LackingError, listening, standIn } from './lacking.ts';
import { type InvokeHandler, type SchemeHandler, state } from './state.ts';

export const ipcMain: IpcMain = standIn<IpcMain>('ipcMain', {
  handle: (channel, handler) => {
    if (state.invokes.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    state.invokes.set(channel, handler as InvokeHandler);
  },
  on: (channel, listener) => {
    state.ipcEvents.on(channel, listener);
    return ipcMain;
  },
});

export const protocol = standIn<Protocol>('protocol', {
  registerSchemesAsPrivileged: (schemes) => {
    for (const { scheme, privileges } of schemes) if (privileges?.standard) state.standardSchemes.add(scheme);
  },
  handle: (scheme, handler) => void state.schemes.set(scheme, handler as SchemeHandler),
  isProtocolHandled: (scheme) => state.schemes.has(scheme),
});

export const session = standIn<typeof Electron.session>('session', {
  defaultSession: standIn<Session>('session', {
    ...listening<Session>('session', state.sessionEvents, ['will-download']),
    protocol,
    setPermissionRequestHandler: (handler) => {
      state.permissions.request = handler;
    },
    setPermissionCheckHandler: (handler) => {
      state.permissions.check = handler;
    },
    setDevicePermissionHandler: (handler) => {
      state.permissions.device = handler;
    },
  }),
});

type Template = Parameters<typeof MenuType.buildFromTemplate>[0];
let applicationMenu: MenuType | null = null;

export const Menu = standIn<typeof MenuType>('Menu', {
  buildFromTemplate: (template: Template) => standIn<MenuType>('Menu', { items: template as MenuType['items'] }),
  setApplicationMenu: (menu) => {
    applicationMenu = menu;
  },
  getApplicationMenu: () => applicationMenu,
});

/** Nobody sits before the stand-in: a test that expects a dialog answers it by replacing the function. */
const unanswered = (name: string) => (): never => {
  throw new LackingError(`a person to answer ${name}`);
};

export const dialog = standIn<Dialog>('dialog', {
  showOpenDialog: unanswered('dialog.showOpenDialog'),
  showMessageBox: unanswered('dialog.showMessageBox'),
  showErrorBox: unanswered('dialog.showErrorBox'),
});

export const shell = standIn<Shell>('shell', { openExternal: unanswered('shell.openExternal') });

const workArea = { x: 0, y: 0, width: 1920, height: 1080 };
export const screen = standIn<Screen>('screen', {
  getAllDisplays: () => [standIn<Electron.Display>('Display', { workArea, bounds: workArea, scaleFactor: 1 })],
});

export const nativeTheme = standIn<NativeTheme>('nativeTheme', {
  get themeSource() {
    return state.theme;
  },
  set themeSource(theme) {
    state.theme = theme;
    for (const { applyTheme } of state.windows.values()) void applyTheme();
  },
  get shouldUseDarkColors() {
    return state.theme === 'dark';
  },
});
