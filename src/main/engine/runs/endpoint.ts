import type { PriceFile } from '../../../shared/model/prices.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { anthropic } from './anthropic.ts';
import type { Api } from './api.ts';
import { chat } from './chat.ts';
import { responses } from './responses.ts';

/** A model, and where and how it is asked. The key is in here alone: whoever writes or prints anything takes it out first. */
export interface Endpoint {
  /** As it was named: `anthropic:claude-opus-5`. */
  name: string;
  model: string;
  api: Api;
  url: string;
  key: string | null;
}

interface Provider {
  api: Api;
  key: string;
  base: string;
  /** Null where the user has to say. */
  address: string | null;
  /** Servers of one's own mostly take no key. */
  keyless?: true;
}

const OPENAI = { key: 'OPENAI_API_KEY', base: 'OPENAI_BASE_URL' } as const;

const PROVIDERS: Readonly<Record<string, Provider>> = {
  anthropic: {
    api: anthropic,
    key: 'ANTHROPIC_API_KEY',
    base: 'ANTHROPIC_BASE_URL',
    address: 'https://api.anthropic.com',
  },
  openai: { api: responses, ...OPENAI, address: 'https://api.openai.com/v1' },
  'openai-compatible': { api: chat, ...OPENAI, address: null, keyless: true },
};

const SPELLED = /^([^:]+):(.+)$/s;

/** Whether a model is named with a provider that can be asked. */
export function isNamed(text: string): boolean {
  return Object.hasOwn(PROVIDERS, SPELLED.exec(text)?.[1] ?? '');
}

/** Reads `PROVIDER:NAME`. Throws 'bad-input' for another spelling, 'refused' where the environment lacks an address or a key. */
export function endpointOf(text: string, env: NodeJS.ProcessEnv): Endpoint {
  const [, word = '', model = ''] = SPELLED.exec(text.trim()) ?? [];
  const provider = Object.hasOwn(PROVIDERS, word) ? PROVIDERS[word] : undefined;
  if (provider === undefined)
    throw new TapeError(
      'bad-input',
      `A model is named PROVIDER:NAME, with one of ${Object.keys(PROVIDERS).join(', ')}, not "${text.slice(0, 80)}".`,
    );
  const address = env[provider.base] || provider.address;
  if (address === null)
    throw new TapeError('refused', `${word} needs the address of a server in ${provider.base}, such as http://127.0.0.1:11434/v1.`);
  const key = env[provider.key]?.trim() || null;
  return { name: `${word}:${model}`, model, api: provider.api, url: `${checkedBase(address, provider.base)}${provider.api.path}`, key };
}

/** The providers with the models that prices are known of, and why one cannot be asked: a sentence that names the variable to set. */
export function providersIn(env: NodeJS.ProcessEnv, { models, sources }: Pick<PriceFile, 'models' | 'sources'>) {
  return Object.keys(PROVIDERS).map((name) => {
    const own = models.filter(({ source }) => sources[source]?.provider === name).flatMap(({ names }) => names[0] ?? []);
    return { name, why: whyNot(name, env), models: [...new Set(own)].map((model) => `${name}:${model}`) };
  });
}

const whyNot = (provider: string, env: NodeJS.ProcessEnv): string | null => {
  try {
    needKey(endpointOf(`${provider}:x`, env));
    return null;
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure);
  }
};

/** The variables that say how a model is asked. */
export function variablesOf({ name }: Pick<Endpoint, 'name'>): Pick<Provider, 'key' | 'base'> {
  return PROVIDERS[name.slice(0, name.indexOf(':'))] ?? OPENAI;
}

/** Throws 'refused' where a request cannot be sent for want of a key. */
export function needKey({ name, key }: Endpoint): void {
  const word = name.slice(0, name.indexOf(':'));
  const provider = PROVIDERS[word];
  if (key === null && provider !== undefined && provider.keyless !== true)
    throw new TapeError('refused', `${word} needs a key in ${provider.key}. It is read from the environment only.`);
}

const checkedBase = (address: string, name: string): string => {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) throw new TapeError('bad-input', `${name} is not an address of a server.`);
  if (url.username !== '' || url.password !== '' || url.search !== '')
    throw new TapeError('bad-input', `${name} may hold no password and no query: give the key in its own variable.`);
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
};

/** Words that people give to servers that take any key: removed, they would tear words from the tape, of requests and of answers. */
const PLACEHOLDER = /^[a-z_-]{1,15}$/i;

/** The key, where it is one that opens something; null where it is none, or a word such as `none` or `ollama`. */
export function secretOf({ key }: Pick<Endpoint, 'key'>): string | null {
  return key === null || key.length < 4 || PLACEHOLDER.test(key) ? null : key;
}

/** The text without the key, as it is and as JSON spells it: a server may repeat what it was sent. */
export function withoutKey(text: string, endpoint: Pick<Endpoint, 'key'>): string {
  const secret = secretOf(endpoint);
  if (secret === null) return text;
  return text.replaceAll(JSON.stringify(secret).slice(1, -1), CREDENTIAL).replaceAll(secret, CREDENTIAL);
}

const CREDENTIAL = '[credential]';
