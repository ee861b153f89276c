import { EventEmitter } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DownloadItem } from 'electron';
import type { Cdp } from './cdp.ts';
import { LackingError, listening, preventable, standIn } from './lacking.ts';
import { fromWebBlob, state } from './state.ts';

interface Running {
  /** Ends with the file where the app wants it, or without one. */
  end(done: 'completed' | 'cancelled'): void;
}

const running = new Map<string, Running>();
let watching: Cdp | null = null;

/** Where Chromium puts what it downloads, until the app has said where it goes. */
const createFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'tapescope-downloads-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** Tells the session of each download; a listener may refuse it, or say where the file goes. */
export async function watchDownloads(cdp: Cdp): Promise<void> {
  if (watching === cdp) return;
  watching = cdp;
  const folder = createFolder();
  cdp.listen(undefined, ({ method, params }) => {
    const guid = String(params.guid);
    if (method === 'Browser.downloadWillBegin') begin(cdp, folder, guid, String(params.url), String(params.suggestedFilename));
    if (method !== 'Browser.downloadProgress' || params.state === 'inProgress') return;
    running.get(guid)?.end(params.state === 'completed' ? 'completed' : 'cancelled');
    running.delete(guid);
  });
  await cdp.send('Browser.setDownloadBehavior', { behavior: 'allowAndName', downloadPath: folder, eventsEnabled: true });
}

const begin = (cdp: Cdp, folder: string, guid: string, url: string, name: string): void => {
  const emitter = new EventEmitter();
  let place = '';
  const item = standIn<DownloadItem>('DownloadItem', {
    ...listening<DownloadItem>('DownloadItem', emitter, ['done']),
    getURL: () => fromWebBlob(url),
    getFilename: () => name,
    setSavePath: (path) => {
      place = path;
    },
  });
  const event = preventable({});
  state.sessionEvents.emit('will-download', event, item);
  if (event.defaultPrevented) {
    cdp.send('Browser.cancelDownload', { guid }).catch(() => {});
    return;
  }
  // Electron would ask a person now.
  if (place === '') throw new LackingError(`a person to say where ${name} goes`);
  running.set(guid, {
    end: (done) => {
      if (done === 'completed') copyFileSync(join(folder, guid), place);
      emitter.emit('done', {}, done);
    },
  });
};
