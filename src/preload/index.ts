import { contextBridge, type IpcRendererEvent, ipcRenderer, webUtils } from 'electron';
import { BRIDGE_NAME, channels } from '../shared/rpc/channels.ts';
import type { Bridge } from '../shared/rpc/client.ts';

/** Listens on one channel with the payload alone: the event would carry `ipcRenderer` into the page. */
const listen = <T>(channel: string, listener: (payload: T) => void): (() => void) => {
  const hear = (_event: IpcRendererEvent, payload: T) => listener(payload);
  ipcRenderer.on(channel, hear);
  return () => void ipcRenderer.removeListener(channel, hear);
};

const bridge: Bridge = {
  host: 'desktop',
  call: (id, method, input) => ipcRenderer.invoke(channels.call, id, method, input),
  cancel: (id) => ipcRenderer.send(channels.cancel, id),
  subscribe: (listener) => listen(channels.push, listener),
  pathOf: (file) => webUtils.getPathForFile(file as File) || null,
  onCommand: (listener) => listen(channels.command, listener),
  pick: () => ipcRenderer.invoke(channels.pick),
};

contextBridge.exposeInMainWorld(BRIDGE_NAME, bridge);
