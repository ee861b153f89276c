import type { Identity } from '../formats/captured/identity.ts';
import { digest } from '../formats/digest.ts';

/** A conversation among captured requests, as far as it was read. */
interface Thread {
  key: string;
  session: string | null;
  shape: string;
  bare: boolean;
  first: string;
  /** Those of its last request after the first message. */
  later: ReadonlySet<string>;
  said: boolean;
  answers: string[][];
}

/** Lines of a summary that are quoted are longer than this. */
const QUOTED = 40;
/** So much of a request, or of a summary, is in one that continues it. */
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

const laterOf = ({ blocks, first }: Identity): string[] => blocks.slice(first);

const begun = (key: string, identity: Identity): Thread => ({
  ...{ key, session: identity.session, shape: identity.shape, bare: identity.bare, first: firstOf(identity) },
  ...{ later: new Set(laterOf(identity)), said: identity.blocks.length > 0, answers: answersOf(identity) },
});

/** The lines of an answer that a request would quote, were the answer a summary. Tags around them are taken away as a rule. */
const answersOf = ({ answer }: Identity): string[][] => {
  const lines = answer.split(/\n+|<[^<>]{1,40}>/).map((line) => line.trim());
  const long = lines.filter((line) => line.length >= QUOTED);
  return long.length > 0 ? [long] : [];
};

/** The newest answers may be quoted: a summary is one of them. */
const KEPT = 4;

const grown = (thread: Thread, identity: Identity): Thread =>
  Object.assign(thread, {
    session: thread.session ?? identity.session,
    shape: identity.shape,
    first: firstOf(identity),
    later: new Set(laterOf(identity)),
    said: identity.blocks.length > 0,
    answers: [...thread.answers, ...answersOf(identity)].slice(-KEPT),
  });

const best = (threads: readonly Thread[], identity: Identity): Thread | null => {
  let found: Thread | null = null;
  let most = 0;
  for (const thread of threads) {
    if (thread.session !== null && identity.session !== null && thread.session !== identity.session) continue;
    const score = likeness(thread, identity);
    // Later threads win a tie: a conversation is continued from where it was last begun.
    if (score > 0 && score >= most) [found, most] = [thread, score];
  }
  return found;
};

/** How sure it is that a request continues a conversation: 0 for not at all. */
const likeness = (thread: Thread, identity: Identity): number => {
  const sameShape = thread.shape === identity.shape;
  const later = laterOf(identity);
  const shared = later.filter((block) => thread.later.has(block)).length / Math.max(1, Math.min(thread.later.size, later.length));
  if (thread.bare && identity.bare && sameShape) return 2 + shared;
  if (thread.bare !== identity.bare && shared < SHARE) return 0;
  // Tools come and go within a conversation, but who begins with the same words and other tools is another agent.
  if (firstOf(identity) === thread.first) return sameShape || later.length > 0 ? 3 + shared : 0;
  // The first message may be another after a compaction. Agents of one kind have no more in common than what all are first told.
  if (shared >= SHARE) return 2 + shared;
  // A session may begin with a request that says nothing yet.
  if (!thread.said && thread.session !== null && thread.session === identity.session) return 1;
  return thread.session === identity.session && thread.answers.some((lines) => isQuoted(lines, identity)) ? 1 : 0;
};

const isQuoted = (lines: readonly string[], { texts }: Identity): boolean =>
  lines.filter((line) => texts.some((text) => text.includes(line))).length >= lines.length * SHARE;
