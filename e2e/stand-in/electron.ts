import { standIn } from './lacking.ts';

/** What an app gets from `import … from 'electron'` while the stand-in runs it. The rest of the names throw when used. */
export { app } from './app.ts';
export { dialog, ipcMain, Menu, nativeTheme, protocol, screen, session, shell } from './native.ts';
export { BrowserWindow, webContents } from './windows.ts';

const lacking = (name: string): object => standIn(name, {});

export const autoUpdater = lacking('autoUpdater');
export const clipboard = lacking('clipboard');
export const crashReporter = lacking('crashReporter');
export const desktopCapturer = lacking('desktopCapturer');
export const globalShortcut = lacking('globalShortcut');
export const nativeImage = lacking('nativeImage');
export const net = lacking('net');
export const powerMonitor = lacking('powerMonitor');
export const safeStorage = lacking('safeStorage');
export const utilityProcess = lacking('utilityProcess');
