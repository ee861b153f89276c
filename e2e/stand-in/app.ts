import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { App } from 'electron';
import { listening, preventable, standIn } from './lacking.ts';
import { state } from './state.ts';
import { BrowserWindow, closeAllWindows } from './windows.ts';

const EVENTS = [
  'ready',
  'window-all-closed',
  'before-quit',
  'will-quit',
  'quit',
  'activate',
  'open-file',
  'open-url',
  'second-instance',
  'web-contents-created',
] as const;

let markReady = () => {};
const whenReady = new Promise<void>((resolve) => {
  markReady = resolve;
});
let ready = false;
const paths = new Map<string, string>([['home', homedir()]]);

/** Chromium's port is open: from now on windows can be made. */
export function becomeReady(): void {
  ready = true;
  markReady();
  app.emit('ready', {});
}

const finish = (): void => {
  const event = preventable({});
  state.appEvents.emit('will-quit', event);
  if (event.defaultPrevented) return;
  state.appEvents.emit('quit', {}, state.exitCode);
  process.exit(state.exitCode);
};

/** As in Electron: ask, close the windows, ask again, leave. */
const quit = (): void => {
  const event = preventable({});
  state.appEvents.emit('before-quit', event);
  if (event.defaultPrevented) return;
  quitting = true;
  if (BrowserWindow.getAllWindows().length === 0) finish();
  else closeAllWindows();
};

let quitting = false;
state.appEvents.on('window-all-closed', () => {
  // Closing the last window quits an app that does not listen; one that quits anyway continues with it.
  if (quitting) finish();
  else if (state.appEvents.listenerCount('window-all-closed') === 1) quit();
});

const appFolder = (): string => process.env.TAPESCOPE_STAND_IN_APP ?? process.cwd();

export const app: App = standIn<App>('app', {
  ...listening<App>('app', state.appEvents, EVENTS),
  whenReady: () => whenReady,
  isReady: () => ready,
  isPackaged: false,
  quit,
  exit: (code) => process.exit(code),
  // Every window of the stand-in is sandboxed by its settings; this records that the app asked for it everywhere.
  enableSandbox: () => {
    state.sandboxed = true;
  },
  requestSingleInstanceLock: () => true,
  // The stand-in tells no system of it; a test that a link opens the app emits the event.
  setAsDefaultProtocolClient: (scheme: string) => {
    state.ownSchemes.add(scheme);
    return true;
  },
  isDefaultProtocolClient: (scheme: string) => state.ownSchemes.has(scheme),
  setPath: (name: string, path: string) => void paths.set(name, path),
  getPath: (name: string) => paths.get(name) ?? join(homedir(), name),
  getAppPath: appFolder,
  getVersion: () => JSON.parse(readFileSync(join(appFolder(), 'package.json'), 'utf8')).version,
  // Switches for Electron's own Chromium; the stand-in starts the system's with its own.
  commandLine: standIn<Electron.CommandLine>('commandLine', { appendSwitch: () => {} }),
});
