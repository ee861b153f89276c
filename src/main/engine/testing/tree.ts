import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '../formats/format.ts';
import { drawnLines, type Token, tokens } from './tokens.ts';

/**
 * Sessions drawn as small text trees, so that a reader of a test sees the shape at once.
 *
 * One line is one record; its indentation says whose child it is; the lines are in file order.
 *
 *     u1 "fix the tests"
 *       a1 call Bash t1            <- step m1
 *         r1 t1 "2 failed"
 *           a2 "done"              <- step m2
 *
 * A chain fits on one line, with `>` between parent and child, and `@name` names a parent that the indentation cannot
 * show (`@-` makes a root, `@gone` names one that was never written):
 *
 *     u1 "fix the tests" > a1 call Bash t1 <- step m1 > r1 t1 > a2 "done" <- step m2
 *     u2 "thanks" @a2
 *
 * What a record is follows from its words:
 *
 *     u1 "text"                        a person's prompt            a1 "text"          the model's words
 *     a1 think "text"                  thinking                     a1 call Bash t1 Read t2   tool calls, by name and id
 *     r1 t1 t2 "output"                results (default "ok")       p1 progress t1     progress of call t1
 *     q1 queued "text"                 prompt typed while it worked x1 attach TYPE "text"  any other attachment
 *     s1 system turn_duration          a system record              e1 error "text"    an API error
 *     b1 boundary auto 160000          a compaction                 c1 summary "text"  what it put in place
 *     k1 micro t1 t2                   a micro-compaction that cleared these results
 *     - ai-title {"aiTitle":"Fix"}     a record without a uuid      w1 hologram        a type that nobody knows
 *
 * Words that may follow: `<- step m1` (message id), `usage 900 40 100 20` (input, output, cache read, cache write), `failed`,
 * `side` (a sidechain, as is all that hangs below), `meta`, `synthetic`, `at 90` (seconds after the start), `session NAME`,
 * `version 2.0.1`, and a JSON object that is laid over the record.
 *
 * How to draw
 * - a rewind: two prompts below one parent;
 * - parallel tools: `a1 call Read t1 <- step m1`, below it `a2 call Grep t2 <- step m1` and `r1 t1`; the next step hangs
 *   below the last result only, as Claude Code writes it;
 * - a compaction: draw the boundary below the last record before it. Its parentUuid is null, as in real files; the drawn
 *   parent becomes logicalParentUuid. The summary is its child and the conversation continues below the summary;
 * - a compaction that keeps a segment: `b1 boundary auto 160000 keep u3..a4 behind c1`; then `c1 summary "…"` below b1 and the
 *   next real record below a4 (`u5 "go on" @a4`);
 * - a sidechain in the file: `z1 "look around" side` at the left edge, its answers below it.
 */
export function claudeTree(drawing: string, options: { session?: string; start?: number } = {}): JsonObject[] {
  const state: State = { options: { session: 'session-1', start: START, ...options }, open: [], records: new Map(), out: [] };
  for (const { indent, text } of drawnLines(drawing)) {
    while (state.open.length > 0 && (state.open.at(-1)?.indent ?? 0) >= indent) state.open.pop();
    let parent = state.open.at(-1)?.name ?? null;
    for (const words of chain(tokens(text))) parent = add(state, words, parent);
    if (parent !== null) state.open.push({ indent, name: parent });
  }
  return state.out;
}

/** The uuid that a drawn name gets: the same in every tree, so that two trees can share entries. */
export function uuidOf(name: string): string {
  const hex = createHash('sha256').update(`drawn:${name}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Records as the bytes of a JSONL file. */
export function jsonl(records: readonly Json[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** Time of the first drawn record; each next one is a second later unless it says `at`. */
export const START = Date.UTC(2026, 0, 5, 9, 0, 0);

interface State {
  options: { session: string; start: number };
  open: { indent: number; name: string }[];
  records: Map<string, JsonObject>;
  out: JsonObject[];
}

/** Cuts `a > b > c` into its records. */
function chain(all: Token[]): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of all) {
    if (token.type === 'word' && token.value === '>') parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

/** Adds one record and answers the name that its children hang on. */
function add(state: State, all: Token[], drawnParent: string | null): string | null {
  const words = new Words(all);
  const name = words.word();
  if (name === '-') {
    state.out.push(sidecar(state, words));
    return drawnParent;
  }
  const named = words.all.find((token) => token.type === 'word' && token.value.startsWith('@'));
  const parent = named ? (named.value === '@-' ? null : named.value.slice(1)) : drawnParent;
  words.all = words.all.filter((token) => token !== named);
  const record = node(state, name, parent, words);
  state.records.set(name, record);
  state.out.push(record);
  return name;
}

function node(state: State, name: string, parent: string | null, words: Words): JsonObject {
  const above = parent === null ? undefined : state.records.get(parent);
  const laidOver = words.json();
  const side = words.flag('side') || above?.isSidechain === true;
  const seconds = words.after('at');
  const record: JsonObject = {
    parentUuid: parent === null ? null : uuidOf(parent),
    isSidechain: side,
    type: 'user',
    uuid: uuidOf(name),
    timestamp: new Date(state.options.start + 1000 * (seconds === null ? state.out.length : Number(seconds))).toISOString(),
    userType: 'external',
    cwd: '/home/mia/harbour',
    sessionId: words.after('session') ?? state.options.session,
    version: words.after('version') ?? '2.1.100',
    gitBranch: 'main',
  };
  if (words.flag('meta')) record.isMeta = true;
  Object.assign(record, body(name, parent, words), laidOver);
  words.done(name);
  return record;
}

function sidecar(state: State, words: Words): JsonObject {
  const laidOver = words.json();
  const record: JsonObject = { type: words.word(), sessionId: state.options.session, ...laidOver };
  words.done('-');
  return record;
}

/** What the words after the name say. The first one decides; without one the name's first letter does. */
function body(name: string, parent: string | null, words: Words): JsonObject {
  const write = BODIES[words.peek()];
  if (write) {
    words.word();
    return write(words, name, parent);
  }
  if (name.startsWith('r')) return results(words);
  if (name.startsWith('a')) return assistant(words, name, [{ type: 'text', text: words.text('ok') }]);
  if (name.startsWith('u') || name.startsWith('z')) return { type: 'user', message: { role: 'user', content: words.text('') } };
  return { type: words.word() };
}

const BODIES: Record<string, (words: Words, name: string, parent: string | null) => JsonObject> = {
  call: (words, name) => assistant(words, name, null),
  think: (words, name) => assistant(words, name, [{ type: 'thinking', thinking: words.text(''), signature: 'c2ln' }]),
  error: (words, name) => ({
    ...assistant(words, name, [{ type: 'text', text: words.text('API Error') }], '<synthetic>'),
    isApiErrorMessage: true,
  }),
  progress: (words) => {
    const call = words.rest()[0] ?? 't1';
    return { type: 'progress', toolUseID: call, parentToolUseID: call, data: { type: 'hook_progress', hookEvent: 'PostToolUse' } };
  },
  queued: (words) => ({ type: 'attachment', attachment: { type: 'queued_command', prompt: words.text(''), commandMode: 'prompt' } }),
  attach: (words) => ({ type: 'attachment', attachment: { type: words.word(), content: words.text('') } }),
  system: (words) => ({ type: 'system', subtype: words.word(), content: words.text(''), level: 'info' }),
  boundary: (words, _name, parent) => boundary(words, parent),
  micro: (words) => ({
    type: 'system',
    subtype: 'microcompact_boundary',
    content: 'Context microcompacted',
    microcompactMetadata: {
      trigger: 'auto',
      preTokens: 120000,
      tokensSaved: 30000,
      compactedToolIds: words.rest(),
      clearedAttachmentUUIDs: [],
    },
  }),
  summary: (words) => ({
    type: 'user',
    message: { role: 'user', content: words.text('This session is being continued.') },
    isCompactSummary: true,
    isVisibleInTranscriptOnly: true,
  }),
};

function boundary(words: Words, parent: string | null): JsonObject {
  const keep = words.after('keep');
  const anchor = words.after('behind');
  const [trigger, tokensBefore] = words.rest();
  const [head, tail] = keep?.split('..') ?? [];
  const kept = head && tail && anchor ? { headUuid: uuidOf(head), anchorUuid: uuidOf(anchor), tailUuid: uuidOf(tail) } : null;
  return {
    parentUuid: null,
    logicalParentUuid: parent === null ? null : uuidOf(parent),
    type: 'system',
    subtype: 'compact_boundary',
    content: 'Conversation compacted',
    compactMetadata: {
      trigger: trigger ?? 'auto',
      preTokens: Number(tokensBefore ?? 160000),
      ...(kept ? { preservedSegment: kept } : {}),
    },
  };
}

function assistant(words: Words, name: string, content: JsonObject[] | null, model?: string): JsonObject {
  const usage = words.usage();
  const step = words.step() ?? `msg-${name}`;
  const synthetic = words.flag('synthetic') ? '<synthetic>' : null;
  const blocks = content ?? calls(words.rest(), words.text(''));
  return {
    type: 'assistant',
    requestId: `req-${step}`,
    message: {
      id: step,
      type: 'message',
      role: 'assistant',
      model: model ?? synthetic ?? 'claude-sonnet-4-5',
      content: blocks,
      stop_reason: null,
      stop_sequence: null,
      usage: usage ?? { input_tokens: 0, output_tokens: 0, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
    },
  };
}

/** `Bash t1 Read t2`, with the quoted text as each call's input. */
function calls(pairs: string[], input: string): JsonObject[] {
  return pairs.flatMap((name, at) =>
    at % 2 === 1 ? [] : [{ type: 'tool_use', id: pairs[at + 1] ?? `${name}-id`, name, input: input === '' ? {} : { prompt: input } }],
  );
}

function results(words: Words): JsonObject {
  const failed = words.flag('failed');
  const output = words.text('ok');
  const blocks = words
    .rest()
    .map((id) => ({ type: 'tool_result', tool_use_id: id, content: output, ...(failed ? { is_error: true } : {}) }));
  return { type: 'user', message: { role: 'user', content: blocks }, toolUseResult: output };
}

/** The words of one record, removed one by one; what is left over at the end is a mistake in the drawing. */
export class Words {
  all: Token[];

  constructor(all: Token[]) {
    this.all = [...all];
  }

  peek(): string {
    const first = this.all[0];
    return first?.type === 'word' ? first.value : '';
  }

  word(): string {
    const first = this.all.shift();
    if (first?.type !== 'word') throw new Error(`a word was expected, not ${first?.value ?? 'the end of the line'}`);
    return first.value;
  }

  text(otherwise: string): string {
    return this.take((token) => token.type === 'text')?.value ?? otherwise;
  }

  json(): JsonObject {
    const found = this.take((token) => token.type === 'json');
    return found ? JSON.parse(found.value) : {};
  }

  flag(name: string): boolean {
    return this.take((token) => token.type === 'word' && token.value === name) !== undefined;
  }

  /** The word after the word `name`, or null. */
  after(name: string): string | null {
    const at = this.all.findIndex((token) => token.type === 'word' && token.value === name);
    return at < 0 ? null : (this.all.splice(at, 2)[1]?.value ?? null);
  }

  /** Takes `<- step m1` (or `<- run r1`) out. */
  step(): string | null {
    const at = this.all.findIndex((token) => token.value === '<-');
    return at < 0 ? null : (this.all.splice(at, 3)[2]?.value ?? null);
  }

  usage(): JsonObject | null {
    const at = this.all.findIndex((token) => token.type === 'word' && token.value === 'usage');
    if (at < 0) return null;
    const [input, output, read, write] = this.all
      .splice(at, 5)
      .slice(1)
      .map((token) => Number(token.value));
    return {
      input_tokens: input ?? 0,
      output_tokens: output ?? 0,
      cache_read_input_tokens: read ?? 0,
      cache_creation_input_tokens: write ?? 0,
    };
  }

  /** All bare words that are left, removed. */
  rest(): string[] {
    const left = this.all.filter((token) => token.type === 'word').map((token) => token.value);
    this.all = this.all.filter((token) => token.type !== 'word');
    return left;
  }

  done(name: string): void {
    if (this.all.length > 0) throw new Error(`nobody read these words of ${name}: ${this.all.map((token) => token.value).join(' ')}`);
  }

  private take(wanted: (token: Token) => boolean): Token | undefined {
    const at = this.all.findIndex(wanted);
    return at < 0 ? undefined : this.all.splice(at, 1)[0];
  }
}
