import type { JsonObject } from '../../src/main/engine/formats/format.ts';
import { between, id, uuid } from './seeded.ts';

/** A command of the shell, or a patch, with what it answers. */
export interface Act {
  patch?: string;
  command?: string;
  output: string;
  failed?: boolean;
}

export interface Turn {
  think?: string;
  say?: string;
  acts?: Act[];
}

const text = (role: 'user' | 'developer' | 'assistant', words: string): JsonObject => ({
  type: 'message',
  role,
  content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text: words }],
});

/**
 * Writes a rollout as Codex 0.144 does: what was said as an item of the history and once more for the screen, and after each answer what the
 * thread has used so far. Sizes follow the text, so that the sample's figures hang together.
 */
export class CodexWriter {
  readonly records: JsonObject[] = [];
  readonly name: string;
  private clock: number;
  private cwd: string;
  private model: string;
  private context: number;
  private cached = 0;
  private requests = 0;
  /** What people typed: a compaction keeps it. */
  private prompts: JsonObject[] = [];
  private total = { input: 0, cached: 0, output: 0, reasoning: 0 };
  private turn = '';

  constructor(setting: { name: string; session: string; cwd: string; model: string; start: number; instructions: string }) {
    this.name = setting.name;
    this.clock = setting.start;
    this.cwd = setting.cwd;
    this.model = setting.model;
    // Instructions and tools, of which the log holds the first.
    this.context = 6_200 + tokens(setting.instructions);
    this.line('session_meta', {
      ...{ id: setting.session, timestamp: this.now(), cwd: setting.cwd, originator: 'codex-tui', cli_version: '0.144.0', source: 'cli' },
      ...{ model_provider: 'openai', base_instructions: { text: setting.instructions } },
    });
  }

  wait(seconds: number): void {
    this.clock += seconds * 1000;
  }

  /** What Codex itself puts before the prompt: permissions, rules of the project, the environment. */
  tell(role: 'user' | 'developer', words: string): void {
    this.item(text(role, words));
  }

  prompt(words: string): void {
    this.turn = uuid(`${this.name} turn ${this.records.length}`);
    this.event('task_started', { turn_id: this.turn, model_context_window: 272_000 });
    this.line('turn_context', {
      ...{ turn_id: this.turn, cwd: this.cwd, approval_policy: 'on-request', model: this.model, effort: 'medium', summary: 'auto' },
    });
    const asked = text('user', words);
    this.prompts.push(asked);
    this.item(asked);
    this.event('user_message', { message: words, images: [] });
  }

  /** One request and its answer, with what the commands in it answered. */
  answer({ think, say, acts = [] }: Turn): void {
    this.requests += 1;
    const input = this.context;
    this.wait(between(`${this.name} takes ${this.requests}`, 5, 24));
    const before = this.context;
    if (think !== undefined) {
      this.item({
        type: 'reasoning',
        summary: [{ type: 'summary_text', text: think }],
        encrypted_content: `gAAAAA${id('B', think).repeat(8)}`,
      });
      this.event('agent_reasoning', { text: think });
    }
    if (say !== undefined) {
      this.event('agent_message', { message: say, phase: acts.length > 0 ? 'commentary' : 'final_answer' });
      this.item(text('assistant', say));
    }
    const calls = acts.map((act, at) => ({ act, call_id: id('call_', `${this.name} ${this.requests} ${at}`) }));
    for (const { act, call_id } of calls) this.item(called(act, call_id, this.cwd));
    this.count(input, this.context - before, think === undefined ? 0 : tokens(think) * 2);
    for (const { act, call_id } of calls) this.result(act, call_id);
    if (acts.length === 0) this.event('task_complete', { turn_id: this.turn, last_agent_message: say ?? null });
  }

  /** Begins again with the prompts of the user and a summary. */
  compact(summary: string): void {
    this.wait(31);
    const told = text(
      'user',
      `Another language model started to solve this problem and produced a summary of its thinking process.\n\n${summary}`,
    );
    const kept = [...this.prompts, told];
    this.line('compacted', { message: summary, replacement_history: kept });
    this.context = 6_900 + kept.reduce((sum, item) => sum + weight(item), 0);
    this.cached = 0;
    this.event('context_compacted', {});
  }

  private result(act: Act, call_id: string): void {
    this.wait(between(`${call_id} took`, 0, 3));
    if (act.patch !== undefined) {
      this.item({ type: 'custom_tool_call_output', call_id, output: act.output });
      return;
    }
    const head = [
      ...[`Chunk ID: ${call_id.slice(-6).toLowerCase()}`, 'Wall time: 0.1042 seconds', `Process exited with code ${act.failed ? 1 : 0}`],
      ...[`Original token count: ${tokens(act.output)}`, 'Output:'],
    ];
    this.item({ type: 'function_call_output', call_id, output: [...head, act.output].join('\n') });
  }

  private item(payload: JsonObject): void {
    this.line('response_item', payload);
    this.context += weight(payload);
  }

  private event(type: string, fields: JsonObject): void {
    this.line('event_msg', { type, ...fields });
  }

  private count(input: number, output: number, reasoning: number): void {
    const { total } = this;
    const cached = Math.min(this.cached, input) - (Math.min(this.cached, input) % 128);
    total.input += input;
    total.cached += cached;
    total.output += output + reasoning;
    total.reasoning += reasoning;
    this.cached = input;
    this.event('token_count', {
      info: {
        total_token_usage: usage(total.input, total.cached, total.output, total.reasoning),
        last_token_usage: usage(input, cached, output + reasoning, reasoning),
        model_context_window: 272_000,
      },
      rate_limits: { primary: { used_percent: 4 + Math.floor(this.requests / 4), window_minutes: 300 }, plan_type: 'plus' },
    });
  }

  private line(type: string, payload: JsonObject): void {
    this.records.push({ timestamp: this.now(), type, payload });
    this.clock += 120;
  }

  private now(): string {
    return new Date(this.clock).toISOString();
  }
}

const called = ({ command, patch }: Act, call_id: string, workdir: string): JsonObject =>
  patch === undefined
    ? { type: 'function_call', name: 'exec_command', arguments: JSON.stringify({ cmd: command, workdir }), call_id }
    : { type: 'custom_tool_call', status: 'completed', call_id, name: 'apply_patch', input: patch };

const usage = (input: number, cached: number, output: number, reasoning: number): JsonObject => ({
  ...{ input_tokens: input, cached_input_tokens: cached, output_tokens: output, reasoning_output_tokens: reasoning },
  total_tokens: input + output,
});

const tokens = (words: string): number => Math.ceil(words.length / 3.9);

const weight = (item: JsonObject): number => 6 + tokens(JSON.stringify(item.content ?? item.output ?? item.arguments ?? item.input ?? ''));
