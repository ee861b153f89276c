import type { Cdp, CdpEvent } from './cdp.ts';
import { fromWeb, state } from './state.ts';

interface Paused {
  requestId: string;
  frameId: string;
  resourceType: string;
  request: { url: string; method: string; headers: Record<string, string>; postData?: string };
}

const fail = (cdp: Cdp, session: string, requestId: string, errorReason: string) =>
  cdp.send('Fetch.failRequest', { requestId, errorReason }, session);

const fulfil = async (cdp: Cdp, session: string, requestId: string, response: Response): Promise<void> => {
  const body = Buffer.from(await response.arrayBuffer()).toString('base64');
  const responseHeaders = [...response.headers].map(([name, value]) => ({ name, value }));
  await cdp.send('Fetch.fulfillRequest', { requestId, responseCode: response.status, responseHeaders, body }, session);
};

/**
 * Answers a page's requests from the handlers given to `protocol.handle`, with their very headers. Nothing else is
 * reachable: the tests need no network. `mayNavigate` is asked about every document.
 */
export function answerRequests(cdp: Cdp, session: string, mayNavigate: (url: string, frame: string) => boolean): void {
  const answer = async ({ requestId, frameId, resourceType, request }: Paused): Promise<void> => {
    const url = fromWeb(request.url);
    if (resourceType === 'Document' && !mayNavigate(url, frameId)) return void (await fail(cdp, session, requestId, 'Aborted'));
    const handler = state.schemes.get(new URL(url).protocol.slice(0, -1));
    if (handler === undefined) return void (await fail(cdp, session, requestId, 'InternetDisconnected'));
    const { method, headers, postData } = request;
    const response = await handler(new Request(url, { method, headers, ...(postData !== undefined && { body: postData }) }));
    await fulfil(cdp, session, requestId, response);
  };
  cdp.listen(session, ({ method, params }: CdpEvent) => {
    if (method !== 'Fetch.requestPaused') return;
    // A page that goes away takes its requests along; there is nobody left to answer.
    answer(params as unknown as Paused).catch(() => {});
  });
}
