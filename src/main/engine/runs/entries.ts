import type { Usage } from '../../../shared/model/index.ts';
import type { AppendInput } from '../../../shared/model/native.ts';
import type { Call } from './conversation.ts';
import type { Answered } from './send.ts';

/** What a run writes, in the shape of Bub's loop: that reader takes an exported tape as it takes its own. */

/** Why a run ended. */
export type StopReason =
  | 'answered'
  | 'command'
  | 'max-steps'
  | 'token-budget'
  | 'money-budget'
  | 'deadline'
  | 'cancelled'
  | 'failed'
  | 'empty'
  | 'cut-off'
  | 'left-open';

export interface Stop {
  reason: StopReason;
  /** One sentence where the reason alone does not say it. */
  message?: string;
}

/** The answer to one call. */
export type Result = { text: string } | { failed: string };

export function event(name: string, data: Record<string, unknown>, meta?: Record<string, unknown>): AppendInput {
  return { kind: 'event', payload: { name, data }, ...(meta && { meta }) };
}

export function userMessage(content: string): AppendInput {
  return { kind: 'message', payload: { role: 'user', content } };
}

/** The key of a request: when it was sent, to the microsecond. */
export function runId(ms: number): string {
  const digits = new Date(ms).toISOString().replaceAll(/[-:]/g, '');
  const micros = String(Math.floor((ms % 1) * 1000)).padStart(3, '0');
  return `run-${digits.replace(/\.(\d{3})Z$/, `$1${micros}Z`)}`;
}

/** An answer, with what it used. Both names of the figures are there: Bub's, and in the meta our own, which tell what was written to the cache. */
export function answerEntries(run_id: string, { text, calls, usage }: Answered, model: string): AppendInput[] {
  const meta = { run_id };
  const list = calls.map(({ id, ...made }) => ({ id, type: 'function', function: made }));
  return [
    ...(text === '' ? [] : [{ kind: 'message', payload: { role: 'assistant', content: text }, meta }]),
    ...(list.length === 0 ? [] : [{ kind: 'tool_call', payload: { calls: list }, meta }]),
    event('run', { status: 'ok', ...(usage && { usage: wireUsage(usage) }), model }, { ...meta, model, ...(usage && { usage }) }),
  ];
}

const wireUsage = ({ input, output, cacheRead, cacheWrite }: Usage) => {
  const prompt = input + cacheRead + cacheWrite;
  return {
    ...{ prompt_tokens: prompt, completion_tokens: output, total_tokens: prompt + output },
    ...(cacheRead > 0 && { prompt_tokens_details: { cached_tokens: cacheRead } }),
  };
};

export function failedEntries(run_id: string, kind: string, message: string, model: string): AppendInput[] {
  const meta = { run_id };
  return [{ kind: 'error', payload: { kind, message }, meta }, event('run', { status: 'error', model }, { ...meta, model })];
}

/** Results in the order of their calls, which they also name where all have ids: another run may call in between. */
export function resultsEntry(calls: readonly Pick<Call, 'id' | 'name'>[], results: readonly Result[]): AppendInput {
  const list = results.map((result, at) =>
    'text' in result ? result.text : { kind: 'tool', message: `Tool '${calls[at]?.name}' failed.`, details: { error: result.failed } },
  );
  const ids = calls.map(({ id }) => id);
  return { kind: 'tool_result', payload: { results: list, ...(!ids.includes('') && { ids }) } };
}

export function stepEvent(step: number, elapsed: number, status: 'continue' | 'ok' | 'error', error?: string): AppendInput {
  const data = { step, elapsed_ms: Math.round(elapsed), status, ...(error !== undefined && { error }), date: new Date().toISOString() };
  return event('loop.step', data);
}

/** How the run ended; `error` is what Bub's reader shows. */
export function endEvents(steps: number, { reason, message }: Stop, most: number): AppendInput[] {
  const ended = reason === 'answered' || reason === 'command' ? {} : { error: message ?? reason };
  return [
    ...(reason === 'max-steps' ? [event('loop.max_steps', { max_steps: most })] : []),
    event('loop.result', { steps, reason, ...ended }),
  ];
}

/** What a handoff writes: the anchor, Bub's event of it, and a prompt, since the next request begins with them. */
export function handoffEntries(name: string, state: Record<string, unknown>): AppendInput[] {
  return [{ kind: 'anchor', payload: { name, state } }, event('handoff', { name, state }), userMessage('Continue the task.')];
}
