import type { BrowserWindowConstructorOptions } from 'electron';
import { type Bounds, isReachable, type WindowState } from './window-state.ts';

/** The two ground colours of the window's tokens, so that the first frame has the right one. */
const ground = { light: '#fbfaf8', dark: '#161618' } as const;

export interface WindowLook {
  preload: string;
  dark: boolean;
  remembered: WindowState | null;
  /** Work areas of the screens that are there now. */
  screens: readonly Bounds[];
}

/** Spells out every setting of Electron’s security list, defaults included, so that a test can check them. */
export function windowOptions({ preload, dark, remembered, screens }: WindowLook): BrowserWindowConstructorOptions {
  return {
    width: 1440,
    height: 900,
    ...(remembered !== null && isReachable(remembered.bounds, screens) && remembered.bounds),
    minWidth: 720,
    minHeight: 480,
    title: 'Tapescope',
    backgroundColor: dark ? ground.dark : ground.light,
    show: false,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      webSecurity: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      navigateOnDragDrop: false,
      // A spell checker would fetch its dictionaries from the network.
      spellcheck: false,
    },
  };
}
