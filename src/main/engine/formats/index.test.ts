import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { bubTape } from '../testing/bub-script.ts';
import { detect } from '../testing/detect.ts';
import { anyRecord } from '../testing/laws/hostile.ts';
import { expectDraft } from '../testing/laws/hostile-laws.ts';
import { readLines } from '../testing/lines.ts';
import { claudeTree, jsonl } from '../testing/tree.ts';
import { attachmentText } from './claude-code/attachments.ts';
import { draftsOf, readOne } from './draft.ts';
import type { Draft, Json } from './format.ts';
import { formatById, formats } from './index.ts';
import { isObject, jsonChars } from './json.ts';
import { lineReader } from './lines.ts';
import { describeUnknown } from './unknown.ts';

const sampleOf = (records: Json[], path = 'a.jsonl') => detect({ path, records })?.id ?? null;

describe('the table', () => {
  it('finds a format by its id and says when there is none', () => {
    expect(formats().map((format) => formatById(format.id))).toEqual(formats());
    expect(() => formatById('nobody')).toThrow('nobody');
  });
});

describe('detection', () => {
  it('asks no further format once one is as sure as can be', () => {
    const asked = vi.spyOn(formatById('mapped'), 'detect');
    expect(sampleOf(claudeTree('u1 "go" > a1 "ok"'))).toBe('claude-code');
    expect(asked).not.toHaveBeenCalled();
    expect(sampleOf([{ nothing: 'known' }])).toBe(null);
    expect(asked).toHaveBeenCalledOnce();
    asked.mockRestore();
  });

  const claude = claudeTree('u1 "go" > a1 call Bash t1 > r1 t1 > x1 attach file "x" > s1 system turn_duration');
  it.each<[string, Json[], string | null]>([
    ['a Claude session', claude, 'claude-code'],
    ['one Claude record', claude.slice(0, 1), 'claude-code'],
    ['nothing but summaries', [{ type: 'summary', summary: 'x', leafUuid: 'y' }], 'claude-code'],
    ['nothing but snapshots', [{ type: 'file-history-snapshot', messageId: 'm', snapshot: {} }], 'claude-code'],
    [
      'a session that begins with unknown types',
      [
        { type: 'hologram', sessionId: 's' },
        { type: 'dream', sessionId: 's' },
      ],
      'claude-code',
    ],
    ['a session with garbage in it', [...claude, 7, null, 'x', { silly: 1 }], 'claude-code'],
    ['a Bub tape', bubTape('anchor session/start\nuser "hi"'), 'bub'],
    ['a Bub tape of an old writer', bubTape('user "hi"', { writer: '0.2.0' }), 'bub'],
    ['a Bub tape with an unknown kind', bubTape('entry dream {"x":1}'), 'bub'],
    ['nothing', [], null],
    ['no objects', [1, 'x', null, [claude[0] ?? null]], null],
    ['a Codex rollout', [{ timestamp: 't', type: 'session_meta', payload: { id: 'x' } }], 'codex'],
    [
      'a pi session',
      [
        { type: 'session', id: 'x', timestamp: 't', cwd: '/' },
        { type: 'message', id: 'a', parentId: null, message: {} },
      ],
      'pi',
    ],
    ['a Copilot session', [{ type: 'session.start', data: { sessionId: 'x' }, id: 'a', timestamp: 't', parentId: null }], 'copilot'],
    ['a Qwen session', [{ ...claude[0], provenance: 'real_user', message: { role: 'user', parts: [{ text: 'x' }] } }], 'qwen'],
    ['chat messages', [{ role: 'user', content: 'hi' }], 'chatlist'],
    ['other lines with a type', [{ type: 'user', name: 'Mia' }], null],
  ])('%s', (_name, records, expected) => expect(sampleOf(records)).toBe(expected));
});

describe('a path that is not a log', () => {
  it.each([
    ['an empty file', ''],
    ['a PNG image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a])],
    ['a SQLite database', 'SQLite format 3\0'],
    ['a gzip archive', Buffer.from([0x1f, 0x8b, 8, 0])],
    ['a binary file', Buffer.from([1, 2, 0, 3])],
    ['nothing but blank space', '\n  \n'],
    ['plain text', 'Dear diary,\n'],
    ['HTML or XML', '<!doctype html>'],
    ['YAML, which is read from files that are named .yaml or .yml', '---\nmetadata:\n  id: 1\nsteps: []\n'],
    ['an export of ChatGPT', '{"title":"x","mapping":{},"current_node":"a"}'],
    ['one JSON document with the keys name, version', '{"name": "x", "version": {"a": "}"}}\n'],
    ['JSON lines with the keys a, b', '{"a":1,"b":2}\n{"a":3}\n'],
    ['one JSON list', '[1,2]'],
    ['JSON, but not like records', '{}'],
  ])('%s', (look, head) => {
    const sentence = describeUnknown('/tmp/x', Buffer.from(head));
    expect(sentence).toContain(look);
    expect(sentence).toMatch(/^\/tmp\/x .*; Tapescope reads the logs of Claude Code, Bub, .+ and .+\.$/);
  });

  it.each([
    ['a Gemini chat', '{\n  "sessionId": "x",\n  "projectHash": "y",\n  "messages": [ {"content": "cut off her'],
    ['a Qwen Code session', '{"uuid":"u","sessionId":"s","provenance":"real_user"}\n'],
    ['a pi session', '{"type":"session","timestamp":"t","cwd":"/"}\n'],
    ['an OpenCode export', '{"info":{"id":"ses_1"},"messages":[]}'],
  ])('%s, which is read where it is whole', (look, head) => {
    const sentence = describeUnknown('/tmp/x', Buffer.from(head));
    expect(sentence).toMatch(new RegExp(`^/tmp/x looks like ${look}, but nothing at its beginning is known .*open it again then\\.$`));
    expect(sentence).not.toContain('Tapescope reads the logs of');
  });

  it.each([
    [
      '{\n  "info": {"id": "ses_1"},\n  "messages": []\n}',
      /looks like .+; a document is read from a file that is named \.json: rename it\.$/,
    ],
    ['[{"role": "user"}]', /looks like one JSON list, .+; a document is read from a file that is named \.json: rename it\.$/],
    ['PK\u0003\u0004', /looks like a ZIP archive, which is read from files that are named \.eval;/],
    ['SQLite format 3\0', /looks like a SQLite database, which is read from files that are named \.db, \.sqlite or \.sqlite3;/],
  ])('%j in a file that is named differently, with the advice to rename it', (head, sentence) => {
    expect(describeUnknown('/tmp/x.jsonl', Buffer.from(head))).toMatch(sentence);
  });

  it('a folder', () => expect(describeUnknown('/tmp/x', null)).toContain('is a folder without logs in it'));
});

describe('what is measured', () => {
  it('counts JSON within a few characters of its length', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: true, maxDepth: 5 }), (value) => {
        const exact = JSON.stringify(value).length;
        expect(jsonChars(value as Json)).toBeLessThanOrEqual(exact * 3 + 10);
        expect(jsonChars(value as Json)).toBeGreaterThanOrEqual(exact / 8 - 10);
      }),
    );
    expect(jsonChars({ type: 'base64', data: 'A'.repeat(1000) })).toBeLessThan(10);
  });

  it('writes an attachment that it does not know as its data', () => {
    expect(attachmentText({ type: 'dream', x: 1 })).toBe('{"type":"dream","x":1}');
  });

  it('one record makes one draft, whatever is in it', () => {
    fc.assert(
      fc.property(fc.array(anyRecord), (records) => {
        let drafts = 0;
        const reader = lineReader({
          record: (value) => {
            for (const draft of draftsOf(formatById('claude-code').read(value))) expectDraft(draft);
            drafts += 1;
          },
          problem: () => expect.unreachable(),
        });
        reader.push(Buffer.from(jsonl(records as Json[])));
        expect(reader.end(true).counts.withEntries).toBe(records.length);
        expect(drafts).toBe(records.length);
      }),
      { numRuns: 50 },
    );
  });
});

const corpus = process.env.TAPESCOPE_CORPUS;

/** Files that are stored among other formats but are Claude-shaped line by line: written in that shape by the projects that made them. */
const CLAUDE_SHAPED = new Set([
  // The same bytes as two files that STATS.tsv lists as Claude files, filed under the agent that the text is about.
  'openai-chat/Dicklesworthstone__coding_agent_session_search__chatgpt_react_help.jsonl',
  'pi/Dicklesworthstone__coding_agent_session_search__pi_agent_personal_assistant.jsonl',
  // Claude records (user, assistant, tool_use, uuid) without a session, and ones with wrong types on purpose.
  'fixtures/Dicklesworthstone__coding_agent_session_search/tests/fixtures/message_grouping/claude_session.jsonl',
  'fixtures/Dicklesworthstone__coding_agent_session_search/tests/fixtures/message_grouping/edge_cases.jsonl',
  'fixtures/Dicklesworthstone__coding_agent_session_search/tests/fixtures/html_export/malformed/wrong_types.jsonl',
]);

/** Lists of messages that other programs keep as test data. */
const LISTS = new Set([
  'fixtures/Dicklesworthstone__coding_agent_session_search/tests/fixtures/message_grouping/opencode_session.jsonl',
  'fixtures/Dicklesworthstone__coding_agent_session_search/tests/fixtures/cline/task1/ui_messages.json',
  'fixtures/EntityProcess__agentv/examples/features/copilot-transcript-replay/fixtures/copilot-transcript.jsonl',
  'fixtures/EntityProcess__agentv/examples/showcase/trace-evaluation/fixtures/imported-codex-transcript.jsonl',
]);

/** Folders of the corpus in which every line file that is not empty is of one format. */
const OF_ONE_FORMAT: readonly [RegExp, string][] = [
  [/^(claude-code|cleared)\/|^lab\/claude-code\/[^/]+\/transcripts\//, 'claude-code'],
  [/^bub\/|^bub-oracle\/[^/]+\/tapes\//, 'bub'],
  [/^pi\/|^lab\/pi\/[^/]+\/log\/|^fixtures\/.*\/(coding-agent|pi-coding-agent|pi_?agent)\//, 'pi'],
  [/^openclaw\/(?!.*\.trajectory)/, 'openclaw'],
  [/^codex\/|^lab\/codex\/.*\/sessions\//, 'codex'],
  [/^copilot-cli\//, 'copilot'],
  [/^gemini\/|^lab\/gemini\/.*\/chats\//, 'gemini'],
  [/^entire-transcript\//, 'entire'],
  [/^kimi\/|^fixtures\/.*\/kimi\//, 'kimi'],
  [/^lab\/qwen\/.*\/chats\/|\/qwencode\/testdata\//, 'qwen'],
];

/** Test data of other projects has rollouts under any name; they begin with the session, or with what was said in it. */
const isRollout = ([first]: readonly Json[]): boolean =>
  isObject(first) && isObject(first.payload) && ['session_meta', 'turn_context', 'response_item', 'event_msg'].includes(String(first.type));

describe.skipIf(!corpus)('the corpus (TAPESCOPE_CORPUS)', () => {
  const root = corpus ?? '';
  const rows = () => {
    const [head = '', ...lines] = readFileSync(join(root, 'STATS.tsv'), 'utf8').trim().split('\n');
    const names = head.split('\t');
    return lines.map((line) => Object.fromEntries(line.split('\t').map((value, at) => [names[at], value])));
  };

  it('every file is taken for what it is', () => {
    const claude = new Set(rows().map((row) => row.file));
    let seen = 0;
    for (const found of readdirSync(root, { recursive: true, withFileTypes: true })) {
      if (!found.isFile()) continue;
      const path = join(found.parentPath, found.name);
      const name = relative(root, path);
      const lines = name.endsWith('.jsonl') && statSync(path).size > 0;
      const folder = lines ? OF_ONE_FORMAT.find(([pattern]) => pattern.test(name)) : undefined;
      const other = LISTS.has(name) ? 'chatlist' : isRollout(headOf(path)) ? 'codex' : null;
      const expected = claude.has(name) || CLAUDE_SHAPED.has(name) ? 'claude-code' : (folder?.[1] ?? other);
      expect(detect({ path, records: headOf(path) })?.id ?? null, name).toBe(expected);
      seen += 1;
    }
    expect(seen).toBeGreaterThan(400);
  });

  it('drafts agree with STATS.tsv where every line could be read', () => {
    for (const row of rows()) {
      if (row.bad_lines !== '0') continue;
      const drafts = readLines(join(root, row.file ?? '')).records.flatMap((record) => draftsOf(formatById('claude-code').read(record)));
      const count = (wanted: (draft: Draft) => boolean) => drafts.filter(wanted).length;
      const distinct = (ids: string[]) => new Set(ids).size;
      const found = {
        entries: drafts.length,
        nodes_uuid: count((draft) => draft.id !== null),
        roots: count((draft) => draft.id !== null && draft.parent === null),
        sidechain: count((draft) => has(draft.flags, Flag.Sidechain)),
        compact_boundary: count((draft) => has(draft.flags, Flag.Boundary)),
        isCompactSummary: count((draft) => has(draft.flags, Flag.Summary)),
        summaries: count((draft) => draft.kind === 'summary'),
        tool_use: distinct(drafts.flatMap((draft) => draft.calls.map((call) => call.id))),
        tool_result: distinct(drafts.flatMap((draft) => draft.results)),
      };
      expect({ file: row.file, ...Object.fromEntries(Object.entries(found).map(([key, value]) => [key, String(value)])) }).toEqual({
        file: row.file,
        ...Object.fromEntries(Object.keys(found).map((key) => [key, row[key]])),
      });
    }
  });

  it('every record can be shown, searched, sent and copied', () => {
    for (const folder of ['claude-code', 'bub']) {
      for (const name of readdirSync(join(root, folder))) {
        const format = formatById(folder);
        const { records } = readLines(join(root, folder, name));
        for (const one of records) {
          for (const draft of draftsOf(format.read(one))) expectDraft(draft);
          expect(format.preview(one).length).toBeLessThanOrEqual(300);
          expect(format.parts(one).every((part) => part.text.length <= 400_100)).toBe(true);
        }
        const sent = format.messages(records.filter((one) => has(readOne(format, one).flags, Flag.Sent)));
        expect(sent.length, name).toBeGreaterThan(0);
        expect(JSON.stringify(sent)).not.toContain('"sessionId":"');
      }
    }
  });
});

/** Up to 30 records from the first 256 kilobytes. */
function headOf(path: string): Json[] {
  const head = Buffer.alloc(1 << 18);
  const file = openSync(path, 'r');
  const size = readSync(file, head, 0, head.length, 0);
  closeSync(file);
  const records: Json[] = [];
  const reader = lineReader({ record: (value) => records.length < 30 && records.push(value), problem: () => {} });
  reader.push(head.subarray(0, size));
  reader.end();
  return records;
}
