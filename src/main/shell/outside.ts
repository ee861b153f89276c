import type { BrowserWindow, Dialog, Shell } from 'electron';
import { outsideAddress } from './origin.ts';

/**
 * Offers links to the system's browser: https only, and only after a click on a dialog that shows the whole address. A
 * click inside the page is not enough, since the page shows what logs say. One question at a time.
 */
export function createOutside(dialog: Dialog, shell: Shell): (window: BrowserWindow | null, url: string) => Promise<boolean> {
  let asking = false;
  return async (window, url) => {
    const address = outsideAddress(url);
    if (address === null || window === null || asking) return false;
    asking = true;
    try {
      const { response } = await dialog.showMessageBox(window, {
        type: 'question',
        message: 'Open this address in your browser?',
        detail: address,
        buttons: ['Open', 'Cancel'],
        defaultId: 1,
        cancelId: 1,
      });
      if (response === 0) await shell.openExternal(address);
      return response === 0;
    } finally {
      asking = false;
    }
  };
}
