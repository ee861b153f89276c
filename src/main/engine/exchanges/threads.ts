import type { Identity } from '../formats/captured/identity.ts';
import { digest } from '../formats/digest.ts';

/** A conversation among captured requests, as far as it was read. */
interface Thread {
  key: string;
  session: string | null;
  shape: string;
  bare: boolean;
  first: string;
  blocks: ReadonlySet<string>;
  answers: string[];
}

/** A summary that is quoted is longer than this. */
const QUOTED = 80;
/** So many blocks of the request before are in one that continues it. */
const SHARE = 0.5;

/**
 * Which conversation each of the requests belongs to, by a key of it: the one that it continues. What asked no model goes with the request before it.
 * Null where there is no request at all.
 */
export function threadsOf(identities: readonly (Identity | null)[]): (string | null)[] {
  const threads: Thread[] = [];
  const keys = new Set<string>();
  const keyOf = (identity: Identity): string => {
    const name = digest([identity.id, identity.session, identity.blocks.slice(0, identity.first)]).slice(0, 12);
    const key = keys.has(name) ? `${name}-${keys.size}` : name;
    keys.add(key);
    return key;
  };
  const found = identities.map((identity) => {
    if (identity === null) return null;
    const known = best(threads, identity);
    if (known !== null) return grown(known, identity).key;
    const thread = begun(keyOf(identity), identity);
    threads.push(thread);
    return thread.key;
  });
  let last = found.find((key) => key !== null) ?? null;
  return found.map((key) => {
    last = key ?? last;
    return last;
  });
}

const firstOf = ({ blocks, first }: Identity): string => blocks.slice(0, first).join(' ');

const begun = (key: string, identity: Identity): Thread => ({
  ...{ key, session: identity.session, shape: identity.shape, bare: identity.bare, first: firstOf(identity) },
  ...{ blocks: new Set(identity.blocks), answers: answersOf(identity) },
});

const answersOf = ({ answer }: Identity): string[] => (answer.length >= QUOTED ? [answer.trim()] : []);

/** The newest answers may be quoted: a summary is one of them. */
const KEPT = 4;

const grown = (thread: Thread, identity: Identity): Thread =>
  Object.assign(thread, {
    session: thread.session ?? identity.session,
    first: firstOf(identity),
    blocks: new Set(identity.blocks),
    answers: [...thread.answers, ...answersOf(identity)].slice(-KEPT),
  });

const best = (threads: readonly Thread[], identity: Identity): Thread | null => {
  let found: Thread | null = null;
  let most = 0;
  for (const thread of threads) {
    if (thread.session !== null && identity.session !== null && thread.session !== identity.session) continue;
    const score = likeness(thread, identity);
    // Among equals the one that was used last is as good as any.
    if (score > 0 && score >= most) [found, most] = [thread, score];
  }
  return found;
};

/** How sure it is that a request continues a conversation: 0 for not at all. */
const likeness = (thread: Thread, identity: Identity): number => {
  const shared =
    identity.blocks.filter((block) => thread.blocks.has(block)).length / Math.max(1, Math.min(thread.blocks.size, identity.blocks.length));
  if (thread.bare && identity.bare && thread.shape === identity.shape) return 2 + shared;
  if (thread.bare !== identity.bare && shared < SHARE) return 0;
  if (firstOf(identity) === thread.first) return 3 + shared;
  if (shared >= SHARE) return 2 + shared;
  // A session may begin with a request that says nothing yet.
  if (thread.blocks.size === 0 && thread.session !== null && thread.session === identity.session) return 1;
  const quotes = thread.answers.some((answer) => identity.texts.some((text) => text.includes(answer)));
  return quotes && thread.session === identity.session ? 1 : 0;
};
