import { Flag } from '../../../../shared/model/vocabulary.ts';
import { factsOf } from '../draft.ts';
import type { Draft } from '../format.ts';
import { asObject, asString, jsonChars, oneLine } from '../json.ts';
import { type Piece, wordsOf } from './pieces.ts';

const TITLE_CHARS = 120;
const PROMPT_CHARS = 2000;

/** Says of a draft what every message says: whose it is, what it calls and answers, and how long it is. All messages are sent. */
export function fillMessage(draft: Draft, role: Draft['role'], pieces: readonly Piece[]): void {
  draft.kind = 'message';
  draft.role = role;
  draft.flags |= Flag.Sent;
  measure(draft, pieces);
  const calls = pieces.filter((piece) => piece.is === 'call');
  const results = pieces.filter((piece) => piece.is === 'result');
  if (calls.length > 0) fillCalls(draft, calls);
  else if (results.length > 0) fillResults(draft, results);
  else if (pieces.length > 0 && pieces.every(({ is }) => is === 'thinking')) draft.flags |= Flag.Thinking;
}

/** Marks a message as what a person typed; the first one titles the tape. */
export function fillPrompt(draft: Draft, text: string): void {
  draft.flags |= Flag.Prompt;
  const title = oneLine(text, TITLE_CHARS);
  if (title !== '') Object.assign(factsOf(draft), { title, titleRank: 0, prompt: text.slice(0, PROMPT_CHARS) });
}

function fillCalls(draft: Draft, calls: readonly Extract<Piece, { is: 'call' }>[]): void {
  draft.kind = 'tool_call';
  draft.label = calls.map(({ name }) => name).join(', ');
  draft.calls = calls.flatMap(({ id, name, input }) => {
    const prompt = asString(asObject(input)?.prompt);
    return id === null ? [] : [{ id, name, ...(prompt !== null && { prompt: prompt.slice(0, PROMPT_CHARS) }) }];
  });
}

function fillResults(draft: Draft, results: readonly Extract<Piece, { is: 'result' }>[]): void {
  Object.assign(draft, { kind: 'tool_result', role: 'tool' });
  draft.label = results.flatMap(({ name }) => name ?? []).join(', ');
  draft.results = results.flatMap(({ id }) => id ?? []);
  if (results.some(({ failed }) => failed)) draft.flags |= Flag.Failed;
}

/** Characters of what a model reads; of media none. */
function measure(draft: Draft, pieces: readonly Piece[]): void {
  for (const piece of pieces) {
    if (piece.is === 'media') draft.flags |= Flag.Media;
    else draft.chars += charsOf(piece);
  }
}

function charsOf(piece: Exclude<Piece, { is: 'media' }>): number {
  if (piece.is === 'call') return piece.name.length + jsonChars(piece.input);
  if (piece.is === 'result') return piece.text.length + (piece.rest === null ? 0 : jsonChars(piece.rest));
  return piece.is === 'other' ? jsonChars(piece.value) : piece.text.length;
}

/** Whether a text is one that a program put into the user's name: it begins with a tag. */
export function isInjected(pieces: readonly Piece[]): boolean {
  return /^\s*<[a-z][\w-]*[ >]/.test(wordsOf(pieces));
}
