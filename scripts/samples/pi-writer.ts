import type { JsonObject } from '../../src/main/engine/formats/format.ts';
import { between, hex, id } from './seeded.ts';

export interface Tool {
  name: 'read' | 'bash' | 'edit' | 'write';
  input: JsonObject;
  output: string;
  failed?: boolean;
}

export interface Reply {
  think?: string;
  say?: string;
  tools?: Tool[];
}

/** Dollars for a million tokens. */
interface Price {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
}

const PRICES: Readonly<Record<string, Price>> = {
  'claude-sonnet-4-5': { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
  'claude-haiku-4-5': { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 },
};

/** How far a conversation is. */
interface Spot {
  parent: string | null;
  context: number;
  cached: number;
}

/** Writes a session as pi 0.87 does: each entry names its parent, each answer says what it cost, and the prompt is an entry too. */
export class PiWriter {
  readonly records: JsonObject[] = [];
  readonly name: string;
  private at: Spot = { parent: null, context: 0, cached: 0 };
  private clock: number;
  private model = '';
  private requests = 0;

  constructor(setting: { name: string; session: string; cwd: string; start: number }) {
    this.name = setting.name;
    this.clock = setting.start;
    this.records.push({ type: 'session', version: 3, id: setting.session, timestamp: this.now(), cwd: setting.cwd });
  }

  wait(seconds: number): void {
    this.clock += seconds * 1000;
  }

  /** The entry that was written last, to come back to. */
  mark(): Spot {
    return { ...this.at };
  }

  back(to: Spot): void {
    this.at = { ...to };
  }

  choose(model: string): void {
    this.model = model;
    this.entry('model_change', { provider: 'anthropic', modelId: model });
  }

  entry(type: string, fields: JsonObject): string {
    const own = hex(`${this.name} entry ${this.records.length}`, 8);
    this.records.push({ type, id: own, parentId: this.at.parent, timestamp: this.now(), ...fields });
    this.at.parent = own;
    this.clock += 40;
    return own;
  }

  message(message: JsonObject, weigh: string): string {
    this.at.context += tokens(weigh) + 5;
    return this.entry('message', { message: { ...message, timestamp: this.clock } });
  }

  system(sections: JsonObject, tools: JsonObject[]): void {
    const message = { role: 'system', content: '', sections, toolsAdded: tools };
    this.message(message, JSON.stringify([sections, tools]));
  }

  prompt(text: string): string {
    return this.message({ role: 'user', content: [{ type: 'text', text }] }, text);
  }

  /** One answer, with the results of its calls. Answers the ids of the results. */
  reply({ think, say, tools = [] }: Reply): string[] {
    this.requests += 1;
    const sent = this.clock + 900;
    this.wait(between(`${this.name} takes ${this.requests}`, 4, 19));
    const calls = tools.map((tool, at) => ({ ...tool, id: id('toolu_01', `${this.name} ${this.requests} ${at}`) }));
    const content: JsonObject[] = [
      ...(think === undefined ? [] : [{ type: 'thinking', thinking: think, thinkingSignature: id('Eq', think) }]),
      ...(say === undefined ? [] : [{ type: 'text', text: say }]),
      ...calls.map(({ id, name, input }) => ({ type: 'toolCall', id, name, arguments: input })),
    ];
    const output = tokens(JSON.stringify(content));
    const message = {
      ...{ role: 'assistant', content, api: 'anthropic-messages', provider: 'anthropic', model: this.model },
      ...{ usage: this.usage(output), stopReason: calls.length > 0 ? 'toolUse' : 'stop', timestamp: sent },
      responseId: id('msg_01', `${this.name} ${this.requests}`),
    };
    this.at.context += output;
    this.entry('message', { message });
    return calls.map((call) => this.result(call));
  }

  /** Puts something shorter, or nothing, in the place of an entry from now on. */
  edit(targetId: string, content: string | null, saved: number): void {
    this.at.context -= saved;
    this.at.cached = 0;
    this.entry('context_edit', { targetId, replacement: content === null ? null : { content } });
  }

  /** What a branch came to that was left. */
  summarise(fromId: string | null, summary: string): void {
    this.at.context += tokens(summary) + 20;
    this.entry('branch_summary', { fromId, summary, usage: this.usage(tokens(summary)), details: { readFiles: [], modifiedFiles: [] } });
  }

  private result({ id, name, output, failed }: Tool & { id: string }): string {
    this.wait(between(`${id} took`, 0, 3));
    const content = [{ type: 'text', text: output }];
    return this.message({ role: 'toolResult', toolCallId: id, toolName: name, content, isError: failed === true }, output);
  }

  private usage(output: number): JsonObject {
    const { context, cached } = this.at;
    const read = Math.min(cached, context);
    const input = between(`${this.name} input ${this.requests}`, 3, 9);
    const write = Math.max(0, context - read - input);
    this.at.cached = context;
    const price = PRICES[this.model] ?? { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
    const cost = {
      ...{ input: dollars(input, price.input), output: dollars(output, price.output) },
      ...{ cacheRead: dollars(read, price.cacheRead), cacheWrite: dollars(write, price.cacheWrite) },
    };
    const total = Number(
      Object.values(cost)
        .reduce((sum, part) => sum + part, 0)
        .toFixed(6),
    );
    const totalTokens = input + output + read + write;
    return { input, output, cacheRead: read, cacheWrite: write, totalTokens, cost: { ...cost, total } };
  }

  private now(): string {
    return new Date(this.clock).toISOString();
  }
}

const dollars = (count: number, price: number): number => Number(((count * price) / 1e6).toFixed(6));

export function tokens(text: string): number {
  return Math.ceil(text.length / 3.4);
}
