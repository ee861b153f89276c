import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { bubTape } from '../../testing/bub-script.ts';
import { START } from '../../testing/tree.ts';
import type { Draft, JsonObject } from '../format.ts';
import { spillChunk, spillHandles } from './entry.ts';
import { bubHashes, guessBubName } from './file-names.ts';
import { bub } from './format.ts';

const flags = (draft: Draft): string[] => Object.entries(Flag).flatMap(([name, bit]) => (has(draft.flags, bit) ? [name] : []));

const read = (script: string, options: Parameters<typeof bubTape>[1] = {}): Draft[] => bubTape(script, options).map(bub.read);

const one = (script: string, options: Parameters<typeof bubTape>[1] = {}): Draft => read(script, options)[0] as Draft;

describe('entries', () => {
  it('have neither id nor parent, and the run for a step', () => {
    const drafts = read('user "a" id 3 <- run r1\nuser "b" id 3 <- run r1\nuser "c"');
    expect(drafts.map(({ id, parent, step }) => [id, parent, step])).toEqual([
      [null, null, 'r1'],
      [null, null, 'r1'],
      [null, null, null],
    ]);
  });

  it.each([
    ['0.2.0', null, undefined],
    ['0.2.3', START, '0.2.3'],
    ['0.3.0a1', START, '0.3 or later'],
    ['0.3', START, '0.3 or later'],
  ] as const)('of %s have the time that was written, and none where none was', (writer, time, name) => {
    const draft = one('event loop.step {"step":1}', { writer });
    expect(draft.time).toBe(time);
    expect(draft.facts?.writer).toBe(name);
  });

  it('keeps the microseconds of a date, and never makes 1970 of a bad one', () => {
    const at = (date: string) => bub.read({ id: 1, kind: 'event', payload: {}, date }).time;
    expect(at('2026-08-01T10:15:00.123456+00:00')).toBe(Date.UTC(2026, 7, 1, 10, 15, 0, 123) + 0.456);
    expect(at('2026-08-01T10:15:00.123+00:00')).toBe(Date.UTC(2026, 7, 1, 10, 15, 0, 123));
    expect(bub.read({ id: 1, kind: 'event', payload: {}, date: 'never', timestamp: 0 }).time).toBeNull();
    expect(bub.read({ id: 1, kind: 'loop', payload: {}, meta: { lane: 'main', ts: 1770336000 } }).time).toBe(1770336000000);
  });

  it.each([
    ['system "You are Bub." <- run r1', 'system', 'system', ['Sent', 'StepPrompt']],
    ['user "fix it" <- run r1', 'message', 'user', ['Prompt', 'Sent', 'StepPrompt']],
    ['user "fix it"', 'message', 'user', ['Prompt', 'Sent', 'StepPrompt']],
    ['user "fix it" out <- run r1', 'message', 'user', ['Prompt', 'Excluded', 'StepPrompt']],
    ['user "Continue the task. [context: x]" <- run r1', 'message', 'user', ['Meta', 'Sent', 'StepPrompt']],
    ['user "<command name=bash status=ok>" <- run r1', 'message', 'user', ['Meta', 'Sent', 'StepPrompt']],
    ['assistant "done" <- run r1', 'message', 'assistant', ['Sent']],
    ['call bash c1 <- run r1', 'tool_call', 'assistant', ['Sent']],
    ['result "ok" <- run r1', 'tool_result', 'tool', ['Sent']],
    ['failed tool "no such file" <- run r1', 'tool_result', 'tool', ['Sent', 'Failed']],
    ['error temporary "overloaded" <- run r1', 'error', 'system', ['Failed']],
    ['anchor phase-1 {"summary":"x"}', 'anchor', 'system', []],
    ['event loop.step {"status":"error"}', 'event', null, ['Failed']],
    ['event loop.step.error {"step":1}', 'event', null, ['Failed']],
    ['event spill.write {"bytes":1} out', 'event', null, ['Excluded']],
    ['entry loop {"id":"l","status":"ok"}', 'loop', null, []],
    ['entry command {"name":"bash","exit_code":2}', 'command', null, ['Failed']],
    ['entry dream {"x":1}', 'dream', null, ['Unknown']],
  ])('%s', (script, kind, role, expected) => {
    const draft = one(script);
    expect(draft).toMatchObject({ kind, role });
    expect(flags(draft)).toEqual(expected);
  });

  it('that Bub itself would skip are kept and not sent', () => {
    for (const over of [{ id: 'x' }, { payload: 'text' }, { payload: null }]) {
      const draft = bub.read({ ...bubTape('user "a"')[0], ...over });
      expect(draft.kind).toBe('message');
      expect(has(draft.flags, Flag.Sent)).toBe(false);
    }
  });

  it('reads calls with ids; results have none', () => {
    const [call, result] = read('call fs_read c1 bash c2 <- run r1\nresult "one" "three" <- run r1');
    expect(call).toMatchObject({
      calls: [
        { id: 'c1', name: 'fs_read' },
        { id: 'c2', name: 'bash' },
      ],
      label: 'fs_read, bash',
    });
    expect(result).toMatchObject({ results: [], label: '', chars: 8 });
  });

  it('makes a step of each call and answer that an old writer put outside of runs, and of nothing else', () => {
    const drafts = read('user "a"\ncall bash c1\nresult "x"\nassistant "b"\nassistant "b" id 4', { writer: '0.2.3' });
    const steps = drafts.map((draft) => draft.step);
    expect(steps.map((step) => step !== null)).toEqual([false, true, false, true, true]);
    expect(new Set(steps.filter((step) => step !== null)).size).toBe(3);
  });

  it('say where a request begins and ends, and when it was sent', () => {
    const sent = Date.UTC(2026, 7, 1, 10, 15, 0, 123) + 0.456;
    const bounds = read(`
      event loop.step.start {"step":1}
      system "You are Bub." <- run run-20260801T101500123456Z
      user "go" <- run run-20260801T101500123456Z
      run 10 2 4 <- run r2
      event loop.step {"status":"ok"}
      event loop.step {"status":"error"}
      event loop.step {"status":"start"}
      entry loop {"id":"x","status":"start"}
    `).map(({ bound }) => bound);
    expect(bounds).toEqual([
      { at: 'opens', time: null },
      { at: 'begins', time: sent },
      undefined,
      { at: 'ends', time: null },
      undefined,
      { at: 'ends', time: null },
      { at: 'opens', time: null },
      { at: 'opens', time: null },
    ]);
  });

  it('reads an event whose data 0.3.0a1 hid in the meta', () => {
    expect(one('run 10 2 4', { writer: '0.3.0a1' })).toMatchObject({ model: 'qwen3-coder', usage: { input: 6, output: 2, cacheRead: 4 } });
  });
});

describe('usage', () => {
  const usage = (fields: JsonObject) =>
    bub.read({ id: 1, kind: 'event', payload: { name: 'run', data: { status: 'ok', usage: fields } } }).usage;
  it('takes cached tokens out of the prompt, where they are in it', () => {
    expect(one('run 1200 80 400').usage).toEqual({ input: 800, output: 80, cacheRead: 400, cacheWrite: 0 });
  });
  it('leaves the prompt alone where the provider counts them next to it', () => {
    const details = { prompt_tokens_details: { cached_tokens: 500 } };
    expect(usage({ prompt_tokens: 100, completion_tokens: 5, ...details })).toMatchObject({ input: 100, cacheRead: 500 });
    expect(usage({ prompt_tokens: 900, completion_tokens: 5, total_tokens: 1405, ...details })).toMatchObject({
      input: 900,
      cacheRead: 500,
    });
  });
  it('is null where the run recorded none', () => {
    expect(bub.read({ id: 1, kind: 'event', payload: { name: 'run', data: { status: 'error' } } })).toMatchObject({
      usage: null,
      flags: Flag.Failed,
    });
  });
});

describe('facts', () => {
  it('names the tape after its first natural prompt, and after a command only for want of one', () => {
    expect(one('event command {"raw":",tape.info"}').facts?.title).toBe(',tape.info');
    expect(one('user "{\\"message\\":\\"tide times?\\",\\"chat_id\\":\\"7\\",\\"full_name\\":\\"Mia\\"}"').facts?.title).toBe(
      'tide times?',
    );
    const titles = read('event command {"raw":"tape.info"}\nuser ",help"\nuser "Continue the task."\nuser "Fix the  tests"').map(
      ({ facts }) => [facts?.title, facts?.titleRank],
    );
    expect(titles).toEqual([
      [',tape.info', -1],
      [',help', -1],
      [undefined, undefined],
      ['Fix the tests', 0],
    ]);
  });

  it('knows the tape that was archived, and the newest model', () => {
    expect(one('anchor session/start {"owner":"human","archived":"/h/tapes/a.jsonl.20260801T101500Z.bak"}').facts?.archived).toContain(
      '.bak',
    );
    expect(one('event model_switch {"model":"glm-5"}')).toMatchObject({ model: 'glm-5', facts: { model: 'glm-5' } });
    expect(one('event loop.start {"model":"glm-5","prompt":"x"}').model).toBe('glm-5');
  });
});

describe('messages', () => {
  it('are what Bub sends: system first, results by place, anchors as the assistant', () => {
    const records = bubTape(
      `
      handoff phase-1 {"summary":"größer","steps":[1,2]}
      user "go"
      call fs_read c1 bash c2
      result "text" {"n":1}
      assistant "done"
      system "You are Bub."
    `.replace('result "text" {"n":1}', 'entry tool_result {"results":["text",{"n":1},"third"]}'),
    );
    expect(bub.messages(records)).toEqual([
      { role: 'system', content: 'You are Bub.' },
      { role: 'assistant', content: '[Anchor created: phase-1]: {"summary": "größer", "steps": [1, 2]}' },
      { role: 'user', content: 'go' },
      { role: 'assistant', content: '', tool_calls: expect.arrayContaining([expect.objectContaining({ id: 'c1' })]) },
      { role: 'tool', content: 'text', tool_call_id: 'c1', name: 'fs_read' },
      { role: 'tool', content: '{"n": 1}', tool_call_id: 'c2', name: 'bash' },
      { role: 'tool', content: 'third' },
      { role: 'assistant', content: 'done' },
    ]);
  });

  it('gives results to the calls right before them only, and old writers no anchors', () => {
    const records = bubTape('anchor a\ncall bash c1\nresult "one"\nresult "two"', { writer: '0.2.3' });
    expect(bub.messages(records).slice(1)).toEqual([
      { role: 'tool', content: 'one', tool_call_id: 'c1', name: 'bash' },
      { role: 'tool', content: 'two' },
    ]);
  });

  it('passes a message on as it stands and skips what Bub skips', () => {
    const payload = { role: 'user', content: [{ type: 'text', text: 'a' }], name: 'mia' };
    expect(bub.messages([{ id: 1, kind: 'message', payload }, { id: 'x', kind: 'message', payload }, null])).toEqual([payload]);
  });
});

describe('what is shown', () => {
  it.each([
    ['user "one\\ntwo"', 'one\ntwo'],
    ['call bash c1', 'bash {}'],
    ['failed tool "no such file"', 'tool: no such file'],
    ['anchor phase-1 {"summary":"tests fixed"}', 'phase-1\ntests fixed'],
    ['event loop.start {"model":"m","prompt":"go"}', 'turn begins → model · m · go'],
    ['event loop.step.start {"step":2,"prompt":"Continue the task."}', 'request 2 · Continue the task.'],
    ['event loop.step {"step":1,"status":"continue","elapsed_ms":7}', 'request 1 answered with calls · 7 ms · next: their results'],
    ['event loop.step {"step":1,"status":"ok"}', 'request 1 answered · turn ends'],
    ['event loop.step {"step":1,"status":"error","error":"no answer"}', 'request 1 failed · no answer · turn ends'],
    [
      'event loop.step {"step":1,"status":"auto_handoff","error":"too long"}',
      'request 1 failed · too long · next: asked again from a new anchor',
    ],
    ['event loop.step.finish {"step":1,"followup":true,"visible_text":"wait"}', 'request 1 answered · next: results of commands · wait'],
    ['event loop.max_steps {"max_steps":20}', 'turn stopped · 20 requests are the most (max_steps)'],
    ['event loop.result {"steps":3,"error":"no key"}', 'turn ends · no key · 3 requests'],
    ['run 12 3 0', 'answer · qwen3-coder · 12 in, 3 out'],
    ['event command {"raw":",tape.info","name":"tape.info","status":"ok","origin":"assistant"}', ',tape.info · by the model · ok'],
    ['event command {"raw":"tape.info","status":"error","elapsed_ms":4,"output":"none"}', ',tape.info · error · 4 ms · none'],
    ['user "<command name=\\"bash\\" status=\\"ok\\">\\nfour files\\n</command>"', 'result of ,bash · ok\nfour files'],
    ['user "{\\"message\\":\\"tide times?\\",\\"chat_id\\":\\"7\\",\\"full_name\\":\\"Mia Berg\\"}"', 'Mia Berg · tide times?'],
    ['user "channel: telegram\\n{\\"message\\":\\"tide times?\\",\\"chat_id\\":\\"7\\"}"', 'tide times?'],
    ['user "{\\"message\\":\\"a record of its own\\"}"', '{"message":"a record of its own"}'],
    ['error temporary "overloaded"', 'temporary: overloaded'],
  ])('preview of %s', (script, expected) => expect(bub.preview(bubTape(script)[0] ?? null)).toBe(expected));

  it('searches the words of arguments, not their escapes', () => {
    const [record] = bubTape(
      'entry tool_call {"calls":[{"id":"c1","function":{"name":"bash","arguments":"{\\"cmd\\":\\"echo \\\\\\"hi\\\\\\"\\"}"}}]}',
    );
    expect(bub.text(record ?? null)).toBe('bash\necho "hi"');
    expect(bub.parts(record ?? null)).toMatchObject([{ type: 'tool_call', name: 'bash', id: 'c1' }]);
    expect(bub.text(bubTape('event loop.step {"note":"slow"}', { writer: '0.3.0a1' })[0] ?? null)).toContain('slow');
  });

  it('tells the same fact in a copy', () => {
    const [first, second] = bubTape('user "a" <- run r1\nuser "a" id 9 <- run r2').map(bub.payload);
    expect(first).toEqual(second);
    expect(bub.payload(bubTape('user "a" out')[0] ?? null)).not.toEqual(first);
  });
});

describe('spilled output', () => {
  const handle = '0123456789abcdef0123456789abcdef';
  const preview = `[tool output spilled: 90000 chars, 120 lines; handle: ${handle}]\nfirst lines`;
  it('is named by its handle in the main tape', () => {
    const [record] = bubTape(`entry tool_result {"results":["short",${JSON.stringify(preview)}]}`);
    expect(spillHandles(record ?? null)).toEqual([handle]);
    expect(bub.parts(record ?? null)[1]).toMatchObject({ type: 'tool_result', name: `spilled output ${handle}`, text: preview });
    expect(bub.preview(record ?? null)).toContain(handle);
  });
  it('is in chunks in the sidecar', () => {
    const record = { id: 2, kind: 'tool_result', payload: { results: ['part one'] }, meta: { spill_handle: handle, spill_chunk: 0 } };
    expect(spillChunk(record)).toEqual({ handle, chunk: 0, text: 'part one' });
    expect(spillHandles(record)).toEqual([handle]);
    expect(spillChunk(bubTape('result "x"')[0] ?? null)).toBeNull();
  });
});

describe('names of files', () => {
  const workspace = 'a1b2c3d4e5f60718';
  const session = '0b871d5e50e7c192';
  const tape = `/h/tapes/${workspace}__${session}.jsonl`;
  it.each([
    [tape, { session: 'cli:local', title: 'cli:local' }],
    [`/h/tapes/${workspace}__ffffffffffffffff.jsonl`, {}],
    [`/h/tapes/${workspace}${workspace}.jsonl`, {}],
    [`${tape}.20260801T101500Z.bak`, { session: 'cli:local', title: 'cli:local', relation: 'archive', parentFile: tape }],
    [
      `/h/tapes/${workspace}${workspace}.20260206-101500.jsonl`,
      { relation: 'archive', parentFile: `/h/tapes/${workspace}${workspace}.jsonl` },
    ],
    [
      `C:\\h\\${workspace}__${session}__sidecar__spill.jsonl`,
      { session: 'cli:local', title: 'cli:local', relation: 'spill', parentFile: `C:\\h\\${workspace}__${session}.jsonl` },
    ],
    [`/h/${workspace}${workspace}__bub%3A${session}.jsonl`, { session: 'cli:local', title: 'cli:local' }],
    ['/h/legacy__00000000.jsonl', {}],
  ])('%s', (path, expected) => expect(bub.locate(path)).toEqual(expected));

  it('knows what a crashed turn left behind', () => {
    const located = bub.locate(`/h/${workspace}${workspace}__bub%3A${session}__89abcdef.jsonl`);
    expect(located).toMatchObject({ parentFile: `/h/${workspace}${workspace}__bub%3A${session}.jsonl`, session: 'cli:local' });
    expect(located.title).toContain('crashed');
  });

  it('guesses what is behind the hashes, full or half', () => {
    const candidates = { workspaces: ['/home/mia/other', '/home/mia/harbour'], sessions: ['telegram:12345'] };
    const md5 = (text: string) => createHash('md5').update(text).digest('hex');
    expect(guessBubName(md5('/home/mia/harbour'), md5('telegram:12345').slice(0, 16), candidates)).toEqual({
      workspace: '/home/mia/harbour',
      session: 'telegram:12345',
    });
    expect(guessBubName(md5('/home/mia/else'), null, candidates)).toEqual({ workspace: null, session: null });
    const hashes = bubHashes('c0f3ea3b4ba9bfd1a3b5b5e4dc1a2f5e__bub%3A0b871d5e50e7c192.jsonl');
    expect(hashes).toEqual({ workspace: 'c0f3ea3b4ba9bfd1a3b5b5e4dc1a2f5e', session: '0b871d5e50e7c192' });
    expect(guessBubName(null, '0b871d5e50e7c192')).toEqual({ workspace: null, session: 'cli:local' });
  });
});

describe('odd shapes', () => {
  it.each([null, 7, 'x', [], {}, { kind: 'message' }, { id: 1, kind: 'message', payload: { role: 7, content: { a: 1 } }, meta: [] }])(
    '%j',
    (record) => {
      expect(bub.read(record as never)).toMatchObject({ id: null });
      expect(Array.isArray(bub.parts(record as never))).toBe(true);
    },
  );
});
