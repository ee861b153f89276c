import { TapeError } from '../rpc/tape-error.ts';

// How a policy is spelled. Without the schema library, so that the terminal starts without it.

export type MemoryScope = 'tape' | 'workspace' | 'family' | 'all';
export type KeepFirst = 'recent' | 'cited' | 'heavy-last';

/** Where a context begins. */
export type Origin =
  | { type: 'as-recorded' }
  | { type: 'last-anchor' }
  | { type: 'full' }
  /** By its name, the newest of that name; or by the number of its entry. */
  | { type: 'from-anchor'; name: string; seq?: number };

/** What is brought in, removed or cut, after the origin. */
export type Part =
  | { type: 'pin'; seqs: number[] }
  | { type: 'without'; seqs: number[] }
  | { type: 'summary' }
  | { type: 'memory'; query: string; scope: MemoryScope }
  /** `budget` in tokens. */
  | { type: 'budget'; budget: number; first: KeepFirst };

/**
 * A policy taken apart. `compact`, `summary` and `memory` alone are the older strategies: each begins at the last anchor; the latter two
 * keep of it the state and the newest turn, and what they bring in. `turn` says the same of a composed one.
 */
export type PolicyChoice =
  | Origin
  | { type: 'compact'; budget: number }
  | { type: 'summary' }
  | { type: 'memory'; query: string }
  | { type: 'composed'; origin: Origin; turn: boolean; parts: Part[] };

/** The line that a name was given to; undefined for none. */
export type Named = (name: string) => string | undefined;

const SCOPES = ['tape', 'workspace', 'family', 'all'] as const satisfies readonly MemoryScope[];
const FIRSTS = ['recent', 'cited', 'heavy-last'] as const satisfies readonly KeepFirst[];
const PLAIN = ['as-recorded', 'last-anchor', 'full'] as const;
const KNOWN =
  'Known policies are as-recorded, last-anchor, anchor:NAME, anchor:#ENTRY, full, compact:BUDGET, summary and memory:QUERY; " + " and any of pin:#ENTRY, without:#ENTRY, summary, memory:QUERY and budget:TOKENS may follow. A policy that was saved goes by its name: see tape policy list.';

/** Longest query of the memory, and longest line, as in the contract. */
const LONGEST_QUERY = 500;
const LONGEST_LINE = 4000;
/** Entries that one part may name. */
const MOST_ENTRIES = 1000;

const bad = (message: string, fields: Record<string, unknown> = {}): TapeError => new TapeError('bad-input', message, fields);

/** What may follow a `+`, so that a query or a name with a plus in it stays whole. */
const NEXT = /^\s*(?:(?:pin|without|memory|budget):|summary\s*(?:\+|$))/;
const FREE = /^\s*(?:memory|from-anchor|anchor):/;
const QUOTED = /^\s*(?:memory|from-anchor|anchor):\s*"(?:[^"\\]|\\.)*"(?:@[a-z]+)?\s*(?=\+|$)/s;

/** The line in its parts, trimmed. */
const pieces = (text: string): string[] => {
  const found: string[] = [];
  for (let rest: string | null = text; rest !== null; ) {
    const end = endOf(rest);
    found.push(rest.slice(0, end).trim());
    rest = end < rest.length ? rest.slice(end + 1) : null;
  }
  return found;
};

const endOf = (rest: string): number => {
  const quoted = QUOTED.exec(rest);
  if (quoted) return quoted[0].length;
  const free = FREE.test(rest);
  for (let at = rest.indexOf('+'); at >= 0; at = rest.indexOf('+', at + 1)) if (!free || NEXT.test(rest.slice(at + 1))) return at;
  return rest.length;
};

const headOf = (piece: string): [head: string, rest: string | null] => {
  const colon = piece.indexOf(':');
  return colon < 0 ? [piece, null] : [piece.slice(0, colon), piece.slice(colon + 1)];
};

const unquoted = (text: string): string | null => (/^"(?:[^"\\]|\\.)*"$/s.test(text) ? text.slice(1, -1).replace(/\\(.)/gs, '$1') : null);
const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

const anchorIn = (text: string, head: string): Origin => {
  const name = unquoted(text.trim()) ?? text;
  if (name === '')
    throw bad(`The policy ${head} needs the name of an anchor or the number of its entry, as in ${head}:session/start or ${head}:#12.`);
  const [, number] = /^\s*#(\d{1,15})$/.exec(text) ?? [];
  return number === undefined ? { type: 'from-anchor', name } : { type: 'from-anchor', name, seq: Number(number) };
};

const tokensIn = (text: string, example: string): number => {
  const budget = Number(text);
  if (/^\d+$/.test(text) && budget >= 1 && Number.isSafeInteger(budget)) return budget;
  if (text === '') throw bad(`The policy ${headOf(example)[0]} needs a budget in tokens, as in ${example}.`);
  throw bad(`A budget is a whole number of tokens from 1 on, as in ${example}; ${JSON.stringify(text)} is not.`);
};

const entriesIn = (text: string, head: string): number[] => {
  const seqs = text.split(',').flatMap((one) => {
    const [, from, to = from] = /^\s*#?([1-9]\d{0,14})(?:\s*[-–]\s*#?([1-9]\d{0,14}))?\s*$/.exec(one) ?? [];
    if (from === undefined)
      throw bad(`${head} takes numbers of entries, as in ${head}:#12,#15-#18; ${JSON.stringify(one.trim())} is not one.`);
    const count = Number(to) - Number(from) + 1;
    if (count < 1) throw bad(`A range goes up, as in ${head}:#${to}-#${from}, not #${from}-#${to}.`);
    if (count > MOST_ENTRIES) throw bad(`${head} takes up to ${MOST_ENTRIES} entries, not #${from}-#${to}.`);
    return Array.from({ length: count }, (_, at) => Number(from) + at);
  });
  const each = [...new Set(seqs)].sort((a, b) => a - b);
  if (each.length > MOST_ENTRIES) throw bad(`${head} takes up to ${MOST_ENTRIES} entries, not ${each.length}.`);
  return each;
};

const memoryIn = (text: string): Part & { type: 'memory' } => {
  const [, before = text, named] = /^(.*)@([a-z]+)$/s.exec(text) ?? [];
  const scope = SCOPES.find((one) => one === named);
  // Words without quotes may well end in a name; what follows quotes can only be meant as a scope.
  if (named !== undefined && scope === undefined && unquoted(before.trim()) !== null)
    throw bad(`The memory looks through ${SCOPES.join(', ')}, as in memory:"retry budget"@family; "${named}" is not one of them.`);
  const asked = (scope === undefined ? text : before).trim();
  const query = unquoted(asked) ?? asked;
  if (query.trim() === '') throw bad('The policy memory needs what to look for, as in memory:rate limit.');
  if (query.length <= LONGEST_QUERY) return { type: 'memory', query, scope: scope ?? 'tape' };
  throw bad(`The memory is asked with at most ${LONGEST_QUERY} characters, not with ${query.length}.`);
};

const budgetIn = (text: string): Part => {
  const [tokens, first] = headOf(text);
  const known = first === null ? 'recent' : FIRSTS.find((one) => one === first);
  if (known) return { type: 'budget', budget: tokensIn(tokens, 'budget:8000'), first: known };
  throw bad(`A budget keeps recent, cited or heavy-last first, as in budget:8000:cited; ${JSON.stringify(first)} is not one of them.`);
};

const originIn = (piece: string): Origin | null => {
  const plain = PLAIN.find((name) => name === piece);
  if (plain !== undefined) return { type: plain };
  const [head, rest] = headOf(piece);
  return head === 'anchor' || head === 'from-anchor' ? anchorIn(rest ?? '', head) : null;
};

const partIn = (piece: string): Part | null => {
  const [head, rest] = headOf(piece);
  if (piece === 'summary') return { type: 'summary' };
  if (head === 'pin' || head === 'without') return { type: head, seqs: entriesIn(rest ?? '', head) };
  if (head === 'memory') return memoryIn(rest ?? '');
  return head === 'budget' ? budgetIn(rest ?? '') : null;
};

const unknown = (piece: string): TapeError => bad(`There is no policy called ${JSON.stringify(piece)}. ${KNOWN}`, { unknown: piece });

const NAME = /^\p{L}[\p{L}\p{N}._-]{0,63}$/u;

/** Throws TapeError('bad-input') for what cannot be the name of a policy. */
export function checkPolicyName(name: string): string {
  if (!NAME.test(name))
    throw bad(`The name of a policy is a letter and then up to 63 letters, digits, ".", "_" or "-"; ${JSON.stringify(name)} is not one.`);
  const taken = [...PLAIN, 'compact', 'anchor', 'from-anchor', 'pin', 'without', 'summary', 'memory', 'budget', 'next', 'last'];
  if (taken.includes(name)) throw bad(`${JSON.stringify(name)} is the name of a policy that everybody has. Choose another.`);
  return name;
}

/** The name that a line begins with, with or without `@`; null where it begins with none. */
function policyNameIn(text: string): string | null {
  const [first = ''] = pieces(text);
  const name = first.startsWith('@') ? first.slice(1) : first;
  if (PLAIN.some((plain) => plain === first)) return null;
  if (!NAME.test(name) || (!first.startsWith('@') && (originIn(first) ?? partIn(first)) !== null)) return null;
  return first.startsWith('@') || !['compact', 'anchor', 'from-anchor', 'memory', 'pin', 'without', 'budget'].includes(name) ? name : null;
}

/** With the line of a name in its place. Throws TapeError('not-found') for a name that nobody gave. */
const spelledOut = (text: string, named: Named): string[] => {
  const all = pieces(text);
  const name = policyNameIn(text);
  if (name === null) return all;
  const line = named(name);
  if (line !== undefined && policyNameIn(line) === null) return [...pieces(line), ...all.slice(1)];
  if (line !== undefined) throw bad(`The policy ${name} begins with the name of another one, which is not allowed: ${line}`);
  if (!text.trimStart().startsWith('@')) throw unknown(all[0] ?? '');
  throw new TapeError('not-found', `There is no policy named ${name} here. See tape policy list.`);
};

/**
 * Reads one line. Throws TapeError('bad-input') with a sentence where it is not a policy, and 'not-found' where it begins with a name that
 * `named` does not know.
 */
export function parsePolicy(text: string, named: Named = () => undefined): PolicyChoice {
  if (text.length > LONGEST_LINE) throw bad(`A policy is a line of at most ${LONGEST_LINE} characters, not of ${text.length}.`);
  const [first = '', ...rest] = spelledOut(text, named);
  const parts = rest.map((piece) => {
    const part = partIn(piece);
    if (part) return part;
    throw originIn(piece) ? bad(`${piece} says where a context begins, so it comes first and only once.`) : unknown(piece);
  });
  return simplest(begun(first, parts));
}

type Composed = Extract<PolicyChoice, { type: 'composed' }>;

const begun = (first: string, parts: Part[]): Composed => {
  const [head, rest] = headOf(first);
  const last: Origin = { type: 'last-anchor' };
  if (head === 'compact')
    return checked({
      type: 'composed',
      origin: last,
      turn: false,
      parts: [{ type: 'budget', budget: tokensIn(rest ?? '', 'compact:8000'), first: 'recent' }, ...parts],
    });
  const origin = originIn(first);
  if (origin) return checked({ type: 'composed', origin, turn: false, parts });
  const part = partIn(first);
  if (part?.type === 'summary' || part?.type === 'memory')
    return checked({ type: 'composed', origin: last, turn: true, parts: [part, ...parts] });
  throw part ? bad(`A policy begins with where the context begins, as in last-anchor + ${first}.`) : unknown(first);
};

const checked = (choice: Composed): Composed => {
  const of = (type: 'pin' | 'without'): number[] => choice.parts.flatMap((part) => (part.type === type ? part.seqs : []));
  const left = new Set(of('without'));
  const both = of('pin').find((seq) => left.has(seq));
  if (both !== undefined) throw bad(`Entry #${both} is pinned and left out by one policy.`);
  if (choice.parts.filter(({ type }) => type === 'budget').length > 1) throw bad('A policy has one budget.');
  return choice;
};

/** The older spelling where that says the same. */
const simplest = (choice: Composed): PolicyChoice => {
  const { origin, turn, parts } = choice;
  const [only, ...more] = parts;
  if (only === undefined) return origin;
  if (more.length > 0) return choice;
  if (turn && only.type === 'summary') return { type: 'summary' };
  if (turn && only.type === 'memory' && only.scope === 'tape') return { type: 'memory', query: only.query };
  const plain = origin.type === 'last-anchor' && only.type === 'budget' && only.first === 'recent';
  return plain ? { type: 'compact', budget: only.budget } : choice;
};

/** An origin and parts, whichever way the policy is spelled. */
export function composedOf(choice: PolicyChoice): Composed {
  const last: Origin = { type: 'last-anchor' };
  switch (choice.type) {
    case 'composed':
      return choice;
    case 'compact':
      return { type: 'composed', origin: last, turn: false, parts: [{ type: 'budget', budget: choice.budget, first: 'recent' }] };
    case 'summary':
      return { type: 'composed', origin: last, turn: true, parts: [{ type: 'summary' }] };
    case 'memory':
      return { type: 'composed', origin: last, turn: true, parts: [{ type: 'memory', query: choice.query, scope: 'tape' }] };
    default:
      return { type: 'composed', origin: choice, turn: false, parts: [] };
  }
}

/** The line that `parsePolicy` reads. */
export function formatPolicy(choice: PolicyChoice): string {
  switch (choice.type) {
    case 'from-anchor':
      return `from-anchor:${anchorText(choice)}`;
    case 'compact':
      return `compact:${choice.budget}`;
    case 'memory':
      return aloneText(choice.query);
    case 'composed':
      return [...(choice.turn ? [] : [formatOrigin(choice.origin)]), ...choice.parts.map(formatPart)].join(' + ');
    default:
      return choice.type;
  }
}

/** Without quotes where it is read the same without them, as it always was. */
const aloneText = (query: string): string => {
  const plain = `memory:${query}`;
  const again = query === query.trim() && endOf(plain) === plain.length ? memoryIn(query) : null;
  return again?.query === query && again.scope === 'tape' ? plain : `memory:${quoted(query)}`;
};

const formatOrigin = (origin: Origin): string => (origin.type === 'from-anchor' ? `anchor:${anchorText(origin)}` : origin.type);

/** In quotes where it would be read otherwise without. */
const anchorText = ({ name, seq }: Extract<Origin, { type: 'from-anchor' }>): string => {
  if (seq !== undefined) return `#${seq}`;
  return name !== name.trim() || name.startsWith('"') || /^#\d+$/.test(name) || endOf(`anchor:${name}`) < name.length + 7
    ? quoted(name)
    : name;
};

/** One part as it is spelled: what a block that it brought in names. */
export function formatPart(part: Part): string {
  switch (part.type) {
    case 'pin':
    case 'without':
      return `${part.type}:${part.seqs.map((seq) => `#${seq}`).join(',')}`;
    case 'memory':
      return `memory:${quoted(part.query)}${part.scope === 'tape' ? '' : `@${part.scope}`}`;
    case 'budget':
      return `budget:${part.budget}${part.first === 'recent' ? '' : `:${part.first}`}`;
    default:
      return part.type;
  }
}

/** The parts of a line as they are spelled, the origin first. */
export function partsOfPolicy(choice: PolicyChoice): string[] {
  const { origin, turn, parts } = composedOf(choice);
  return [turn ? 'the newest turn' : formatOrigin(origin), ...parts.map(formatPart)];
}

/** Whether a text is the line of a policy, with any name in its place. */
export function isPolicy(text: string): boolean {
  try {
    parsePolicy(text, () => 'as-recorded');
    return true;
  } catch {
    return false;
  }
}

/** Whether a line begins with the name of a policy that somebody saved. */
export function isNamedPolicy(text: string): boolean {
  return policyNameIn(text) !== null && isPolicy(text);
}
