import { readFileSync } from 'node:fs';
import type { Cdp } from './cdp.ts';
import { watchDownloads } from './downloads.ts';
import { answerRequests } from './requests.ts';
import { toWeb } from './state.ts';
import { createWire } from './wire.ts';
import { createPreloadWorld, createWorldEnd, type FromPreload, type ToPreload } from './worlds.ts';

const PRELOAD_WORLD = 'electron-preload';
const SAY = 'standInSay';
const HEAR = 'standInHear';
const MAIN_END = 'stand-in-main';
const PRELOAD_END = 'stand-in-preload';

export interface PageEvents {
  /** False keeps the page from going there. Never asked about what `load` does. */
  onNavigate(url: string, isMainFrame: boolean): boolean;
  onNavigated(url: string): void;
  onLoaded(): void;
  onMessage(message: FromPreload): void;
  onWindowOpen(url: string): void;
  onGone(): void;
}

export interface Page {
  readonly target: string;
  readonly session: string;
  url(): string;
  load(url: string): Promise<void>;
  tell(message: ToPreload): void;
  close(): Promise<unknown>;
}

const mainWorldSource = `(${createWorldEnd.toString()})('${MAIN_END}', '${PRELOAD_END}').takeWindowOpen();`;

const preloadWorldSource = (preload: string): string => `
  const wire = (${createWire.toString()})();
  const end = (${createWorldEnd.toString()})('${PRELOAD_END}', '${MAIN_END}');
  globalThis.${HEAR} = (${createPreloadWorld.toString()})(end, wire, (text) => ${SAY}(text), (require, module, exports) => {
${readFileSync(preload, 'utf8')}
  });`;

/** Origins without what the app before this one kept there, or on the way to that: who asked first moves first. */
const emptied = new Map<string, Promise<unknown>>();

const empty = (cdp: Cdp, session: string, origin: string): Promise<unknown> => {
  if (origin === 'null') return Promise.resolve();
  const begun = emptied.get(origin) ?? cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' }, session);
  emptied.set(origin, begun);
  return begun;
};

/** Opens a page as a window has it: two worlds, a preload, and all requests answered by the app. */
export async function openPage(cdp: Cdp, preload: string, size: { width: number; height: number }, events: PageEvents): Promise<Page> {
  const wire = createWire();
  const { targetId: target } = await cdp.send<{ targetId: string }>('Target.createTarget', {
    url: 'about:blank',
    newWindow: true,
    ...size,
  });
  const { sessionId: session } = await cdp.send<{ sessionId: string }>('Target.attachToTarget', { targetId: target, flatten: true });
  const send = (method: string, params = {}) => cdp.send(method, params, session);
  let mainFrame = '';
  let address = 'about:blank';
  let context: number | null = null;
  let programmatic: string | null = null;
  let loaded: (() => void) | null = null;

  /** A link with a target opens a page that Electron would not; `Page.windowOpen` has told of it. */
  const closeChild = ({ targetId, openerId }: { targetId: string; openerId?: string }) => {
    if (openerId === target) cdp.send('Target.closeTarget', { targetId }).catch(() => {});
  };

  cdp.listen(session, ({ method, params }) => {
    if (method === 'Runtime.executionContextCreated') {
      const { id, name, auxData } = params.context as { id: number; name: string; auxData?: { frameId: string } };
      if (name === PRELOAD_WORLD && auxData?.frameId === mainFrame) context = id;
    } else if (method === 'Runtime.executionContextDestroyed') {
      if (params.executionContextId === context) context = null;
    } else if (method === 'Runtime.executionContextsCleared') {
      context = null;
    } else if (method === 'Runtime.bindingCalled' && params.name === SAY) {
      if (params.executionContextId === context) events.onMessage(wire.decode(String(params.payload)) as FromPreload);
    } else if (method === 'Page.frameNavigated') {
      const { id, url, parentId } = params.frame as { id: string; url: string; parentId?: string };
      if (parentId === undefined && id === mainFrame) {
        address = url;
        events.onNavigated(url);
      }
    } else if (method === 'Page.navigatedWithinDocument') {
      if (params.frameId === mainFrame) address = String(params.url);
    } else if (method === 'Page.loadEventFired') {
      if (address !== 'about:blank') {
        loaded?.();
        events.onLoaded();
      }
    } else if (method === 'Page.windowOpen') {
      events.onWindowOpen(String(params.url));
    } else if (method === 'Inspector.detached' || method === 'Inspector.targetCrashed') {
      events.onGone();
    }
  });
  cdp.listen(undefined, ({ method, params }) => {
    if (method === 'Target.targetCreated') closeChild(params.targetInfo as { targetId: string; openerId?: string });
    if (method === 'Target.targetDestroyed' && params.targetId === target) events.onGone();
    if (method === 'Target.detachedFromTarget' && params.sessionId === session) events.onGone();
  });
  answerRequests(cdp, session, (url, frame) => {
    if (frame === mainFrame && programmatic !== null && toWeb(url) === programmatic) {
      programmatic = null;
      return true;
    }
    return events.onNavigate(url, frame === mainFrame);
  });

  await send('Page.enable');
  await watchDownloads(cdp);
  const { frameTree } = await cdp.send<{ frameTree: { frame: { id: string } } }>('Page.getFrameTree', {}, session);
  mainFrame = frameTree.frame.id;
  await send('Runtime.enable');
  await send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
  await send('Runtime.addBinding', { name: SAY, executionContextName: PRELOAD_WORLD });
  await send('Page.addScriptToEvaluateOnNewDocument', { source: mainWorldSource });
  await send('Page.addScriptToEvaluateOnNewDocument', { source: preloadWorldSource(preload), worldName: PRELOAD_WORLD });

  return {
    target,
    session,
    url: () => address,
    async load(url) {
      const web = toWeb(url);
      await empty(cdp, session, new URL(web).origin);
      programmatic = web.split('#', 1)[0] ?? web;
      const done = new Promise<void>((resolve) => {
        loaded = resolve;
      });
      const { errorText, loaderId } = await cdp.send<{ errorText?: string; loaderId?: string }>('Page.navigate', { url: web }, session);
      if (errorText) throw new Error(`${errorText} loading ${url}`);
      // Within one document there is nothing to load.
      if (loaderId === undefined) programmatic = null;
      else await done;
    },
    tell(message) {
      if (context === null) return;
      const text = wire.encode(message);
      const declaration = `function (text) { ${HEAR}(text); }`;
      // A page that navigates meanwhile receives nothing, as in Electron.
      send('Runtime.callFunctionOn', { functionDeclaration: declaration, executionContextId: context, arguments: [{ value: text }] }).catch(
        () => {},
      );
    },
    close: () => cdp.send('Target.closeTarget', { targetId: target }).catch(() => null),
  };
}
