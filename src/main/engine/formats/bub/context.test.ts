import { describe, expect, it } from 'vitest';
import { bubTape } from '../../testing/bub-script.ts';
import { messagesOf } from '../../views/methods.ts';
import { importRecords } from '../../views/testing/imported.ts';
import { type Told, told } from '../../views/testing/occurrences.ts';
import type { Json, JsonObject } from '../format.ts';

/** Names each record by its kind and its place among those of that kind: message1, anchor2 … */
const namesOf = (records: readonly { kind?: unknown }[]): string[] => {
  const seen = new Map<unknown, number>();
  return records.map(({ kind }) => {
    const number = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, number);
    return `${kind}${number}`;
  });
};

const look = async (script: string, step: number, policy = 'as-recorded', more: object = {}): Promise<Told> => {
  const records = bubTape(script).map((record) => ({ ...record, ...more }));
  const imported = importRecords(records, '0b871d5e50e7c192__0b871d5e50e7c192.jsonl');
  const view = await imported.view(step, policy);
  imported.store.close();
  return told(view, namesOf(records));
};

const START = `
  anchor session/start {"owner":"human"}
  event handoff {"name":"session/start"}
`;

const run = (id: string, prompt: string, more = ''): string => `
  event loop.step.start {"step":1}
  system "You are Bub." <- run ${id}
  user "${prompt}" <- run ${id}
  ${more}
  assistant "done" <- run ${id}
  run 1200 80 400 <- run ${id}
  event loop.step {"step":1,"status":"ok"}
`;

describe('what Bub put before the model', () => {
  it('is what comes after the newest anchor, with the prompt that was logged late', async () => {
    const { view, blocks, omitted } = await look(`${START}${run('r1', 'fix the tests')}${run('r2', 'thanks')}`, 2);
    expect(blocks).toBe('system2 message1 message2 message3');
    expect(omitted).toEqual(['before-anchor: anchor1 @1', 'not-selected: event1 event2 system1 event3 event4 @4']);
    expect(view.omissions[0]?.note).toBe('up to and including the anchor session/start; the context begins after it');
    expect(view.blocks.map((block) => block.why)).toEqual([undefined, undefined, undefined, 'the prompt of this step']);
    expect(view.tokens).toMatchObject({ recorded: 1200, cached: 400 });
    expect(view.warnings).toEqual([]);
  });

  it('holds the prompt of a step whose entries name no run', async () => {
    const old = 'event loop.step.start {"step":1}\nsystem "Be Bub."\nuser "fix it"\ncall fs_read c1\nresult "one"\nassistant "done"';
    const first = await look(`${START}${old}`, 1);
    expect(first.blocks).toBe('system1 message1');
    expect(first.omitted).toEqual(['before-anchor: anchor1 @1', 'not-selected: event1 @2']);
    expect((await look(`${START}${old}`, 2)).blocks).toBe('message1 tool_call1 tool_result1');
    expect((await look(old, 1)).blocks).toBe('system1 message1');
  });

  it('leaves out what the writer removed from the context', async () => {
    const { omitted } = await look(
      `${START}${run('r1', 'go', 'entry message {"role":"user","content":"spilled"} out')}${run('r2', 'on')}`,
      2,
    );
    expect(omitted).toContain('excluded-by-writer: message2 @2');
  });

  it('loses the state of a handoff, and the view says so', async () => {
    const { view, blocks, omitted } = await look(
      `${START}${run('r1', 'go')}handoff phase-1 {"summary":"tests fixed"}\n${run('r2', 'on')}`,
      2,
    );
    expect(blocks).toBe('system2 message3');
    expect(omitted[0]).toBe('before-anchor: anchor1 event1 event2 system1 message1 message2 event3 event4 anchor2 @1');
    expect(view.omissions[0]?.byKind).toEqual({ anchor: 2, event: 4, system: 1, message: 2 });
    expect(view.warnings).toEqual([
      "The state of the anchor phase-1 did not reach the model, because Bub's default slice begins after the anchor.",
    ]);
  });

  it('keeps what the model handed over itself, since its call comes after the anchor', async () => {
    const handoff = `
      event loop.step.start {"step":1}
      handoff handoff {"summary":"tests fixed"}
      user "hand over" <- run r1
      call tape_handoff c1 <- run r1
      result "ok" <- run r1
      assistant "handed over" <- run r1
    `;
    const { view, blocks } = await look(`${START}${handoff}${run('r2', 'on')}`, 2);
    expect(blocks).toBe('system1 message1 tool_call1 tool_result1 message2 message3');
    expect(view.blocks[3]?.label).toBe('tape_handoff');
    expect(view.warnings).toEqual([
      "The state of the anchor handoff did not reach the model, because Bub's default slice begins after the anchor. What the model itself handed over survives: its call of tape_handoff is after the anchor.",
    ]);
  });

  it('does not begin at an anchor that a tool made during the step itself', async () => {
    const during = `
      event loop.step.start {"step":1}
      handoff later {"summary":"x"}
      user "hand over" <- run r2
      call tape_handoff c1 <- run r2
    `;
    const { blocks } = await look(`${START}${run('r1', 'go')}${during}`, 2);
    expect(blocks).toBe('message1 message2 message3');
  });

  it('is nothing where there is no anchor, and the view says so', async () => {
    const { view, blocks, omitted } = await look(`user "hi"\n${run('r1', 'go')}`, 1);
    expect(blocks).toBe('system1 message2');
    expect(omitted).toEqual(['not-selected: message1 @2']);
    expect(view.warnings).toEqual(['There is no anchor before this step, so Bub selects nothing.']);
  });

  it('is that of each request where one run made several', async () => {
    const again = 'call bash c1 <- run r1\nresult "x" <- run r1\nsystem "You are Bub." <- run r1\nuser "Continue the task." <- run r1';
    const script = `${START}${run('r1', 'go', again)}`;
    expect((await look(script, 1)).blocks).toBe('system1 message1');
    const { view, blocks } = await look(script, 2);
    expect(blocks).toBe('system2 message1 tool_call1 tool_result1 message2');
    expect(view.tokens.recorded).toBe(1200);
    expect(view.warnings).toEqual([]);
  });
});

/** An entry with the time at which it was written, in microseconds after ten o'clock. */
const at = (micros: number, kind: string, payload: JsonObject, runAt?: number): JsonObject => ({
  id: 1,
  kind,
  payload,
  meta: runAt === undefined ? {} : { run_id: `run-20260801T100000${String(runAt).padStart(6, '0')}Z` },
  date: `2026-08-01T10:00:00.${String(micros).padStart(6, '0')}+00:00`,
});
const says = (micros: number, role: string, content: Json, runAt: number) => at(micros, 'message', { role, content }, runAt);
const event = (micros: number, name: string, data: JsonObject, runAt?: number) => at(micros, 'event', { name, data }, runAt);

const seen = async (records: readonly JsonObject[], step: number) => {
  const imported = importRecords(records, '0b871d5e50e7c192__0b871d5e50e7c192.jsonl');
  const view = await imported.view(step);
  const messages = await messagesOf(imported.rim, imported.tape, step, { type: 'as-recorded' });
  imported.store.close();
  return { messages, ...told(view, namesOf(records)) };
};

describe('a run inside a run, which is filed before the turn that started it', () => {
  const nested = (sent: number) => [
    at(100, 'anchor', { name: 'session/start' }),
    event(5000, 'loop.step.start', { step: 1 }),
    at(6100, 'anchor', { name: 'inner' }),
    at(6200, 'system', { content: 'You are Bub.' }, 5001),
    says(6300, 'user', 'inner work', 5001),
    says(6400, 'assistant', 'inner answer', 5001),
    event(6500, 'run', { status: 'ok' }, 5001),
    event(sent, 'loop.step.start', { step: 1 }),
    at(7000, 'system', { content: 'You are Bub.' }, sent + 1),
    says(7100, 'user', 'outer work', sent + 1),
    says(7200, 'assistant', 'outer answer', sent + 1),
    event(7300, 'run', { status: 'ok' }, sent + 1),
    event(8000, 'loop.step.start', { step: 2 }),
    at(8500, 'system', { content: 'You are Bub.' }, 8001),
    says(8600, 'user', 'Continue the task.', 8001),
    event(8700, 'run', { status: 'ok' }, 8001),
  ];

  it('has no part in the request of that turn, its anchors neither', async () => {
    const { view, blocks, omitted } = await seen(nested(1000), 2);
    expect(blocks).toBe('system2 message3');
    expect(omitted).toEqual(['before-anchor: anchor1 @1', 'written-later: event1 anchor2 system1 message1 message2 event2 @1']);
    expect(view.warnings[0]).toMatch(/^6 entries before this step in the file were written after its request/);
  });

  it('is read by the requests that came later', async () => {
    const { blocks } = await seen(nested(1000), 3);
    expect(blocks).toBe('system3 message1 message2 message3 message4 message5');
  });

  it('orders what was written within one millisecond', async () => {
    expect((await seen(nested(6050), 2)).blocks).toBe('system2 message3');
  });
});

describe('what a Bub tape does not hold', () => {
  it('is said where a request deleted the tape mid-turn', async () => {
    const { view, blocks } = await seen(
      [
        at(900, 'anchor', { name: 'session/start' }),
        at(910, 'system', { content: 'You are Bub.' }, 500),
        says(920, 'user', 'start over', 500),
        at(930, 'tool_call', { calls: [{ id: 'c1', function: { name: 'tape_reset', arguments: '{}' } }] }, 500),
        event(940, 'run', { status: 'ok' }, 500),
      ],
      1,
    );
    expect(blocks).toBe('system1 message1');
    expect(view.warnings[0]).toMatch(/^This step reset its own tape/);
    expect(view.evidence.state).toBe('unknown');
  });

  it('is said of a request that failed, which is a step of its own', async () => {
    const { view, messages } = await seen(
      [
        at(100, 'anchor', { name: 'session/start' }),
        event(200, 'loop.step.start', { step: 1, prompt: 'try this' }),
        event(300, 'loop.step', { step: 1, status: 'error', error: 'no answer' }),
      ],
      1,
    );
    expect(messages).toEqual([{ role: 'user', content: 'try this' }]);
    expect(view.blocks).toMatchObject([{ entries: [2], role: 'user', why: 'the prompt of this step, which failed' }]);
    expect(view.warnings[0]).toMatch(/^The call of the model failed/);
  });

  it('is a picture of the prompt, which the opening event holds', async () => {
    const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };
    const text = { type: 'text', text: 'what is this?' };
    const { view, messages } = await seen(
      [
        at(100, 'anchor', { name: 'session/start' }),
        event(200, 'loop.step.start', { step: 1, prompt: [text, picture] }),
        says(400, 'user', [text], 300),
        event(500, 'run', { status: 'ok' }, 300),
        event(600, 'loop.step.start', { step: 2, prompt: 'Continue the task.' }),
        says(700, 'user', 'Continue the task.', 601),
        event(800, 'run', { status: 'ok' }, 601),
      ],
      1,
    );
    expect(messages).toEqual([{ role: 'user', content: [text, picture] }]);
    expect(view.blocks[0]?.why).toMatch(/its picture is taken from loop\.step\.start/);
    expect(view.warnings[0]).toMatch(/^The prompt came with a picture/);
  });
});

describe('labels of results on a Bub tape', () => {
  it('are those of the call before, also where ids repeat', async () => {
    const two = 'call bash x <- run r1\nresult "1" <- run r1\ncall fs_read x <- run r1\nresult "2" <- run r1';
    const { view } = await look(`${START}${run('r1', 'go', two)}${run('r2', 'on')}`, 2);
    expect(view.blocks.map((block) => block.label).filter((label) => label !== '')).toEqual(['bash', 'bash', 'fs_read', 'fs_read']);
  });
});

describe('other policies on a Bub tape', () => {
  const script = `${START}${run('r1', 'go')}handoff phase-1 {"summary":"tests fixed"}\n${run('r2', 'on')}${run('r3', 'more')}`;

  it('last-anchor shows the anchor with its state', async () => {
    const { view, blocks, omitted } = await look(script, 3, 'last-anchor');
    expect(blocks).toBe('system3 anchor2 message3 message4 message5');
    expect(omitted[0]).toBe('before-anchor: anchor1 event1 event2 system1 message1 message2 event3 event4 @1');
    expect(view.blocks[1]).toMatchObject({ tone: 'anchor', kind: 'anchor', label: 'phase-1' });
    expect(view.warnings).toEqual([]);
  });

  it('from-anchor begins at the newest anchor of that name and keeps those after it', async () => {
    const { blocks } = await look(script, 3, 'from-anchor:session/start');
    expect(blocks).toBe('system3 anchor1 message1 message2 anchor2 message3 message4 message5');
    await expect(look(script, 3, 'from-anchor:nowhere')).rejects.toMatchObject({ details: { anchors: ['session/start', 'phase-1'] } });
  });

  it('full begins at the start', async () => {
    const { view, blocks } = await look(script, 2, 'full');
    expect(blocks).toBe('system2 anchor1 message1 message2 anchor2 message3');
    expect(view.since).toEqual({ step: 1, added: 4, gone: 1 });
  });

  it('last-anchor without an anchor begins at the start and says so', async () => {
    const { view, blocks } = await look(`user "hi"\n${run('r1', 'go')}`, 1, 'last-anchor');
    expect(blocks).toBe('system1 message1 message2');
    expect(view.warnings).toEqual(['There is no anchor before this step, so everything from the start is shown.']);
  });
});
