/** The window's own scheme and origin. Never `file://`, which would put every file of the disk into the page's reach. */
export const APP_SCHEME = 'app';
export const APP_ORIGIN = `${APP_SCHEME}://tapescope`;
export const APP_PAGE = `${APP_ORIGIN}/index.html`;

/** The part of a frame that tells who sent an IPC message. */
export interface Sender {
  readonly origin: string;
  readonly parent: object | null;
}

/** Only the top frame of our own page may call. Electron gives null for a frame that is gone or has navigated away. */
export function isTrusted(frame: Sender | null): boolean {
  return frame !== null && frame.parent === null && frame.origin === APP_ORIGIN;
}

/** True where `url` is a page of the app: reloading it is all the navigation there is. */
export function isOwnPage(url: string): boolean {
  return url === APP_PAGE || url.startsWith(`${APP_PAGE}#`);
}

/** True for what our own page made and keeps in memory. */
export function isOwnBlob(url: string): boolean {
  return url.startsWith(`blob:${APP_ORIGIN}/`);
}

/** The address as the system's browser may get it: https, without a name or password; null for anything else. */
export function outsideAddress(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, username, password, href } = new URL(url);
  return protocol === 'https:' && username === '' && password === '' ? href : null;
}
