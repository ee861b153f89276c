import { createHash } from 'node:crypto';
import type { Finding } from '../../../shared/model/index.ts';
import { OPTIONAL_KINDS, type OptionalKind } from '../../../shared/model/vocabulary.ts';
import type { Waiting } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { mapTexts, textsOf } from './document.ts';
import { ALL_RULES } from './rules.ts';
import { loginRule } from './rules-optional.ts';
import { createSeeker } from './seek.ts';
import { type Looking, PASSES, type Span, spansIn } from './spans.ts';

/** What a review found, and how to take it out. */
export interface Review {
  /** In the order of their first places. */
  findings: Finding[];
  /** The document without the texts of all findings but those in `keep` (by id). Nothing else of it changes. */
  redact<T>(document: T, keep: ReadonlySet<string>): T;
}

/** Words shown on each side of a finding's first place. */
const AROUND = 48;
/** Characters between two breaths. */
const BREATH = 1 << 19;

/** The same for the same text, in every review. Some hundred thousand places may hold one path. */
const idsOf = (): ((span: Span) => string) => {
  const known = new Map<string, string>();
  return ({ rule, text }) => {
    const key = `${rule.kind}\0${text}`;
    const id = known.get(key) ?? createHash('sha256').update(key).digest('hex').slice(0, 16);
    known.set(key, id);
    return id;
  };
};

/** Numbers each distinct thing of a sort by its first place. */
const numbering = () => {
  const numbers = new Map<string, Map<string, number>>();
  return (sort: string, text: string): number => {
    const known = numbers.get(sort) ?? new Map<string, number>();
    numbers.set(sort, known);
    const number = known.get(text) ?? known.size + 1;
    known.set(text, number);
    return number;
  };
};

const breath = (): Promise<void> => new Promise((done) => setImmediate(done));

const stopped = (signal: Waiting): void => {
  if (signal.aborted) throw new TapeError('cancelled', 'The call was cancelled.');
};

/** Calls `look` for each text, lets others run in between, and stops where nobody waits any more. */
const forEach = async (
  texts: Iterable<string>,
  signal: Waiting,
  look: (text: string) => void,
  progress: (chars: number) => void = () => {},
): Promise<void> => {
  let chars = 0;
  for (const text of texts) {
    look(text);
    chars += text.length;
    if (chars < BREATH) continue;
    progress(chars);
    chars = 0;
    await breath();
    stopped(signal);
  }
};

/** Each secret once, but for those in `known`, which then has them too. */
const secretsOf = (texts: Iterable<readonly Span[]>, known: Set<string>): Span[] => {
  const secrets: Span[] = [];
  for (const spans of texts)
    for (const span of spans) {
      if (known.has(span.text)) continue;
      known.add(span.text);
      secrets.push(span);
    }
  return secrets;
};

/** The rules of the kinds that are always looked for, and of those that somebody wants too. */
const rulesWith = (also: readonly OptionalKind[]) => {
  const left = new Set<string>(OPTIONAL_KINDS.filter((kind) => !also.includes(kind)));
  return ALL_RULES.filter(({ kind }) => !left.has(kind));
};

/** Names of people, as their home paths have them. */
const loginsIn = (spans: Iterable<readonly Span[]>): Set<string> => {
  const logins = new Set<string>();
  for (const some of spans) for (const { rule, secret } of some) if (rule.kind === 'home') logins.add(secret);
  return logins;
};

/**
 * Looks for what may be private in every text of a document, and for the kinds in `also`. Of a long one `progress` is told now and then
 * how many more of the `of` characters were looked at. Throws TapeError('cancelled') where the signal aborts, within a text as well.
 */
export async function review(
  document: unknown,
  signal: Waiting,
  progress: (by: number, of: number) => void = () => {},
  also: readonly OptionalKind[] = [],
): Promise<Review> {
  const texts = new Map<string, Span[]>();
  const all = new Set(textsOf(document));
  const chars = [...all].reduce((sum, text) => sum + text.length, 0);
  const told = (by: number) => progress(by, chars);
  const worked = () => stopped(signal);
  const looking: Looking = { rules: rulesWith(also), worked };
  await forEach(all, signal, (text) => texts.set(text, spansIn(text, [], looking)), told);
  const login = also.includes('login') ? loginRule(loginsIn(texts.values())) : null;
  if (login !== null) {
    looking.more = [login];
    await forEach(all, signal, (text) => texts.set(text, spansIn(text, texts.get(text), looking)));
  }
  const known = new Set<string>();
  for (let round = 0; round < PASSES; round++) {
    const seek = createSeeker(secretsOf(texts.values(), known), worked);
    if (seek === null) break;
    await forEach([...texts.keys()], signal, (text) => {
      const spans = texts.get(text) ?? [];
      const more = seek(text, spans);
      // What was removed from a word may leave the rest of it to be known.
      if (more.length > spans.length) texts.set(text, spansIn(text, more, looking));
    });
  }

  const idOf = idsOf();
  const numberOf = numbering();
  const findings = new Map<string, Finding>();
  const inside = new Map<string, { span: Span; id: string; instead: string }[]>();
  for (const text of textsOf(document)) {
    const spans = texts.get(text) ?? [];
    if (spans.length === 0) continue;
    const places = spans.map((span) => {
      const id = idOf(span);
      const instead = insteadOf(span, numberOf);
      const known = findings.get(id);
      if (known) known.count += 1;
      else findings.set(id, findingOf(span, text, id, instead));
      return { span, id, instead: known ? outOf(known, span) : instead };
    });
    inside.set(text, places);
  }
  return {
    findings: [...findings.values()],
    redact: (other, keep) => mapTexts(other, (text) => replaced(text, inside.get(text) ?? [], keep)),
  };
}

/** What is in the place of a found text: readable, and the same for the same text. */
const insteadOf = ({ rule, text, secret }: Span, numberOf: (sort: string, text: string) => number): string => {
  const number = rule.kind === 'home' ? numberOf('user', secret) : numberOf(rule.what, text);
  if (rule.kind === 'home') return number === 1 ? '[user]' : `[user ${number}]`;
  return `[redacted ${rule.what} ${number}]`;
};

const findingOf = ({ rule, text, secret, start, to }: Span, whole: string, id: string, instead: string): Finding => ({
  id,
  kind: rule.kind,
  what: rule.what,
  text,
  becomes: rule.kind === 'home' ? `${text.slice(0, text.length - secret.length)}${instead}` : instead,
  count: 1,
  before: whole.slice(Math.max(0, start - AROUND), start).toWellFormed(),
  after: whole.slice(to, to + AROUND).toWellFormed(),
});

/** Two rules may have found one text: it has one name all the same. */
const outOf = ({ kind, becomes, text }: Finding, { secret }: Span): string =>
  kind === 'home' ? becomes.slice(text.length - secret.length) : becomes;

const replaced = (text: string, places: readonly { span: Span; id: string; instead: string }[], keep: ReadonlySet<string>): string => {
  let out = '';
  let at = 0;
  for (const { span, id, instead } of places) {
    if (keep.has(id)) continue;
    out += text.slice(at, span.from) + instead;
    at = span.to;
  }
  return at === 0 ? text : out + text.slice(at);
};
