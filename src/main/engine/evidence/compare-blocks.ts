import type { Agreed, BlockDifference } from '../../../shared/model/index.ts';
import { digest } from '../formats/digest.ts';
import type { Json } from '../formats/format.ts';
import { asString, isObject, stringify } from '../formats/json.ts';
import { type Block, contentOf } from '../formats/snapshots/block.ts';
import { align } from '../text/align.ts';

/** A block that was sent or derived, with what it is compared by. */
interface Side {
  block: Block;
  at: number;
  key: string;
  kind: string;
  text: string;
  /** It comes before the user's first words. */
  opens: boolean;
}

/** What holding two requests against each other comes to. */
export interface Compared {
  /** How many blocks were sent. */
  blocks: number;
  byKind: Record<string, Agreed>;
  differences: BlockDifference[];
}

/** What comes and goes with each request and is no content: the state of an item, marks of the cache, what a client hands through. */
const PASSING = /^(id|status|annotations|cache_control|internal_\w+|logprobs)$/;

const DEEPEST = 60;

const lasting = (value: Json, depth = DEEPEST): Json => {
  if (depth === 0) return value;
  if (Array.isArray(value)) return value.map((one) => lasting(one, depth - 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (PASSING.test(key) || inner === null ? [] : [[key, lasting(inner, depth - 1)]])),
  );
};

const REDACTED = '<REDACTED>';

const isThought = ({ block, value }: Block): boolean =>
  block === 'thinking' || (block === 'other' && isObject(value) && /thinking|reasoning/.test(asString(value.type) ?? ''));

/** Text that a program put into somebody's name begins with a tag. */
const INJECTED = /^\s*<[a-z][\w-]*[ >]/i;

const textOf = ({ block, text, output, input, definition, value }: Block): string => {
  const said = block === 'result' ? output : block === 'call' ? input : block === 'tool' ? definition : block === 'other' ? value : text;
  return typeof said === 'string' ? said : stringify(said ?? null);
};

const kindOf = (block: Block): string => {
  if (block.block === 'tool') return 'tool';
  if (block.role === 'system') return 'system';
  return block.block === 'text' && block.role === 'user' && INJECTED.test(textOf(block)) ? 'injected' : block.block;
};

/** A tool by what all APIs say of it: name, description, and what it takes. */
const toolOf = ({ name = null, definition }: Block): Json => {
  const item = isObject(definition) ? definition : {};
  const inner = isObject(item.function) ? item.function : item;
  const schema = inner.input_schema ?? inner.parameters ?? inner.inputSchema ?? inner.parametersJsonSchema ?? inner.format ?? null;
  return [name, inner.description ?? null, lasting(schema)];
};

const keyOf = (block: Block, redacted: boolean): string => {
  if (redacted && isThought(block)) return 'thinking';
  if (block.block === 'tool') return digest(toolOf(block));
  const content = contentOf(block);
  return digest(block.block === 'other' ? lasting(content) : content);
};

const sideOf = (block: Block, at: number, redacted: boolean, opens: boolean): Side => ({
  ...{ block, at, opens },
  key: keyOf(block, redacted),
  kind: kindOf(block),
  text: textOf(block),
});

const sidesOf = (blocks: readonly Block[], redacted: boolean): Side[] => {
  const first = blocks.findIndex(({ role }) => role === 'user');
  return blocks.map((block, at) => sideOf(block, at, redacted, at < first));
};

/**
 * Compares the blocks of a request that was sent with those that were derived for it, in order and by what they say: marks of the cache, the spelling of
 * a message of one block, and the order of keys make no difference.
 */
export function compareBlocks(sent: readonly Block[], derived: readonly Block[]): Compared {
  const redacted = sent.some(({ block, text }) => block === 'thinking' && text === REDACTED);
  const [theirs, ours] = [sent, derived].map((blocks) => sidesOf(blocks, redacted)) as [Side[], Side[]];
  const pairs = align(
    theirs.map(({ key }) => key),
    ours.map(({ key }) => key),
  );
  const byKind: Record<string, Agreed> = {};
  for (const [at] of pairs) kindIn(byKind, theirs[at]?.kind ?? 'other').equal += 1;
  const differences = gapsOf(theirs, ours, pairs).flatMap(([left, right]) => differencesIn(left, right));
  for (const { kind, where } of differences) kindIn(byKind, kind)[COUNTS[where]] += 1;
  return { blocks: sent.length, byKind, differences };
}

const COUNTS = { differs: 'differs', 'only-sent': 'onlySent', 'only-derived': 'onlyDerived' } as const;

const kindIn = (byKind: Record<string, Agreed>, kind: string): Agreed => {
  byKind[kind] ??= { equal: 0, differs: 0, onlySent: 0, onlyDerived: 0 };
  return byKind[kind];
};

/** What is between two pairs on either side. */
const gapsOf = (theirs: readonly Side[], ours: readonly Side[], pairs: readonly (readonly [number, number])[]): [Side[], Side[]][] => {
  const gaps: [Side[], Side[]][] = [];
  let [a, b] = [0, 0];
  for (const [left, right] of [...pairs, [theirs.length, ours.length] as const]) {
    if (left > a || right > b) gaps.push([theirs.slice(a, left), ours.slice(b, right)]);
    [a, b] = [left + 1, right + 1];
  }
  return gaps;
};

/** In a gap two blocks of one sort are the two sides of one; the rest is on one side alone. */
const differencesIn = (sent: readonly Side[], derived: readonly Side[]): BlockDifference[] => {
  const left = [...derived];
  const found = sent.map((one) => {
    const at = left.findIndex((other) => isSame(one, other));
    const [other] = at < 0 ? [] : left.splice(at, 1);
    return other === undefined ? onlySent(one) : differs(one, other);
  });
  return [...found, ...left.map(onlyDerived)];
};

/** Whether two blocks are meant to be one: the same call, result or tool, or texts of one sort. */
const isSame = (a: Side, b: Side): boolean => {
  if (a.kind !== b.kind && !(isText(a) && isText(b) && a.block.role === b.block.role)) return false;
  if (a.block.block !== b.block.block) return false;
  if (a.block.block === 'tool') return a.block.name === b.block.name;
  return a.block.block === 'call' || a.block.block === 'result' ? a.block.id === b.block.id : true;
};

const isText = ({ kind }: Side): boolean => kind === 'text' || kind === 'injected';

/** Characters that are shown of a side. */
const SHOWN = 200;

const named = ({ block, kind }: Side) => ({ kind, role: block.role, name: asString(block.name) });

/** No log holds them, or the program put them in without a record. */
const UNLOGGED: ReadonlySet<string> = new Set(['system', 'tool', 'injected']);

const onlySent = (side: Side): BlockDifference => ({
  ...{ where: 'only-sent', at: side.at, ...named(side), sent: side.text.slice(0, SHOWN), derived: null, chars: side.text.length },
  expected: UNLOGGED.has(side.kind),
});

const onlyDerived = (side: Side): BlockDifference => ({
  ...{
    where: 'only-derived',
    at: null,
    ...named(side),
    sent: null,
    derived: side.text.slice(0, SHOWN),
    chars: side.text.length,
    expected: false,
  },
});

const differs = (sent: Side, derived: Side): BlockDifference => {
  const [a, b] = [sent.text, derived.text];
  let from = 0;
  while (from < a.length && a[from] === b[from]) from += 1;
  // A little of what both have shows where they part.
  const start = Math.max(0, from - 40);
  return {
    ...{ where: 'differs', at: sent.at, ...named(sent), sent: a.slice(start, start + SHOWN), derived: b.slice(start, start + SHOWN) },
    chars: Math.max(a.length, b.length),
    expected: isAddedTo(a, b) || isOpening(sent, derived) || sent.kind === 'system' || sent.kind === 'tool',
  };
};

/** Some APIs let the user begin: what comes before the user's first words is sent as theirs. */
const isOpening = (sent: Side, derived: Side): boolean =>
  derived.opens && derived.block.role === 'assistant' && sent.block.role === 'user' && sent.text === derived.text;

/** Whether all that differs is what a program added at the end of a text, which it trims then. */
const isAddedTo = (sent: string, derived: string): boolean => {
  const whole = derived.trim();
  const text = sent.trimStart();
  return text.startsWith(whole) && INJECTED.test(text.slice(whole.length));
};
