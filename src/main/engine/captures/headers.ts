/** Names of headers that are kept, in lower case. A header that nobody listed may hold a credential, so it is not. */
const KEPT = new Set([
  ...['accept', 'content-encoding', 'content-type', 'user-agent', 'retry-after', 'date', 'server', 'x-app'],
  ...['anthropic-version', 'anthropic-beta', 'anthropic-dangerous-direct-browser-access', 'openai-beta', 'openai-version', 'originator'],
  ...['request-id', 'x-request-id', 'x-goog-api-client', 'openai-processing-ms', 'openai-model', 'session_id', 'conversation_id'],
]);
const KEPT_FAMILIES = ['anthropic-ratelimit-', 'x-ratelimit-', 'x-stainless-'];

/** Names of headers whose value opens an account; those that are kept are none, whatever they are called. */
const SECRET = /auth|key|cookie|token|secret|credential|password|account-id|^sec-websocket-protocol$/;

/** Parameters of an address that are kept; others may be keys. */
const PARAMETERS = new Set(['alt', 'beta', 'api-version', 'stream', 'limit']);

type Raw = readonly string[];

const pairs = (raw: Raw): [name: string, value: string][] =>
  raw.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1] ?? ''] as [string, string]] : []));

/** Gives the headers that may be kept, of a list of names and values as `rawHeaders` has it. */
export function keptHeaders(raw: Raw): Record<string, string> {
  return Object.fromEntries(pairs(raw).filter(([name]) => isKept(name)));
}

const isKept = (name: string): boolean => KEPT.has(name) || KEPT_FAMILIES.some((begin) => name.startsWith(begin));

/** Finds the credentials in headers and address, so that they can be looked for in a body; none shorter than eight characters. */
export function secretsIn(raw: Raw, url: string): string[] {
  const words = pairs(raw)
    .filter(([name]) => SECRET.test(name) && !isKept(name))
    .flatMap(([name, value]) => credentialsIn(name, value));
  const query = [...new URLSearchParams(url.split('?')[1] ?? '')].filter(([name]) => !PARAMETERS.has(name)).map(([, value]) => value);
  return [...new Set([...words, ...query])].filter((word) => word.length >= SHORTEST);
}

/** Shorter words are in many bodies, and open nothing. */
const SHORTEST = 8;

/** The parts of a header that are secret: not the scheme before a token, nor what a cookie is called and where it holds. */
const credentialsIn = (name: string, value: string): string[] => {
  if (name.includes('cookie'))
    return value.split(';', name === 'set-cookie' ? 1 : -1).map((pair) => pair.slice(pair.indexOf('=') + 1).trim());
  if (name === 'sec-websocket-protocol')
    return value.split(',').flatMap((one) => (SECRET.test(one) ? [one.trim(), one.slice(one.indexOf('.') + 1).trim()] : []));
  const [, scheme = '', rest = ''] = /^(\w[\w-]*)\s+(.+)$/s.exec(value) ?? [];
  const signed = [...rest.matchAll(/(\w+)="?([^",\s]+)/g)].filter(([, key]) => key !== 'SignedHeaders').map(([, , word = '']) => word);
  return [value, rest, ...(scheme.toLowerCase() === 'basic' ? basicOf(rest) : rest.includes(',') ? signed : [])];
};

/** The password of a name and a password in base 64. */
const basicOf = (text: string): string[] => {
  const [, ...password] = Buffer.from(text, 'base64').toString('utf8').split(':');
  return [password.join(':')];
};

/** Takes what may be a key out of an address. */
export function keptUrl(url: string): string {
  const [path = '', query] = url.split('?');
  if (query === undefined) return path;
  const kept = [...new URLSearchParams(query)].map(([name, value]) => `${name}=${PARAMETERS.has(name) ? encodeURIComponent(value) : '…'}`);
  return `${path}?${kept.join('&')}`;
}
