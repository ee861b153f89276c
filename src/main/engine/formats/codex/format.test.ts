import { describe, expect, it } from 'vitest';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import type { JsonObject } from '../values.ts';
import { codex } from './format.ts';
import { segmentOf } from './locate.ts';
import { compacted, event, item, meta, output, plainMessage, said, thinking, uuid } from './testing/draw.ts';

const only = (record: JsonObject) => codex.read(record)[0];

describe('a line of a rollout', () => {
  it.each([
    ['user', '# AGENTS.md instructions for /work\n\n<INSTRUCTIONS>', 'AGENTS.md', true],
    ['user', '<environment_context>\n  <cwd>/work</cwd>', 'environment', true],
    ['developer', '<permissions instructions>\nNone.', 'permissions', true],
    ['developer', '<weather_report>sun</weather_report>', 'weather report', true],
    ['developer', 'Be brief.', 'developer', true],
    ['user', 'Another language model started to solve this problem and …', 'summary', true],
    ['user', '<b>bold</b> words', '', false],
    ['user', 'Grind the corn.', '', false],
  ] as const)('names what %s did not type: %s', (role, text, label, meta) => {
    const draft = only(said(role, text));
    expect([draft?.label, has(draft?.flags ?? 0, Flag.Meta), has(draft?.flags ?? 0, Flag.Prompt)]).toEqual([label, meta, !meta]);
    expect(has(draft?.flags ?? 0, Flag.Sent)).toBe(true);
  });

  it('says that thinking is encrypted where nothing of it can be read', () => {
    expect([only(thinking())?.label, only(thinking('First the stones.'))?.label]).toEqual(['encrypted reasoning', 'reasoning']);
    expect(codex.parts(thinking()).map(({ text }) => text)).toEqual([
      'Thinking that the provider encrypted; only the provider can read it.',
    ]);
    expect(codex.parts(thinking('First the stones.'))[0]).toEqual({ type: 'thinking', text: 'First the stones.' });
  });

  it('makes entries of the items in a compaction and of the instructions of a session', () => {
    const record = compacted([plainMessage('user', 'Grind.'), { type: 'compaction', encrypted_content: 'x' }]);
    const drafts = codex.read(record);
    expect(drafts.map(({ label, flags }) => [label, has(flags, Flag.Sent), has(flags, Flag.Prompt)])).toEqual([
      ['compaction', false, false],
      ['', true, false],
      ['encrypted summary', true, false],
    ]);
    expect(codex.text(codex.part(record, 1))).toBe('Grind.');
    const start = meta(1);
    expect(codex.read(start).map(({ label }) => label)).toEqual(['session_meta', 'base instructions']);
    expect([codex.text(codex.part(start, 1)), codex.text(codex.part(start, 0)).includes('grind corn')]).toEqual(['You grind corn.', false]);
  });

  it('reads each part as the entry that it is', () => {
    for (const record of [compacted([plainMessage('user', 'a'), plainMessage('developer', 'b')]), meta(1), said('user', 'c')])
      for (const [at, draft] of codex.read(record).entries()) {
        const [again] = codex.read(codex.part(record, at));
        const { hint: _hint, facts: _facts, ...plain } = draft;
        const { hint: _h, facts: _f, ...read } = again ?? draft;
        expect(read).toEqual(plain);
      }
  });

  it('names model and effort of a turn, and keeps the limits of the account as an event that is not sent', () => {
    const line = (payload: JsonObject): JsonObject => ({ timestamp: '2026-11-03T09:00:00Z', type: 'turn_context', payload });
    const turns = [{ model: 'gpt-5.5', effort: 'high' }, { model: 'gpt-5.5', reasoning_effort: 'low' }, { model: 'gpt-5.5' }].map(line);
    expect(turns.map((record) => only(record)?.label)).toEqual([
      'turn_context · gpt-5.5 · high',
      'turn_context · gpt-5.5 · low',
      'turn_context · gpt-5.5',
    ]);
    const limits = event('token_count', { info: null, rate_limits: { primary: { used_percent: 61, window_minutes: 300 } } });
    const draft = only(limits);
    expect([draft?.label, has(draft?.flags ?? 0, Flag.Sent), draft?.usage ?? null]).toEqual(['rate limits', false, null]);
    expect(codex.parts(limits).some(({ text }) => text.includes('"used_percent": 61'))).toBe(true);
  });

  it('begins a result in a list with what the command printed', () => {
    const head = 'Chunk ID: 1a\nWall time: 1.5 seconds\nProcess exited with code 2\nOriginal token count: 9\nOutput:\n';
    const begins = (text: string) => codex.preview(output('c1', text));
    expect([begins(`${head}no corn\n`), begins('Exit code: 0\nWall time: 2 seconds\nOutput:\nflour')]).toEqual(['no corn', 'flour']);
    expect(begins(JSON.stringify({ output: 'bran', metadata: { exit_code: 0 } }))).toBe('bran');
    // A command that printed nothing says how it ended, and the words of other tools are their own.
    expect(begins(head)).toContain('Process exited with code 2');
    expect([begins('Sacks: 3\nOutput:\nflour'), begins('{"output":3}')]).toEqual(['Sacks: 3\nOutput:\nflour', '{"output":3}']);
    expect(codex.text(output('c1', `${head}no corn`))).toBe(`${head}no corn`);
  });

  it('keeps a type that it does not know, with its name', () => {
    const drafts = [
      only(event('dream', { x: 1 })),
      only(item({ type: 'hologram', x: 1 })),
      only({ timestamp: 't', type: 'future', payload: {} }),
    ];
    expect(drafts.map((draft) => [draft?.kind, draft?.label, has(draft?.flags ?? 0, Flag.Unknown)])).toEqual([
      ['event', 'dream', true],
      ['hologram', '', true],
      ['future', '', true],
    ]);
    expect(has(drafts[1]?.flags ?? 0, Flag.Sent)).toBe(true);
  });
});

describe('the name of a rollout', () => {
  const [thread, segment] = [uuid(1), uuid(2)];
  it.each([
    [`/h/.codex/sessions/2026/11/03/rollout-2026-11-03T09-00-00-${thread}.jsonl`, thread, thread],
    [`C:\\h\\archived_sessions\\rollout-2026-11-03T09-00-00-${thread}_${segment}.jsonl`, thread, segment],
    ['/h/rollout-x.jsonl', undefined, null],
  ])('%s', (path, session, named) => {
    expect(codex.locate(path).session).toBe(session);
    expect(segmentOf(path)).toBe(named);
  });

  it('tells an index from a session', () => {
    expect(codex.locate('/h/.codex/session_index.jsonl').ignore).toBe('It is an index of sessions, not a session.');
  });
});
