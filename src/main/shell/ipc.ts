import type { BrowserWindow, IpcMain, IpcMainEvent, IpcMainInvokeEvent, WebContents } from 'electron';
import { z } from 'zod';
import { channels } from '../../shared/rpc/channels.ts';
import type { Answer } from '../../shared/rpc/errors.ts';
import { type Calls, createCalls } from '../rpc/calls.ts';
import type { Dispatch } from '../rpc/dispatch.ts';
import { isTrusted } from './origin.ts';

const CallArguments = z.tuple([z.number().int(), z.string().max(200), z.unknown()]);

/** The calls of each window. A page that was loaded again starts counting again, so it gets a fresh set. */
const createRegister = (dispatch: Dispatch) => {
  const byContents = new WeakMap<WebContents, Calls>();
  const open = (contents: WebContents): Calls => {
    const calls = createCalls(dispatch);
    const close = () => {
      calls.close();
      if (byContents.get(contents) === calls) byContents.delete(contents);
    };
    contents.once('did-navigate', close);
    contents.once('destroyed', close);
    byContents.set(contents, calls);
    return calls;
  };
  return (contents: WebContents): Calls => byContents.get(contents) ?? open(contents);
};

const refuseStranger = (event: IpcMainEvent | IpcMainInvokeEvent): void => {
  if (!isTrusted(event.senderFrame)) throw new Error('Only the page of Tapescope may call.');
};

export interface IpcOptions {
  dispatch: Dispatch;
  /** The system's dialog for files, over the given window. */
  pick: (contents: WebContents) => Promise<string[]>;
}

/** Lets the window's preload call. Every message is checked for its sender and its shape before anything else. */
export function answerWindows(ipcMain: IpcMain, { dispatch, pick }: IpcOptions): void {
  const callsOf = createRegister(dispatch);
  ipcMain.handle(channels.call, (event, ...given): Promise<Answer<unknown>> => {
    refuseStranger(event);
    const [id, method, input] = CallArguments.parse(given);
    return callsOf(event.sender).call(id, method, input);
  });
  ipcMain.handle(channels.pick, (event) => {
    refuseStranger(event);
    return pick(event.sender);
  });
  ipcMain.on(channels.cancel, (event, id: unknown) => {
    if (isTrusted(event.senderFrame) && typeof id === 'number') callsOf(event.sender).cancel(id);
  });
}

/** Sends `payload` to every window that is still there. */
export function tellWindows(windows: readonly BrowserWindow[], channel: string, payload: unknown): void {
  for (const window of windows) if (!window.isDestroyed()) window.webContents.send(channel, payload);
}
