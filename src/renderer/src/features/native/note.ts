import type { AppendInput } from '../../../../shared/model/index.ts';
import { isRecord } from '../../../../shared/model/record.ts';

export type NoteKind = 'message' | 'event' | 'insight';

/** A note as it goes onto the tape. An insight is an event that `--insights-only` takes along, with what it cites. */
export function noteOf(kind: NoteKind, text: string, sources: readonly number[] = []): AppendInput {
  const said = text.trim();
  if (kind === 'message') return { kind: 'message', payload: { role: 'user', content: said } };
  if (kind === 'event') return { kind: 'event', payload: { name: 'note', data: { text: said } } };
  // Sources are in the meta: what a merge takes along is looked up there.
  const meta = { insight: true, ...(sources.length > 0 && { source_ids: [...sources] }) };
  return { kind: 'event', payload: { name: 'insight', data: { text: said } }, meta };
}

/** An entry as its line in the file has it, as far as a correction needs it. */
export interface Written {
  kind: string;
  payload: unknown;
}

/** The entry in its raw line; null where the line is no such thing, or cut. */
export function writtenIn(raw: string): Written | null {
  try {
    const line: unknown = JSON.parse(raw);
    return isRecord(line) && typeof line.kind === 'string' ? { kind: line.kind, payload: line.payload } : null;
  } catch {
    return null;
  }
}

/** What is put before the person who corrects: the text alone where the payload is a text, else the payload as JSON. */
export interface Draft {
  form: 'text' | 'json';
  text: string;
}

/** The one field of a payload that is its text. */
const textField = (payload: unknown): 'content' | 'text' | null => {
  if (!isRecord(payload)) return null;
  if (typeof payload.content === 'string') return 'content';
  return typeof payload.text === 'string' ? 'text' : null;
};

export function draftOf({ payload }: Written): Draft {
  const field = textField(payload);
  if (isRecord(payload) && field !== null) return { form: 'text', text: String(payload[field]) };
  return { form: 'json', text: JSON.stringify(payload, null, 2) };
}

type Result<T> = { ok: true; value: T } | { ok: false; error: string };

/** JSON as a person typed it, or what is wrong with it in a sentence. */
export function parseJson(text: string): Result<unknown> {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : 'it cannot be read';
    return { ok: false, error: `This is not JSON: ${why}.`.replace('..', '.') };
  }
}

/** The entry that corrects `seq`: the same kind and payload but for what was changed. An anchor is corrected by an event, lest a phase begin. */
export function correctionOf(seq: number, written: Written, draft: Draft): Result<AppendInput> {
  const field = textField(written.payload);
  const parsed = draft.form === 'json' ? parseJson(draft.text) : null;
  if (parsed !== null && !parsed.ok) return parsed;
  const payload = parsed !== null || field === null ? parsed?.value : { ...(written.payload as object), [field]: draft.text };
  if (written.kind === 'anchor')
    return { ok: true, value: { kind: 'event', payload: { name: 'correction', data: payload }, corrects: seq } };
  return { ok: true, value: { kind: written.kind, payload, corrects: seq } };
}
