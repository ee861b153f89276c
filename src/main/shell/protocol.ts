import type { Protocol } from 'electron';
import { readContent, securityHeaders } from './content.ts';
import { APP_ORIGIN, APP_SCHEME } from './origin.ts';

/** Makes `app:` a scheme with an origin, as https has. To be called before the app is ready. */
export function registerAppScheme(protocol: Protocol): void {
  protocol.registerSchemesAsPrivileged([{ scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } }]);
}

const refusal = (status: number, sentence: string): Response =>
  new Response(`${sentence}\n`, { status, headers: { ...securityHeaders, 'Content-Type': 'text/plain; charset=utf-8' } });

/** Answers one request of the window from the built files, with the policy as an HTTP header. */
export async function answerAppRequest(request: Request, folder: string): Promise<Response> {
  const { protocol, host, pathname } = new URL(request.url);
  if (`${protocol}//${host}` !== APP_ORIGIN) return refusal(404, 'There is nothing at this address.');
  if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405, 'Only GET is allowed.');
  const { status, headers, body } = await readContent(folder, pathname);
  return new Response(body, { status, headers });
}

export function handleAppScheme(protocol: Protocol, folder: string): void {
  protocol.handle(APP_SCHEME, (request) => answerAppRequest(request, folder));
}
