import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bubTape } from './bub-script.ts';
import { tempFolder, writeFile, writeTape } from './files.ts';
import { claudeTree, START, uuidOf } from './tree.ts';

describe('a drawn Claude tree', () => {
  it('makes children of indented lines and siblings of equal ones', () => {
    const records = claudeTree(`
      u1 "fix the tests"
        a1 call Bash t1      <- step m1
          r1 t1 "2 failed" failed
            a2 "done"        <- step m2 usage 10 2 30 4
        u1b "rather not"
    `);
    expect(records.map((record) => record.parentUuid)).toEqual([null, ...['u1', 'a1', 'r1', 'u1'].map(uuidOf)]);
    expect(records[1]).toMatchObject({ message: { id: 'm1', content: [{ type: 'tool_use', id: 't1', name: 'Bash' }] } });
    expect(records[2]).toMatchObject({ message: { content: [{ tool_use_id: 't1', content: '2 failed', is_error: true }] } });
    expect(records[3]).toMatchObject({ message: { usage: { input_tokens: 10, output_tokens: 2, cache_read_input_tokens: 30 } } });
    expect(records[4]).toMatchObject({ timestamp: new Date(START + 4000).toISOString(), message: { content: 'rather not' } });
  });

  it('chains with > and takes any parent with @', () => {
    const records = claudeTree(`
      u1 "go" > a1 think "hm" <- step m1 > a2 call Read t1 Grep t2 <- step m1
      r1 t1 @a2
      u2 "lost" @gone
      u3 "new" @-
    `);
    expect(records.map((record) => record.parentUuid)).toEqual([null, uuidOf('u1'), uuidOf('a1'), uuidOf('a2'), uuidOf('gone'), null]);
    expect(records[2]).toMatchObject({ message: { content: [{ id: 't1' }, { id: 't2' }] } });
  });

  it('draws compactions with a logical parent and a kept segment', () => {
    const [, , boundary, summary, next] = claudeTree(`
      u1 "go" > a1 "ok"
        b1 boundary manual 9000 keep u1..a1 behind c1
          c1 summary "so far"
      u2 "on" @a1
    `);
    expect(boundary).toMatchObject({
      parentUuid: null,
      logicalParentUuid: uuidOf('a1'),
      compactMetadata: { trigger: 'manual', preTokens: 9000, preservedSegment: { headUuid: uuidOf('u1'), tailUuid: uuidOf('a1') } },
    });
    expect(summary).toMatchObject({ parentUuid: uuidOf('b1'), isCompactSummary: true });
    expect(next).toMatchObject({ parentUuid: uuidOf('a1') });
  });

  it('hands sidechains down, keeps sidecars off the tree and lays JSON over a record', () => {
    const records = claudeTree(`
      z1 "look" side
        - ai-title {"aiTitle":"Look"}
        a1 "seen" {"requestId":null}
    `);
    expect(records[1]).toEqual({ type: 'ai-title', sessionId: 'session-1', aiTitle: 'Look' });
    expect(records[2]).toMatchObject({ isSidechain: true, parentUuid: uuidOf('z1'), requestId: null });
  });

  it('refuses words that nobody reads', () => {
    expect(() => claudeTree('u1 "go" sdie')).toThrow('sdie');
    expect(() => claudeTree('u1 "go')).toThrow('cannot read');
  });
});

describe('a scripted Bub tape', () => {
  it('writes entries in order, a handoff as two', () => {
    const records = bubTape(`
      anchor session/start {"owner":"human"}
      call fs_read c1 bash c2 <- run r1
      result "one" "two"      <- run r1
      run 1200 80 400         <- run r1
      handoff phase-1 {"summary":"done"}
    `);
    expect(records.map((record) => record.kind)).toEqual(['anchor', 'tool_call', 'tool_result', 'event', 'anchor', 'event']);
    expect(records.map((record) => record.id)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(records[2]).toMatchObject({
      payload: { results: ['one', 'two'] },
      meta: { run_id: 'r1' },
      date: '2026-01-05T09:00:02.000000+00:00',
    });
  });

  it('speaks as older writers did', () => {
    expect(bubTape('user "hi"', { writer: '0.2.0' })[0]).toEqual({
      id: 1,
      kind: 'message',
      payload: { role: 'user', content: 'hi' },
      meta: {},
    });
    expect(bubTape('user "hi"', { writer: '0.2.3' })[0]?.timestamp).toBe(START / 1000);
    expect(bubTape('event loop.step {"step":1}', { writer: '0.3.0a1' })[0]).toMatchObject({
      payload: { name: 'loop.step' },
      meta: { payload: { step: 1 } },
    });
  });
});

describe('files for tests', () => {
  it('writes records as JSONL and makes the folders in between', () => {
    const path = writeFile(tempFolder(), 'a/b/c.jsonl', [{ a: 1 }, null]);
    expect(readFileSync(path, 'utf8')).toBe('{"a":1}\nnull\n');
    expect(existsSync(writeTape([]))).toBe(true);
  });
});
