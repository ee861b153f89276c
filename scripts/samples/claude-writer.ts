import { claudeCode } from '../../src/main/engine/formats/claude-code/format.ts';
import type { JsonObject } from '../../src/main/engine/formats/format.ts';
import { between, id, share, uuid } from './seeded.ts';

/** One tool call with the answer it gets. */
export interface Call {
  name: string;
  input: JsonObject;
  output: string;
  failed?: boolean;
  /** Structured copy that Claude Code keeps next to some results. */
  result?: JsonObject;
}

export interface Step {
  think?: string;
  say?: string;
  calls?: Call[];
  /** How long the model took. */
  seconds?: number;
}

export interface Setting {
  name: string;
  session: string;
  cwd: string;
  branch: string;
  version: string;
  model: string;
  start: number;
  /** Tokens of system prompt and tool schemas, which the log does not hold. */
  overhead: number;
  /** Id of the sub-agent that writes this file. */
  agent?: string;
}

/**
 * Writes a session as Claude Code 2.1 does: one block per line, each result below the line of its call, the next
 * line below the last result, usage on every line and true on the last. Usage follows the text, so that the sample's figures hang
 * together: what is recorded is what is there, plus the overhead.
 */
export class ClaudeWriter {
  readonly records: JsonObject[] = [];
  readonly setting: Setting;
  steps = 0;
  private parent: string | null = null;
  private clock: number;
  private context: number;
  private cached = 0;

  constructor(setting: Setting) {
    this.setting = setting;
    this.clock = setting.start;
    this.context = setting.overhead;
  }

  /** Tokens that the next request would read. */
  get tokens(): number {
    return this.context;
  }

  wait(seconds: number): void {
    this.clock += seconds * 1000;
  }

  /** Waits until a moment, if it has not passed. */
  until(moment: number): void {
    this.clock = Math.max(this.clock, moment);
  }

  /** The place where the conversation stands, for `rewind`. */
  mark(): { parent: string | null; context: number; cached: number } {
    return { parent: this.parent, context: this.context, cached: this.cached };
  }

  rewind(to: { parent: string | null; context: number; cached: number }): void {
    this.parent = to.parent;
    this.context = to.context;
    this.cached = to.cached;
  }

  prompt(text: string, fields: JsonObject = {}): void {
    const snapshot = this.node('user', { message: { role: 'user', content: text }, ...fields });
    if (this.setting.agent === undefined) this.snapshot(snapshot);
  }

  attach(attachment: JsonObject): void {
    this.node('attachment', { attachment });
  }

  system(subtype: string, fields: JsonObject): void {
    this.node('system', { subtype, isMeta: false, level: 'info', ...fields });
  }

  /** A record without a uuid: bookkeeping. */
  sidecar(type: string, fields: JsonObject): void {
    this.records.push({ type, ...fields, sessionId: this.setting.session });
  }

  /** A node of any type. Answers its uuid. */
  node(type: string, fields: JsonObject): string {
    const { setting } = this;
    const own = uuid(`${setting.name} ${this.records.length}`);
    const record: JsonObject = {
      parentUuid: this.parent,
      isSidechain: setting.agent !== undefined,
      ...(setting.agent === undefined ? {} : { agentId: setting.agent }),
      type,
      ...fields,
      uuid: own,
      timestamp: new Date(this.clock).toISOString(),
      userType: 'external',
      entrypoint: 'cli',
      cwd: setting.cwd,
      sessionId: setting.session,
      version: setting.version,
      gitBranch: setting.branch,
    };
    this.records.push(record);
    this.parent = own;
    // No tokenizer weighs a text by its length alone.
    this.context += Math.round(weight(record) * (0.96 + 0.08 * share(own)));
    this.wait(between(own, 1, 3));
    return own;
  }

  /** One request and its answer, with the results of its calls. */
  step(step: Step): void {
    this.steps += 1;
    this.wait(step.seconds ?? between(`${this.setting.name} think ${this.steps}`, 4, 22));
    const name = `${this.setting.name} step ${this.steps}`;
    const calls = (step.calls ?? []).map((call, at) => ({ ...call, id: id('toolu_01', `${name} ${at}`) }));
    const asked = new Map<string, string>();
    const lines = this.answer(name, blocks(step, calls));
    for (const [at, line] of lines.slice(lines.length - calls.length).entries()) asked.set(calls[at]?.id ?? '', line);
    for (const call of calls) this.result(call, asked.get(call.id) ?? null);
  }

  /** Replaces the conversation by a summary, as automatic compaction does. */
  compact(summary: string): void {
    const last = this.parent;
    const preTokens = this.context;
    this.parent = null;
    this.wait(95);
    this.context = this.setting.overhead;
    this.cached = 0;
    this.node('system', {
      logicalParentUuid: last,
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      isMeta: false,
      level: 'info',
      compactMetadata: { trigger: 'auto', preTokens },
    });
    this.node('user', { message: { role: 'user', content: summary }, isVisibleInTranscriptOnly: true, isCompactSummary: true });
  }

  /** A line that the program wrote because the API did not answer. */
  apiError(text: string, status: number): void {
    this.node('assistant', {
      message: {
        ...this.message(`error ${this.records.length}`, [{ type: 'text', text }]),
        model: '<synthetic>',
        usage: usage(0, 0, 0, 0),
      },
      isApiErrorMessage: true,
      error: 'overloaded',
      apiErrorStatus: status,
    });
  }

  private snapshot(of: string): void {
    this.records.push({
      type: 'file-history-snapshot',
      messageId: of,
      snapshot: { messageId: of, trackedFileBackups: {}, timestamp: new Date(this.clock).toISOString() },
      isSnapshotUpdate: false,
    });
  }

  /** Writes the lines of one message; answers their uuids. */
  private answer(name: string, content: JsonObject[]): string[] {
    const fresh = this.context - this.cached;
    const input = between(`${name} input`, 3, 9);
    const written = content.reduce((sum, block) => sum + blockWeight(block), 0);
    const read = this.cached;
    this.cached = this.context - input;
    return content.map((block, at) => {
      const output = at === content.length - 1 ? written : between(`${name} ${at}`, 1, 5);
      const message = { ...this.message(name, [block]), usage: usage(input, output, read, fresh - input) };
      return this.node('assistant', { message, requestId: id('req_011', name) });
    });
  }

  private message(name: string, content: JsonObject[]): JsonObject {
    const { model } = this.setting;
    return { model, id: id('msg_01', name), type: 'message', role: 'assistant', content, stop_reason: null, stop_sequence: null };
  }

  /** The line of a result hangs below the line of its call; the conversation continues below the last result. */
  private result(call: Call & { id: string }, asked: string | null): void {
    this.wait(between(`${call.id} took`, 0, 4));
    this.parent = asked;
    const block: JsonObject = { tool_use_id: call.id, type: 'tool_result', content: call.output };
    if (call.failed) block.is_error = true;
    const copy = call.result ?? (call.failed ? `Error: ${call.output.slice(0, 200)}` : null);
    this.node('user', {
      message: { role: 'user', content: [block] },
      ...(copy === null ? {} : { toolUseResult: copy }),
      sourceToolAssistantUUID: asked,
    });
  }
}

function blocks(step: Step, calls: (Call & { id: string })[]): JsonObject[] {
  const found: JsonObject[] = [];
  if (step.think !== undefined) found.push({ type: 'thinking', thinking: step.think, signature: id('Eq', step.think) });
  if (step.say !== undefined) found.push({ type: 'text', text: step.say });
  return [...found, ...calls.map((call) => ({ type: 'tool_use', id: call.id, name: call.name, input: call.input }))];
}

const usage = (input: number, output: number, read: number, write: number): JsonObject => ({
  input_tokens: input,
  cache_creation_input_tokens: write,
  cache_read_input_tokens: read,
  cache_creation: { ephemeral_5m_input_tokens: write, ephemeral_1h_input_tokens: 0 },
  output_tokens: output,
  service_tier: 'standard',
});

/** Tokens of a record: what its text weighs for a model of this generation, and a little for every call. */
function weight(record: JsonObject): number {
  const { chars, calls } = claudeCode.read(record);
  return chars === 0 ? 0 : Math.ceil(chars / 2.8) + 4 + calls.length * 60;
}

const blockWeight = (block: JsonObject): number => weight({ type: 'assistant', uuid: 'x', message: { content: [block] } });
