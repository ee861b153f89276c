import { figure } from '../../../../shared/model/figure.ts';
import type { EntryRow } from '../../../../shared/model/index.ts';
import { contextSize, Flag, has } from '../../../../shared/model/vocabulary.ts';
import type { Sized, ViewEvent } from './growth-state.ts';
import type { Habits, Tools } from './habits.ts';

interface Facts {
  before: Sized;
  request: Sized;
  /** What came between the two requests. */
  rows: readonly EntryRow[];
  tools: Tools;
  /** What the entries do not explain. */
  tokens: number;
  habits: Habits;
}

/** Less than this is not worth a name. */
const LEAST = 500;
/** A prompt cache lives this long at least, in ms. */
const CACHE_LIVES = 5 * 60_000;

/** What happened between two requests that no entry holds; null where it is small, or nothing tells. */
export function eventOf({ before, request, rows, tools, tokens, habits }: Facts): ViewEvent | null {
  if (Math.abs(tokens) < LEAST || request.step === null) return null;
  const event = (type: string, note: string): ViewEvent => ({ type, step: request.step ?? 0, tokens, basis: 'inferred', note });
  if (tokens > 0 && rows.some((row) => habits.loadsTools(row, tools)))
    return event('tools-loaded', 'schemas of loaded tools, not in the log');
  if (isCold(before, request))
    return event(
      'prompt-changed',
      `the system prompt or the tools changed: only ${figure(request.usage.cacheRead)} tokens were read from the cache`,
    );
  if (tokens > 0 && rows.some(({ flags }) => has(flags, Flag.Prompt | Flag.Meta)))
    return event('file-not-logged', 'a file or a reminder with the prompt, not in the log');
  return event('not-logged', tokens > 0 ? 'something that is not in the log' : 'something that is not in the log was left out');
}

/** Hardly anything was read from a cache that must still have been warm. */
const isCold = (before: Sized, request: Sized): boolean => {
  const pause = (request.time ?? 0) - (before.time ?? 0);
  return request.usage.cacheRead < contextSize(before.usage) / 2 && pause < CACHE_LIVES;
};
