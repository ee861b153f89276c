import { governanceWords } from '../../../shared/model/governance.ts';
import type { NativeEntry } from '../../../shared/model/native.ts';
import { isRecord } from '../../../shared/model/record.ts';
import { safeJson } from './clean.ts';

/** What an entry says, for people. The text is as it was written: formatters clean and cut it. */
export interface Words {
  /** Whose words they are, where the entry tells. */
  role: string | null;
  text: string;
}

/** How values without a text of their own are written: in one line, or laid out. */
type Lay = 'line' | 'full';

const json = (value: unknown, lay: Lay): string => (value === undefined ? '' : safeJson(value, lay === 'full' ? 2 : undefined));

const textOf = (value: unknown, lay: Lay): string => {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) {
    return value.map((part) => (isRecord(part) && typeof part.text === 'string' ? part.text : textOf(part, lay))).join('\n');
  }
  return json(value, lay);
};

const callText = (call: unknown, lay: Lay): string => {
  if (!isRecord(call)) return json(call, lay);
  const fn = isRecord(call.function) ? call.function : call;
  const name = typeof fn.name === 'string' ? fn.name : '';
  return name === '' ? json(call, lay) : `${name} ${textOf(fn.arguments ?? fn.input, lay)}`.trimEnd();
};

const calls = (payload: Record<string, unknown>, lay: Lay): string => {
  const list = Array.isArray(payload.calls) ? payload.calls : [payload];
  return list.map((call) => callText(call, lay)).join('\n');
};

const results = (payload: Record<string, unknown>, lay: Lay): string => {
  const value = payload.results ?? payload.result ?? payload.content ?? payload.output;
  return value === undefined ? json(payload, lay) : textOf(value, lay);
};

const named = (name: unknown, rest: string): string =>
  [typeof name === 'string' ? name : '', rest].filter((part) => part !== '').join(': ');

const stateText = (state: unknown, lay: Lay): string => {
  if (!isRecord(state)) return textOf(state, lay);
  if (lay === 'line' && typeof state.summary === 'string') return state.summary;
  const own = withoutPhase(state);
  return Object.keys(own).length === 0 ? '' : json(own, lay);
};

/** Every anchor's state repeats its name, which adds nothing. */
export function withoutPhase({ phase: _, ...state }: Record<string, unknown>): Record<string, unknown> {
  return state;
}

const roleOf = (payload: Record<string, unknown>): string | null => (typeof payload.role === 'string' ? payload.role : null);

/** What is said by a payload whose kind has no rule of its own, or that does not keep to it. */
const anything = (payload: Record<string, unknown>, lay: Lay): string => {
  const text = payload.text ?? payload.content;
  return typeof text === 'string' ? text : json(payload, lay);
};

const TELLS: Record<string, (payload: Record<string, unknown>, lay: Lay) => Words> = {
  message: (payload, lay) => {
    const asked = Array.isArray(payload.tool_calls) ? payload.tool_calls.map((call) => callText(call, lay)) : [];
    const text = [textOf(payload.content, lay), ...asked].filter((part) => part !== '').join('\n');
    return { role: roleOf(payload), text: text || anything(payload, lay) };
  },
  system: (payload, lay) => ({ role: 'system', text: anything(payload, lay) }),
  tool_call: (payload, lay) => ({ role: 'assistant', text: calls(payload, lay) }),
  tool_result: (payload, lay) => ({ role: 'tool', text: results(payload, lay) }),
  anchor: (payload, lay) => ({ role: null, text: named(payload.name, stateText(payload.state, lay)) }),
  event: (payload, lay) => {
    const own = lay === 'line' ? governanceWords(payload) : null;
    return { role: null, text: own ?? (named(payload.name, textOf(payload.data ?? payload.text, lay)) || anything(payload, lay)) };
  },
  error: (payload, lay) => ({ role: null, text: named(payload.kind, textOf(payload.message, lay)) || anything(payload, lay) }),
};

/** What an entry says: its text, the calls it makes, the results it holds. Payloads of any shape give something to read. */
export function wordsOf({ kind, payload }: Pick<NativeEntry, 'kind' | 'payload'>, lay: Lay): Words {
  const tell = Object.hasOwn(TELLS, kind) ? TELLS[kind] : undefined;
  try {
    if (!isRecord(payload)) return { role: null, text: textOf(payload, lay) };
    return tell?.(payload, lay) ?? { role: roleOf(payload), text: anything(payload, lay) };
  } catch (thrown) {
    // Nested so deeply that it cannot be walked.
    if (thrown instanceof RangeError) return { role: null, text: '(nested too deeply to be shown)' };
    throw thrown;
  }
}

/** What sets an entry apart: that it corrects another one, is an insight, came with a merge. */
export function marksOf({ corrects, meta, altered }: Pick<NativeEntry, 'corrects' | 'meta' | 'altered'>): string[] {
  const from = isRecord(meta.from) ? meta.from : null;
  return [
    altered ? 'altered' : '',
    corrects === undefined ? '' : `corrects ${corrects}`,
    meta.insight === true ? 'insight' : '',
    from && typeof from.fork === 'string' ? `from ${from.fork}${typeof from.id === 'number' ? ` ${from.id}` : ''}` : '',
    from && typeof from.mark === 'string' ? from.mark : '',
  ].filter((mark) => mark !== '');
}
