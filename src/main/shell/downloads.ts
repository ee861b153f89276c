import type { Session } from 'electron';
import { isOwnBlob } from './origin.ts';

/** Lets the page hand over what it made itself, such as a report, and nothing from any address. Electron then asks the person where it goes. */
export function keepToOwnDownloads(session: Session): void {
  session.on('will-download', (event, item) => {
    if (!isOwnBlob(item.getURL())) event.preventDefault();
  });
}
