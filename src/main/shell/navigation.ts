import type { WebContents } from 'electron';
import { isOwnPage } from './origin.ts';

/**
 * Keeps a window on its page: no other page, no frame that navigates, no webview, no second window. A link is handed
 * to `onLink`, which may offer it to the person.
 */
export function keepOnPage(contents: WebContents, onLink: (url: string) => void): void {
  contents.on('will-frame-navigate', (details) => {
    if (!details.isMainFrame || !isOwnPage(details.url)) details.preventDefault();
  });
  contents.on('will-navigate', (details) => {
    if (!isOwnPage(details.url)) details.preventDefault();
  });
  contents.on('will-redirect', (details) => details.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    onLink(url);
    return { action: 'deny' };
  });
}
