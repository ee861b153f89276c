import { describe, expect, it } from 'vitest';
import { correctionOf, draftOf, noteOf, parseJson, writtenIn } from './note.ts';

describe('a note', () => {
  it('is a message, an event, or an insight with what it cites', () => {
    expect(noteOf('message', ' Keep the codes. ')).toEqual({ kind: 'message', payload: { role: 'user', content: 'Keep the codes.' } });
    expect(noteOf('event', 'x')).toMatchObject({ kind: 'event', payload: { name: 'note', data: { text: 'x' } } });
    expect(noteOf('insight', 'x', [4, 9])).toMatchObject({ payload: { name: 'insight' }, meta: { insight: true, source_ids: [4, 9] } });
    expect(noteOf('insight', 'x').meta).toEqual({ insight: true });
  });
});

describe('a correction', () => {
  const line = (kind: string, payload: unknown) => JSON.stringify({ id: 7, kind, at: '', anchor: 'a', payload, meta: { run_id: 'r' } });
  const written = (kind: string, payload: unknown) => writtenIn(line(kind, payload)) ?? expect.unreachable();

  it('of a text changes the text alone, and names the entry', () => {
    const message = written('message', { role: 'assistant', content: 'five', name: 'x' });
    expect(draftOf(message)).toEqual({ form: 'text', text: 'five' });
    expect(correctionOf(7, message, { form: 'text', text: 'six' })).toEqual({
      ok: true,
      value: { kind: 'message', payload: { role: 'assistant', content: 'six', name: 'x' }, corrects: 7 },
    });
  });

  it('of anything else is written as JSON, and says what is wrong with it', () => {
    const call = written('tool_call', { calls: [{ id: 'c' }] });
    const draft = draftOf(call);
    expect(JSON.parse(draft.text)).toEqual({ calls: [{ id: 'c' }] });
    expect(correctionOf(7, call, { form: 'json', text: '{"calls": []}' })).toMatchObject({ ok: true, value: { payload: { calls: [] } } });
    expect(correctionOf(7, call, { form: 'json', text: '{' })).toMatchObject({ ok: false });
    expect(correctionOf(7, written('message', { content: [] }), { form: 'json', text: '"plain"' })).toMatchObject({
      value: { payload: 'plain' },
    });
  });

  it('of an anchor opens no phase', () => {
    const anchor = written('anchor', { name: 'plan', state: {} });
    expect(correctionOf(7, anchor, draftOf(anchor))).toMatchObject({ value: { kind: 'event', corrects: 7 } });
  });

  it('is not offered for a line that is cut or no entry', () => {
    expect([writtenIn('{"kind":"mess'), writtenIn('7'), writtenIn('{}')]).toEqual([null, null, null]);
  });
});

describe('JSON that somebody types', () => {
  it('is read, or refused in one sentence', () => {
    expect(parseJson('{"a": 1}')).toEqual({ ok: true, value: { a: 1 } });
    const wrong = parseJson('{"a": 1,,}');
    expect(wrong.ok ? '' : wrong.error).toMatch(/^This is not JSON: .+[^.]\.$/);
  });
});
