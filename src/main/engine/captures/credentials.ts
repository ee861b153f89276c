import { secretsIn } from './headers.ts';

/** Credentials in bodies: those that a request was sent with, and those that it asks for where an account is opened. */

/** Addresses where an account is opened, and no model asked. */
const OPENS = /\/(oauth\d?|tokens?|log-?in|sign-?in|auth\w*|api[-_]?keys?|credentials?|device)([/.?]|$)/i;

const NAMES = '(?:\\w*_?token|\\w*_?secret|\\w*api_?key|key|password|passphrase|\\w*assertion|code|code_verifier|device_code|private_key)';
const IN_JSON = new RegExp(`"${NAMES}"\\s*:\\s*"((?:[^"\\\\]|\\\\.)*)"`, 'gi');
const IN_FORM = new RegExp(`(?:^|&)${NAMES}=([^&\\s]+)`, 'gi');

/** Longer than a word such as `bearer` or `code`. */
const SHORTEST = 8;

/** What the body of an exchange says of an account; none where a model was asked: that is all content. */
function granted(url: string, text: string): string[] {
  if (!OPENS.test(pathIn(url))) return [];
  const found = [IN_JSON, IN_FORM].flatMap((like) => [...text.matchAll(like)].map(([, value = '']) => value));
  return found.filter((value) => value.length >= SHORTEST);
}

const pathIn = (url: string): string => url.replace(/^\w+:\/\/[^/]*/, '').replace(/\?.*$/s, '');

/** What surrounds a body: the headers that came with it and with the request that it belongs to, and the address. */
export interface Around {
  url: string;
  headers: readonly string[];
}

/** The body without the credentials that it, or the request that it answers, was sent with; null where it holds none, as nearly always. */
export function withoutCredentials(body: Buffer, { url, headers }: Around): Buffer | null {
  const given = secretsIn(headers, url).flatMap(spellings);
  // Bytes as characters, so that what is not text stays as it is.
  const text = body.toString('latin1');
  const found = [...given.map((one) => Buffer.from(one).toString('latin1')), ...granted(url, text)].filter((one) => text.includes(one));
  if (found.length === 0) return null;
  const longest = found.toSorted((a, b) => b.length - a.length);
  return Buffer.from(
    longest.reduce((left, secret) => left.replaceAll(secret, '[credential]'), text),
    'latin1',
  );
}

/** A word as it is, as JSON writes it, and as forms do. */
const spellings = (word: string): string[] => {
  const json = JSON.stringify(word).slice(1, -1);
  return [...new Set([word, json, json.replaceAll('/', '\\/'), encodeURIComponent(word.toWellFormed())])];
};
