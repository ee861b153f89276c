import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCatalog } from '../catalog/read.ts';
import { type Db, openDatabase } from '../database/schema.ts';
import type { JsonObject } from '../formats/format.ts';
import { bubTape } from '../testing/bub-script.ts';
import { tempFolder } from '../testing/files.ts';
import { jsonl, START, uuidOf } from '../testing/tree.ts';
import { bringSource } from './bring-source.ts';

/** Everything that the catalog tells of a tape. */
const everything = (db: Db, id: string) => {
  const catalog = createCatalog(db);
  const { entries, live: _live, textTo: _text, ...tape } = catalog.tape(id);
  const rows = catalog.entries(id, 1, entries + 1);
  const calls = [...new Set(rows.flatMap((row) => [...row.calls, ...row.results]))].sort();
  return {
    tape,
    rows,
    children: rows.map((row) => catalog.children(id, row.seq).map((child) => child.seq)),
    tools: calls.map((call) => catalog.tool(id, call)),
    steps: catalog.steps(id, 1, 10_000).items,
    anchors: catalog.anchors(id),
    receipt: catalog.receipt(id),
    problems: catalog.problems(id, 1000),
    stats: catalog.stats(id),
    timeline: catalog.timeline(id, 1, 1),
  };
};

/** Writes the file piece by piece and imports it after each one. */
const importInPieces = (folder: string, name: string, pieces: readonly string[]) => {
  const { db } = openDatabase(join(folder, `${name}-home`));
  const path = join(folder, 'session.jsonl');
  writeFileSync(path, '');
  let id = '';
  for (const piece of pieces) {
    appendFileSync(path, piece);
    if (piece !== '') id = bringSource(db, path).source.id;
  }
  const told = everything(db, id);
  db.close();
  return told;
};

/** What a random record is. `up` picks its parent: one before it, one that comes later, one that never does, or none. */
const record = fc.record({
  kind: fc.constantFrom('prompt', 'answer', 'call', 'result', 'progress', 'sidecar', 'boundary', 'summary', 'micro', 'hologram'),
  up: fc.integer({ min: -3, max: 6 }),
  step: fc.integer({ min: 1, max: 6 }),
  call: fc.integer({ min: 1, max: 4 }),
  /** 0: it has the id of the record before it. */
  same: fc.integer({ min: 0, max: 40 }),
  side: fc.boolean(),
});
type Drawn = typeof record extends fc.Arbitrary<infer T> ? T : never;

const id = (at: number): string => uuidOf(`n${at}`);

const parentFor = ({ up }: Drawn, at: number, count: number): string | null => {
  if (up < -1) return id(at + 1 + (Math.abs(up) % Math.max(1, count - at)));
  if (up === -1) return uuidOf('gone');
  return up === 0 || at === 0 ? null : id(Math.max(0, at - up));
};

const usage = (at: number): JsonObject => ({
  input_tokens: at,
  output_tokens: 1,
  cache_read_input_tokens: 2,
  cache_creation_input_tokens: 3,
});

const answer = (drawn: Drawn, at: number, block: JsonObject): JsonObject => ({
  type: 'assistant',
  message: { id: `m${drawn.step}`, role: 'assistant', model: `model-${at % 3}`, content: [block], usage: usage(at) },
});

const BODIES: Record<Drawn['kind'], (drawn: Drawn, at: number) => JsonObject> = {
  prompt: (_, at) => ({ type: 'user', message: { role: 'user', content: `word ${at}` } }),
  answer: (drawn, at) => answer(drawn, at, { type: 'text', text: 'words' }),
  call: (drawn, at) => answer(drawn, at, { type: 'tool_use', id: `t${drawn.call}`, name: 'Task', input: { prompt: `look ${at}` } }),
  result: ({ call }) => ({
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${call}`, content: 'ok' }] },
  }),
  progress: ({ call }) => ({ type: 'progress', parentToolUseID: `t${call}`, data: { type: 'agent_progress', agentId: 'a1' } }),
  sidecar: (_, at) => ({ type: 'ai-title', aiTitle: `Title ${at}` }),
  boundary: (_, at) => ({
    type: 'system',
    subtype: 'compact_boundary',
    parentUuid: null,
    logicalParentUuid: id(at - 1),
    compactMetadata: { trigger: 'auto', preservedSegment: { headUuid: id(at - 3), anchorUuid: id(at + 1), tailUuid: id(at - 1) } },
  }),
  summary: (_, at) => ({ type: 'user', parentUuid: id(at - 1), isCompactSummary: true, message: { role: 'user', content: 'so far' } }),
  micro: ({ call }) => ({ type: 'system', subtype: 'microcompact_boundary', microcompactMetadata: { compactedToolIds: [`t${call}`] } }),
  hologram: () => ({ type: 'hologram' }),
};

const draw = (drawn: Drawn, at: number, count: number): JsonObject => {
  const node = { uuid: id(drawn.same === 0 ? at - 1 : at), parentUuid: parentFor(drawn, at, count), isSidechain: drawn.side };
  const envelope: JsonObject = { sessionId: 's', timestamp: new Date(START + at * 1000).toISOString() };
  return { ...envelope, ...(drawn.kind === 'sidecar' ? {} : node), ...BODIES[drawn.kind](drawn, at) };
};

it('linking a grown file in pieces gives what linking it at once gives (Claude Code)', () => {
  fc.assert(
    fc.property(fc.array(record, { minLength: 2, maxLength: 40 }), fc.array(fc.nat(), { minLength: 1, maxLength: 3 }), (drawn, cuts) => {
      const folder = tempFolder();
      const records = drawn.map((one, at) => draw(one, at, drawn.length));
      const lines = records.map((one) => `${JSON.stringify(one)}\n`);
      const pieces = cut(lines, cuts);
      const whole = importInPieces(folder, 'whole', [lines.join('')]);
      expect(importInPieces(folder, 'pieces', pieces)).toEqual(whole);
    }),
    { numRuns: 60 },
  );
});

const cut = (lines: readonly string[], cuts: readonly number[]): string[] => {
  const places = [...new Set([0, ...cuts.map((at) => at % (lines.length + 1)), lines.length])].sort((a, b) => a - b);
  return places.slice(1).map((to, at) => lines.slice(places[at], to).join(''));
};

it('and for Bub, whose runs may be cut anywhere', () => {
  const script = fc.array(
    fc.constantFrom(
      'anchor phase-%',
      'event loop.step.start {"step":1}',
      'user "go %" <- run r#',
      'system "You are Bub." <- run r#',
      'call fs_read c% bash d% <- run r#',
      'result "one" "two" <- run r#',
      'result "one" <- run r#',
      'assistant "done" <- run r#',
      'run 100 % 3 <- run r#',
      'error temporary "overloaded" <- run r#',
      'event loop.step {"status":"ok"}',
      'event loop.step {"status":"error"}',
      'event loop.step {"status":"start"}',
      'handoff phase-% {"summary":"so far"}',
      'assistant "old"',
      'call bash e%',
      'result "three"',
    ),
    { minLength: 2, maxLength: 40 },
  );
  fc.assert(
    fc.property(script, fc.array(fc.nat(), { minLength: 1, maxLength: 3 }), (drawn, cuts) => {
      const folder = tempFolder();
      const text = drawn.map((line, at) => line.replaceAll('%', String(at)).replaceAll('#', String(Math.floor(at / 5)))).join('\n');
      const lines = bubTape(text).map((one) => jsonl([one]));
      const whole = importInPieces(folder, 'whole', [lines.join('')]);
      expect(importInPieces(folder, 'pieces', cut(lines, cuts))).toEqual(whole);
    }),
    { numRuns: 60 },
  );
});
