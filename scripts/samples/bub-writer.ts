import type { Json, JsonObject } from '../../src/main/engine/formats/format.ts';
import { between, hex, id } from './seeded.ts';

/** One tool call of Bub with what it gives back. */
export interface BubTool {
  name: string;
  input: JsonObject;
  output: Json;
  /** Written to the tape while the tool runs, before the call itself: a handoff's anchor. */
  during?: (tape: BubWriter) => void;
}

export interface BubStep {
  tools?: BubTool[];
  say?: string;
  /** The model call fails after the prompt was written. */
  error?: { kind: string; message: string };
}

/**
 * Writes a tape as Bub 0.4 does: what a run was asked and answered is written after the answer, an anchor that a
 * tool makes comes before the call that made it, and every handoff is an anchor and an event.
 */
export class BubWriter {
  readonly entries: JsonObject[] = [];
  private clock: number;
  private context = 0;
  private cached = 0;
  private readonly name: string;
  private readonly system: string;

  constructor(name: string, start: number, system: string) {
    this.name = name;
    this.clock = start;
    this.system = system;
  }

  wait(seconds: number): void {
    this.clock += seconds * 1000;
  }

  add(kind: string, payload: JsonObject, meta: JsonObject = {}): void {
    this.clock += between(`${this.name} ${this.entries.length}`, 1, 400);
    const micro = String(between(`${this.name} micro ${this.entries.length}`, 0, 999)).padStart(3, '0');
    const date = new Date(this.clock).toISOString().replace('Z', `${micro}+00:00`);
    this.entries.push({ id: this.entries.length + 1, kind, payload, meta, date });
    if (kind === 'message' || kind === 'tool_call' || kind === 'tool_result') this.context += JSON.stringify(payload).length;
  }

  event(name: string, data: JsonObject, meta: JsonObject = {}): void {
    this.add('event', { name, data }, meta);
  }

  /** Moves the origin: what comes before the anchor leaves the context. */
  handoff(name: string, state: JsonObject): void {
    this.add('anchor', { name, state });
    this.event('handoff', { name, state });
    this.context = 0;
    this.cached = 0;
  }

  /** A line that begins with a comma; its `raw` is logged without it. */
  command(raw: string, output: string): void {
    this.event('command', {
      raw,
      name: raw.split(' ')[0] ?? raw,
      status: 'ok',
      elapsed_ms: between(raw, 2, 30),
      output,
      date: new Date(this.clock).toISOString(),
    });
  }

  /** One turn: a prompt and as many model calls as it takes. */
  turn(prompt: string, steps: BubStep[]): void {
    this.wait(between(`${this.name} ${prompt}`, 40, 400));
    this.event('loop.start', { model: MODEL, prompt, allowed_skills: [], allowed_tools: ['fs.read', 'fs.write', 'bash', 'tape.handoff'] });
    for (const [at, step] of steps.entries())
      this.step(at + 1, at === 0 ? prompt : 'Continue the task until all targets are completed.', step);
  }

  private step(number: number, prompt: string, step: BubStep): void {
    this.event('loop.step.start', { step: number, prompt });
    const began = this.clock;
    const tools = step.tools ?? [];
    for (const tool of tools) tool.during?.(this);
    this.wait(between(`${this.name} ${this.entries.length} took`, 3, 26));
    const meta = { run_id: `run-${new Date(this.clock).toISOString().replace(/[-:.]/g, '').replace('Z', '')}482Z` };
    const read = OVERHEAD + Math.ceil((this.context + this.system.length + prompt.length) / 3.2);
    this.add('system', { content: this.system }, meta);
    this.add('message', { role: 'user', content: prompt }, meta);
    if (step.error) {
      this.add('error', step.error, meta);
      this.event('run', { status: 'error', provider: 'openrouter', model: MODEL }, meta);
    } else this.answer(step, tools, read, meta);
    const status = step.error ? 'error' : tools.length > 0 && step.say === undefined ? 'continue' : 'ok';
    this.event('loop.step', { step: number, elapsed_ms: this.clock - began, status, ...(step.error ? { error: step.error.message } : {}) });
  }

  private answer(step: BubStep, tools: BubTool[], read: number, meta: JsonObject): void {
    if (tools.length > 0) {
      this.add('tool_call', { calls: tools.map((tool, at) => toCall(tool, `${this.name} ${this.entries.length} ${at}`)) }, meta);
      this.add('tool_result', { results: tools.map((tool) => tool.output) }, meta);
    }
    if (step.say !== undefined) this.add('message', { role: 'assistant', content: step.say }, meta);
    const written = Math.ceil((JSON.stringify(tools.map((tool) => tool.input)).length + (step.say?.length ?? 0)) / 3.2);
    const cached = Math.min(read, Math.floor(this.cached / 64) * 64);
    this.cached = read;
    const usage = {
      prompt_tokens: read,
      completion_tokens: written,
      total_tokens: read + written,
      prompt_tokens_details: { cached_tokens: cached },
    };
    this.event('run', { status: 'ok', usage, provider: 'openrouter', model: MODEL }, meta);
  }
}

const MODEL = 'qwen/qwen3-coder';

/** Tokens of the tool schemas. */
const OVERHEAD = 1_930;

const toCall = (tool: BubTool, name: string): JsonObject => ({
  id: id('call_', name),
  type: 'function',
  function: { name: tool.name, arguments: pythonic(tool.input) },
});

const pythonic = (value: JsonObject): string =>
  JSON.stringify(value, null, 1)
    .replace(/\n\s*/g, ' ')
    .replace(/([[{]) /g, '$1')
    .replace(/ ([\]}])/g, '$1');

/** A tape line as Python's json writes it: a space behind each colon and comma. */
export function pythonLines(entries: readonly JsonObject[]): string {
  return entries.map((entry) => `${spaced(entry)}\n`).join('');
}

function spaced(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}: ${spaced(item)}`)
    .join(', ')}}`;
}

export interface Spilled {
  preview: string;
  handle: string;
  /** Characters of the whole output. */
  chars: number;
  entries: JsonObject[];
}

/** An output that is too long for the tape: a preview for the tape, the whole in chunks for its sidecar (A9). */
export function spill(name: string, tool: string, output: string, start: number): Spilled {
  const handle = hex(`spill ${name}`, 32);
  const chunks = output.match(/[\s\S]{1,16000}/g) ?? [];
  const sidecar = new BubWriter(`spill ${name}`, start, '');
  for (const [at, chunk] of chunks.entries()) {
    sidecar.add('anchor', { name: `spill/${handle}/chunk/${at}` });
    sidecar.add('tool_result', { results: [chunk] }, { spill_handle: handle, spill_chunk: at });
  }
  const size = { chunks: chunks.length, bytes: Buffer.byteLength(output), chars: output.length, lines: output.split('\n').length, tool };
  sidecar.add('anchor', { name: `spill/${handle}/manifest` });
  sidecar.event('spill.manifest', { handle, ...size });
  const head = `[tool output spilled: ${size.chars} chars, ${size.lines} lines, ${size.chunks} chunks; handle: ${handle}]`;
  return { handle, chars: size.chars, preview: `${head}\n${output.slice(0, 600 - head.length)}`, entries: sidecar.entries };
}
