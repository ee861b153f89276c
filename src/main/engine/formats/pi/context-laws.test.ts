import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../catalog/read.ts';
import { openDatabase } from '../../database/schema.ts';
import { holdToViews } from '../../residency/testing/as-views.ts';
import { bringSource } from '../../sources/bring-source.ts';
import { tempFolder } from '../../testing/files.ts';
import { importRecords } from '../../views/testing/imported.ts';
import type { JsonObject } from '../values.ts';
import { call, HEADER, inOnePlace, LAB, START, sent, text } from './testing/draw.ts';

const drawn = fc.record({
  kind: fc.constantFrom('user', 'answer', 'call', 'result', 'compaction', 'edit', 'label', 'summary', 'system', 'hologram'),
  up: fc.integer({ min: 0, max: 5 }),
  about: fc.integer({ min: 0, max: 5 }),
});

/** A session that mostly continues where it was. */
const straight = fc.array(
  fc.record({
    kind: fc.constantFrom('user', 'answer', 'answer', 'answer', 'call', 'result', 'edit', 'edit', 'label', 'compaction'),
    up: fc.constantFrom(1, 1, 1, 1, 1, 3),
    about: fc.integer({ min: 0, max: 5 }),
  }),
  { minLength: 2, maxLength: 25 },
);

const draw = ({ kind, up, about }: { kind: string; up: number; about: number }, at: number): JsonObject => {
  const id = `n${at}`;
  const parent = up === 0 && at > 0 ? null : at === 0 ? null : `n${Math.max(0, at - Math.max(1, up))}`;
  const target = `n${Math.max(0, at - about)}`;
  const made = { id, parentId: parent, timestamp: new Date(START + at * 1000).toISOString() };
  switch (kind) {
    case 'user':
    case 'system':
      return { type: 'message', ...made, message: { role: kind, content: `word ${at}, ${'and more '.repeat(3 * about)}` } };
    case 'answer':
    case 'call':
      return {
        type: 'message',
        ...made,
        message: { role: 'assistant', ...LAB, content: kind === 'call' ? [call(`t${about}`)] : text('yes') },
      };
    case 'result':
      return { type: 'message', ...made, message: { role: 'toolResult', toolCallId: `t${about}`, toolName: 'read', content: text('ok') } };
    case 'compaction':
      return { type: 'compaction', ...made, summary: 'so far', firstKeptEntryId: target, tokensBefore: at };
    case 'edit':
      return { type: 'context_edit', ...made, targetId: target, replacement: up > 2 ? null : { content: 'instead of it '.repeat(9) } };
    case 'summary':
      return { type: 'branch_summary', ...made, fromId: target, summary: 'went there' };
    default:
      return { type: kind, ...made, targetId: target, label: 'here' };
  }
};

/** Writes a file piece by piece and reads it after each. */
function readInPieces(folder: string, name: string, pieces: readonly string[]) {
  const { db } = openDatabase(join(folder, name));
  const path = join(folder, 'session.jsonl');
  writeFileSync(path, '');
  let id = '';
  for (const piece of pieces) {
    appendFileSync(path, piece);
    if (piece !== '') id = bringSource(db, path).source.id;
  }
  const catalog = createCatalog(db);
  const { entries, live: _live, textTo: _text, ...tape } = catalog.tape(id);
  const told = {
    ...{ tape, rows: catalog.entries(id, 1, entries + 1), steps: catalog.steps(id, 1, 1000).items, anchors: catalog.anchors(id) },
    stats: catalog.stats(id),
  };
  db.close();
  return told;
}

describe('any session', () => {
  it('that is read in pieces comes to the same as one that is read at once', () => {
    fc.assert(
      fc.property(fc.array(drawn, { minLength: 2, maxLength: 30 }), fc.array(fc.nat(), { minLength: 1, maxLength: 3 }), (list, cuts) => {
        const folder = tempFolder();
        const lines = [HEADER, ...list.map(draw)].map((record) => `${JSON.stringify(record)}\n`);
        // The header names the format, so that it comes with the first piece.
        const places = [...new Set([0, ...cuts.map((at) => 2 + (at % (lines.length - 1))), lines.length])].sort((a, b) => a - b);
        const pieces = places.slice(1).map((to, at) => lines.slice(places[at], to).join(''));
        expect(readInPieces(folder, 'pieces', pieces)).toEqual(readInPieces(folder, 'whole', [lines.join('')]));
      }),
      { numRuns: 60 },
    );
  });

  it('has each entry in one block or one omission, and sends messages', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(drawn, { minLength: 2, maxLength: 25 }), async (list) => {
        const tape = importRecords([HEADER, ...list.map(draw)]);
        try {
          await inOnePlace(tape);
          for (let step = 1; step <= tape.store.catalog.tape(tape.tape).steps; step += 1) await sent(tape, { step });
          await sent(tape, { next: true });
        } finally {
          tape.store.close();
        }
      }),
      { numRuns: 40 },
    );
  });

  it('has in the residency of each branch what the views of its steps have', async () => {
    await fc.assert(
      fc.asyncProperty(straight, fc.constantFrom('as-recorded', 'last-anchor', 'full'), async (list, policy) => {
        const tape = importRecords([HEADER, ...list.map(draw)]);
        try {
          for (let at = 1; at <= tape.store.catalog.tape(tape.tape).steps; at += 1) await holdToViews(tape, policy, { at });
        } finally {
          tape.store.close();
        }
      }),
      { numRuns: 60 },
    );
  });
});
