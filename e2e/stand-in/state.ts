import { EventEmitter } from 'node:events';
import type { Session, WebContents } from 'electron';
import type { Cdp } from './cdp.ts';

type PermissionCheck = Parameters<Session['setPermissionCheckHandler']>[0];
type PermissionRequest = Parameters<Session['setPermissionRequestHandler']>[0];
type DeviceCheck = Parameters<Session['setDevicePermissionHandler']>[0];
export type SchemeHandler = (request: Request) => Response | Promise<Response>;
export type InvokeHandler = (event: object, ...given: unknown[]) => unknown;

export interface OpenWindow {
  window: Electron.BrowserWindow;
  contents: WebContents;
  /** Asks the window's listeners and, if none objects, closes it. */
  close(): void;
  applyTheme(): Promise<unknown>;
}

/** What the objects of the stand-in share: one process has one app. */
export const state = {
  /** Set once there is a way to Chromium. */
  cdp: null as Cdp | null,
  appEvents: new EventEmitter(),
  ipcEvents: new EventEmitter(),
  sessionEvents: new EventEmitter(),
  invokes: new Map<string, InvokeHandler>(),
  schemes: new Map<string, SchemeHandler>(),
  /** Schemes registered as standard: those that have an origin. */
  standardSchemes: new Set<string>(),
  permissions: { request: null as PermissionRequest, check: null as PermissionCheck, device: null as DeviceCheck },
  windows: new Map<string, OpenWindow>(),
  sandboxed: false,
  /** Schemes whose links the app asked to open. */
  ownSchemes: new Set<string>(),
  theme: 'system' as Electron.NativeTheme['themeSource'],
  exitCode: 0,
};

/** Chromium, once it runs; windows are only made after `whenReady`. */
export function browser(): Cdp {
  if (state.cdp === null) throw new Error('Electron makes no window before the app is ready.');
  return state.cdp;
}

const HOST_SUFFIX = '.scheme.invalid';

/** `app://host/path` as an https address of no server: custom schemes cannot be registered over the debugging port. */
export function toWeb(url: string): string {
  const { protocol, host, pathname, search, hash } = new URL(url);
  const scheme = protocol.slice(0, -1);
  return state.schemes.has(scheme) ? `https://${host}.${scheme}${HOST_SUFFIX}${pathname}${search}${hash}` : url;
}

/** The address as the app knows it. */
export function fromWeb(url: string): string {
  if (!URL.canParse(url)) return url;
  const { hostname, pathname, search, hash } = new URL(url);
  const match = /^(.+)\.([a-z]+)\.scheme\.invalid$/.exec(hostname);
  return match === null ? url : `${match[2]}://${match[1]}${pathname}${search}${hash}`;
}

/** The same for what a page keeps in memory, whose address holds that of the page. */
export function fromWebBlob(url: string): string {
  return url.startsWith('blob:') ? `blob:${fromWeb(url.slice(5))}` : fromWeb(url);
}

/** The origin that Electron would report for a frame: standard schemes have one, others are opaque. */
export function originOf(url: string): string {
  const known = fromWeb(url);
  if (!URL.canParse(known)) return 'null';
  const { protocol, host, origin } = new URL(known);
  return state.standardSchemes.has(protocol.slice(0, -1)) ? `${protocol}//${host}` : origin;
}
