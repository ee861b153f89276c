import { describe, expect, it } from 'vitest';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { digestOf } from '../../store/line.ts';
import { bubTape } from '../../testing/bub-script.ts';
import { detect } from '../../testing/detect.ts';
import { digest } from '../digest.ts';
import type { Json, JsonObject } from '../format.ts';
import { native } from './format.ts';

const line = (kind: string, payload: Json, more: JsonObject = {}): JsonObject => ({
  id: 7,
  kind,
  at: '2026-11-21T11:00:00.123Z',
  anchor: 'session/start',
  payload,
  meta: {},
  ...more,
});

describe('detection', () => {
  it('takes a line of ours, and never a Bub entry', () => {
    expect(detect({ path: 'x.jsonl', records: [line('message', { role: 'user', content: 'hi' })] })?.id).toBe('native');
    expect(detect({ path: 'x.jsonl', records: bubTape('anchor session/start\nuser "hi"') })?.id).toBe('bub');
  });
});

describe('messages', () => {
  it('are those of a person, of the assistant, or without a role', () => {
    expect(native.read(line('message', { role: 'user', content: 'hi' }))).toMatchObject({
      role: 'user',
      step: null,
      time: Date.parse('2026-11-21T11:00:00.123Z'),
      chars: 2,
      facts: { title: 'hi' },
    });
    expect(native.read(line('message', { role: 'assistant', content: 'yes' })).step).toBe('entry 7');
    expect(native.read(line('message', 'a bare text'))).toMatchObject({ role: 'user', chars: 11 });
    expect(native.preview(line('message', 'a bare text'))).toBe('a bare text');
    expect(native.text(line('message', ['a', { text: 'b' }]))).toContain('b');
  });

  it('say what they correct, and keep it for whoever links', () => {
    expect(native.read(line('message', { role: 'user', content: 'no' }, { corrects: 3 }))).toMatchObject({
      corrects: 3,
      label: 'corrects 3',
    });
    const merged = line('message', { role: 'user', content: 'x' }, { meta: { from: { fork: 'try', id: 4, mark: 'superseded', with: 9 } } });
    expect(native.read(merged).label).toBe('superseded, from try');
    const anchor = line('anchor', { name: 'phase-1', state: {} }, { meta: { from: { fork: 'try', id: 4, mark: 'superseded' } } });
    expect(native.read(anchor)).toMatchObject({ label: 'phase-1 · superseded', anchor: null });
    expect(native.read(line('message', 'x', { meta: { insight: true } })).label).toBe('insight');
  });

  it('that are not for the context are marked so', () => {
    const draft = native.read(line('message', { role: 'user', content: 'aside' }, { meta: { context: false } }));
    expect(has(draft.flags, Flag.Excluded)).toBe(true);
    expect(has(draft.flags, Flag.Sent)).toBe(false);
  });
});

describe('tools', () => {
  it('may be called one by one, with an id', () => {
    const draft = native.read(line('tool_call', { id: 'c1', name: 'bash', arguments: { cmd: 'ls' } }));
    expect(draft).toMatchObject({ calls: [{ id: 'c1', name: 'bash' }], label: 'bash', step: 'entry 7' });
    expect(native.parts(line('tool_call', { id: 'c1', name: 'bash', arguments: { cmd: 'ls' } }))).toMatchObject([
      { type: 'tool_call', name: 'bash', id: 'c1', text: '{\n  "cmd": "ls"\n}' },
    ]);
  });

  it('keep name and input, however the calls are listed', () => {
    const call = { id: 'c1', name: 'bash', input: { cmd: 'ls' } };
    const made = { id: 'c1', type: 'function', function: { name: 'bash', arguments: '{"cmd":"ls"}' } };
    for (const payload of [call, [call], { calls: [call] }, { tool_calls: [call] }, { tool_calls: [made] }, made]) {
      expect(native.read(line('tool_call', payload))).toMatchObject({ calls: [{ id: 'c1', name: 'bash' }], label: 'bash' });
      expect(native.preview(line('tool_call', payload))).toBe('bash {"cmd":"ls"}');
      expect(native.messages([line('tool_call', payload)])[0]).toEqual({ role: 'assistant', content: '', tool_calls: [made] });
    }
  });

  it('answer by id, each in its own field', () => {
    for (const payload of [
      { id: 'c1', result: 'out' },
      { tool_call_id: 'c1', content: 'out' },
      { id: 'c1', output: 'out' },
      { results: [{ tool_call_id: 'c1', content: 'out' }] },
    ]) {
      const draft = native.read(line('tool_result', payload));
      expect(draft).toMatchObject({ results: ['c1'], chars: 3 });
      expect(draft.positional).toBeUndefined();
      expect(native.preview(line('tool_result', payload))).toBe('out');
    }
    expect(has(native.read(line('tool_result', { id: 'c1', error: 'no such file' })).flags, Flag.Failed)).toBe(true);
    expect(native.read(line('tool_result', { id: 'c1', result: null })).results).toEqual(['c1']);
  });

  it('answer by place where they name no call; data with ids of its own is data', () => {
    expect(native.read(line('tool_result', { results: ['a', { id: 'issue-1', content: 'b' }] }))).toMatchObject({
      positional: 2,
      results: [],
    });
    expect(native.read(line('tool_result', { text: 'out' }))).toMatchObject({ positional: 1, chars: 3 });
  });

  it('of another form are kept and shown', () => {
    expect(native.read(line('tool_call', { text: 'ls -l' }))).toMatchObject({ calls: [], kind: 'tool_call' });
    expect(native.preview(line('tool_call', { text: 'ls -l' }))).toBe('ls -l');
    expect(native.parts(line('tool_result', { weird: 1 }))[0]?.text).toContain('weird');
    expect(native.parts(line('dream', { a: 1 }))[0]?.text).toContain('"a": 1');
    expect(has(native.read(line('dream', { a: 1 })).flags, Flag.Unknown)).toBe(true);
  });
});

describe('steps and usage', () => {
  it('are runs where the meta says so', () => {
    const draft = native.read(line('message', { role: 'user', content: 'go' }, { meta: { run_id: 'r1', model: 'claude-sonnet-4' } }));
    expect(draft).toMatchObject({ step: 'r1', model: 'claude-sonnet-4', facts: { model: 'claude-sonnet-4' } });
  });

  it.each([
    [
      { input: 10, output: 2, cacheRead: 5 },
      { input: 10, output: 2, cacheRead: 5, cacheWrite: 0 },
    ],
    [
      { input_tokens: 10, output_tokens: 2, cache_read_input_tokens: 5, cache_creation_input_tokens: 1 },
      { input: 10, output: 2, cacheRead: 5, cacheWrite: 1 },
    ],
    [
      { prompt_tokens: 10, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 4 } },
      { input: 6, output: 2, cacheRead: 4, cacheWrite: 0 },
    ],
  ])('usage %j', (usage, expected) => {
    expect(native.read(line('message', { role: 'assistant', content: 'x' }, { meta: { usage } })).usage).toEqual(expected);
    expect(native.read(line('event', { name: 'run', data: { usage, model: 'm' } }, { meta: { run_id: 'r' } }))).toMatchObject({
      model: 'm',
    });
  });
});

describe('anchors and events', () => {
  it('anchors name the tape after what was handed over', () => {
    const draft = native.read(line('anchor', { name: 'phase-1', state: { phase: 'phase-1', summary: 'Retry map agreed.' } }));
    expect(draft).toMatchObject({ anchor: { name: 'phase-1', type: 'anchor' }, label: 'phase-1', facts: { title: 'Retry map agreed.' } });
    expect(native.read(line('anchor', { name: 'session/start', state: { archived: 'x' } })).facts).toBeNull();
  });

  it('an event of another form is shown whole', () => {
    expect(native.preview(line('event', { text: 'deployed' }))).toBe('deployed');
    expect(native.preview(line('event', { name: 'fork', data: { branch: 'try' } }))).toContain('try');
    const fork = { event: 'fork', branch: 'try', parent: 'main@3', prefix_sha: 'a1b2', note: 'Is it worth it?' };
    expect(native.preview(line('event', { name: 'fork', data: fork }))).toBe('fork: try, from main@3, Is it worth it?');
    expect(native.preview(line('error', { text: 'it broke' }))).toContain('it broke');
  });
});

it('makes messages in which results name their calls', () => {
  const sent = native.messages([
    line('system', { content: 'Be brief.' }),
    line('anchor', { name: 'phase-1', state: { summary: 'so far' } }),
    line('message', { role: 'user', content: 'list it' }),
    line('tool_call', { id: 'c1', name: 'bash', arguments: { cmd: 'ls' } }),
    line('tool_call', { calls: [{ id: 'c2', function: { name: 'read', arguments: '{}' } }] }),
    line('message', { role: 'user', content: 'hurry' }),
    line('tool_result', { id: 'c2', result: 'two' }),
    line('tool_result', { results: ['one'] }),
  ]);
  expect(sent).toEqual([
    { role: 'system', content: 'Be brief.' },
    { role: 'assistant', content: '[Anchor created: phase-1]: {"summary": "so far"}' },
    { role: 'user', content: 'list it' },
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'bash', arguments: '{"cmd":"ls"}' } }],
    },
    { role: 'assistant', content: '', tool_calls: [{ id: 'c2', type: 'function', function: { name: 'read', arguments: '{}' } }] },
    { role: 'tool', content: 'two', tool_call_id: 'c2', name: 'read' },
    { role: 'tool', content: 'one', tool_call_id: 'c1', name: 'bash' },
    { role: 'user', content: 'hurry' },
  ]);
});

it('makes messages that models accept of what several agents wrote', () => {
  const asked = (id: string) => line('tool_call', { id, name: 'bash', arguments: {} });
  const said = (content: string) => line('message', { role: 'user', content });
  const sent = native.messages([
    asked('c1'),
    line('tool_result', { id: 'before', result: 'stray' }),
    asked('c1'),
    said('hurry'),
    line('tool_result', { id: 'c1', result: 'one' }),
    line('tool_call', { name: 'bash', arguments: {} }, { id: 9 }),
  ]);
  const facts = sent.map(({ role, content, tool_call_id, tool_calls }) => [
    role,
    tool_call_id ?? (tool_calls as JsonObject[])?.[0]?.id ?? content,
  ]);
  expect(facts).toEqual([
    ['assistant', 'c1'],
    ['assistant', 'call-7-1'],
    ['tool', 'c1'],
    ['tool', 'call-7-1'],
    ['user', 'A result of a call that is not open here: stray'],
    ['user', 'hurry'],
    ['assistant', 'call-9-1'],
    ['tool', 'call-9-1'],
  ]);
});

it('has the digest that the store keeps', () => {
  const payload = { role: 'user', content: 'é', b: [1, { d: 2, c: null }] };
  const shown = digest(native.payload(line('message', payload, { meta: { from: { fork: 'x', id: 1 } } })));
  expect(shown).toBe(digestOf('message', payload).toString('hex'));
});
