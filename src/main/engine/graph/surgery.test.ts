import { createHash } from 'node:crypto';
import { appendFileSync, chmodSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type SurgeryChange, SurgeryPreview, SurgeryWritten } from '../../../shared/model/index.ts';
import { openCatalog } from '../catalog/open-catalog.ts';
import type { JsonObject } from '../formats/format.ts';
import { OWN_ORIGIN, OWN_TYPE } from '../formats/own.ts';
import { bringSource } from '../sources/bring-source.ts';
import { bubTape } from '../testing/bub-script.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { claudeTree, uuidOf } from '../testing/tree.ts';
import { messagesOf } from '../views/methods.ts';
import { createRim } from '../views/rim.ts';
import { drawings } from './surgery-drawings.ts';
import { surgeryMethods } from './surgery-methods.ts';

const still = { signal: new AbortController().signal };

/** Long before now: a session that has been closed. */
const rest = (file: string): void => utimesSync(file, new Date('2026-01-06'), new Date('2026-01-06'));

const digestOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

const recordsIn = (file: string): JsonObject[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const open = (records: readonly JsonObject[] | string, name = 'session-1.jsonl') => {
  const store = openCatalog(tempFolder());
  onTestFinished(() => store.close());
  const file = writeFile(tempFolder(), name, records);
  rest(file);
  const methods = surgeryMethods(store);
  const tape = bringSource(store.db, file).source.id;
  return {
    ...{ store, file, tape },
    preview: async (change: SurgeryChange) => SurgeryPreview.parse(await methods['surgery.preview']({ tape, change }, still)),
    write: async (change: SurgeryChange, out?: string) =>
      SurgeryWritten.parse(await methods['surgery.write']({ tape, change, ...(out !== undefined && { out }) }, still)),
  };
};

const session = claudeTree(`
  - ai-title {"aiTitle":"Mend the light"}
  u1 "mend the light"
    - file-history-snapshot {"messageId":"${uuidOf('u1')}","snapshot":{}}
    a1 call Read t1    <- step m1
      a2 call Grep t2  <- step m1
        r2 t2 "two"
      r1 t1 "one"
        a3 "mended"    <- step m2
          u2 "paint it"
            - file-history-snapshot {"messageId":"${uuidOf('u2')}","snapshot":{}}
            a4 call Bash t4 <- step m3
              r4 t4 "painted"
                a5 "painted it green" <- step m4
                  u3 "thanks"
                    a6 "gladly" <- step m5
          u4 "leave it"
            a7 "left" <- step m6
`);
const names = ['title', 'u1', 'snap1', 'a1', 'a2', 'r2', 'r1', 'a3', 'u2', 'snap2', 'a4', 'r4', 'a5', 'u3', 'a6', 'u4', 'a7'];
const at = (name: string): number => names.indexOf(name) + 1;
const idsIn = (file: string): unknown[] => recordsIn(file).flatMap((record) => (record.uuid === undefined ? [] : [record.uuid]));

describe('fork-session', () => {
  it('writes the prefix under a fresh session id, and the source stays as it was', async () => {
    const { file, write } = open(session);
    const before = [digestOf(file), statSync(file).mtimeMs];
    const written = await write({ op: 'fork-session', at: at('a5') });
    expect([digestOf(file), statSync(file).mtimeMs]).toEqual(before);
    expect(written.session).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(written).toMatchObject({
      file: join(dirname(file), `${written.session}.jsonl`),
      command: `claude -r ${written.session}`,
      tape: null,
    });
    const records = recordsIn(written.file);
    expect(idsIn(written.file)).toEqual(['u1', 'a1', 'a2', 'r2', 'r1', 'a3', 'u2', 'a4', 'r4', 'a5'].map(uuidOf));
    expect(new Set(records.flatMap(({ sessionId }) => sessionId ?? []))).toEqual(new Set([written.session]));
    expect(records.map(({ type }) => type)).toContain('ai-title');
    expect(records.filter(({ type }) => type === 'file-history-snapshot')).toHaveLength(2);
  });

  it('says of everything but the session what the source said', async () => {
    const { write } = open(session);
    const { file } = await write({ op: 'fork-session', at: at('a3') });
    const copied = recordsIn(file).filter(({ uuid }) => uuid !== undefined);
    for (const record of copied) {
      const source = session.find(({ uuid }) => uuid === record.uuid);
      expect({ ...record, sessionId: '' }).toEqual({ ...source, sessionId: '' });
    }
  });

  it('copies numbers as they are written', async () => {
    const [prompt, answer] = claudeTree('u1 "go" {"toolUseResult":{"big":1,"one":2}} > a1 "done" <- step m1');
    const text = JSON.stringify(prompt).replace('"big":1,"one":2', '"big":12345678901234567890,"one":1.0');
    const { write } = open(`${text}\n${JSON.stringify(answer)}\n`);
    const { file } = await write({ op: 'fork-session', at: 2 });
    expect(readFileSync(file, 'utf8')).toContain('"big":12345678901234567890,"one":1.0');
  });

  it('mends a line that held two records, as the reader does', async () => {
    const [prompt, answer] = claudeTree('u1 "go" > a1 "done" <- step m1');
    const { write } = open(`${JSON.stringify(prompt)}${JSON.stringify(answer)}\n`);
    const { file } = await write({ op: 'fork-session', at: 2 });
    expect(idsIn(file)).toEqual(['u1', 'a1'].map(uuidOf));
  });

  it('bears a mark of its origin at its end', async () => {
    const { file, write } = open(session);
    const written = await write({ op: 'fork-session', at: at('a3') });
    const mark = recordsIn(written.file).at(-1);
    expect(mark).toMatchObject({ type: OWN_TYPE, origin: OWN_ORIGIN });
    expect(mark).toMatchObject({
      op: 'fork-session',
      sessionId: written.session,
      source: { file, session: 'session-1' },
      at: { entry: at('a3'), uuid: uuidOf('a3') },
    });
  });

  it('previews what stays and what goes, in entries, steps and tokens', async () => {
    const { preview } = open(session);
    const shown = await preview({ op: 'fork-session', at: at('a3') });
    expect(shown).toMatchObject({ allowed: true, reason: null, reparented: 0, summary: null });
    expect(shown.stays).toMatchObject({ entries: 8, steps: 2, ranges: [[1, 8]] });
    expect(shown.goes).toMatchObject({ entries: 9, steps: 4, ranges: [[9, 17]] });
    expect(shown.stays.tokens).toBeGreaterThan(0);
    expect([...shown.before, ...shown.after].every(({ verdict }) => verdict === 'kept')).toBe(true);
  });

  it('goes into another folder where one is named', async () => {
    const { write } = open(session);
    const out = tempFolder();
    const { file } = await write({ op: 'fork-session', at: at('a7') }, out);
    expect(readdirSync(out)).toEqual([basename(file)]);
    await expect(write({ op: 'fork-session', at: at('a7') }, join(out, 'gone'))).rejects.toMatchObject({ code: 'bad-input' });
  });

  it('at an illegal point is refused with the reason, and nothing is written', async () => {
    const { file, preview, write } = open(session);
    const change = { op: 'fork-session' as const, at: at('a4') };
    const reason = 'You cannot fork at entry 11. The call Bash (t4) of entry 11 has no result here.';
    expect(await preview(change)).toMatchObject({ allowed: false, reason });
    await expect(write(change)).rejects.toMatchObject({ code: 'refused', message: reason });
    expect(readdirSync(dirname(file))).toEqual([basename(file)]);
    await expect(write({ op: 'fork-session', at: 99 })).rejects.toMatchObject({ code: 'not-found' });
  });

  it('keeps the work of a sub-agent in the file with the call that started it', async () => {
    const { write } = open(
      claudeTree(`
        u1 "go" > a1 call Task t1 "look" <- step m1
        z1 "look" side > az1 "seen" <- step z1
        r1 t1 "seen" @a1 > a2 "done" <- step m2
        u2 "more" @a2 > a3 call Task t3 "find" <- step m3
        z3 "find" side > az3 "found" <- step z3
        r3 t3 "found" @a3 > a4 "done" <- step m4
      `),
    );
    const { file } = await write({ op: 'fork-session', at: 6 });
    expect(idsIn(file)).toEqual(['u1', 'a1', 'z1', 'az1', 'r1', 'a2'].map(uuidOf));
  });

  it('reaches over a compaction, with the segment that it kept', async () => {
    const { write } = open(
      claudeTree(`
        u1 "go" > a1 "one" <- step m1
          u2 "on" @a1 > a2 "two" <- step m2
            b1 boundary auto 1000 keep u2..a2 behind c1
              c1 summary "so far"
        u3 "further" @a2 > a3 "three" <- step m3
      `),
    );
    const { file } = await write({ op: 'fork-session', at: 8 });
    expect(idsIn(file)).toEqual(['u1', 'a1', 'u2', 'a2', 'b1', 'c1', 'u3', 'a3'].map(uuidOf));
  });
});

describe('drop-span', () => {
  it('takes whole turns out; what hung below them goes up to the nearest that stays', async () => {
    const { preview, write } = open(session);
    const change = { op: 'drop-span' as const, from: at('u2'), to: at('a5') };
    expect(await preview(change)).toMatchObject({ allowed: true, reparented: 1, goes: { entries: 5, steps: 2 } });
    const { file, checked } = await write(change);
    const records = recordsIn(file);
    expect(idsIn(file)).toEqual(['u1', 'a1', 'a2', 'r2', 'r1', 'a3', 'u3', 'a6', 'u4', 'a7'].map(uuidOf));
    expect(records.find(({ uuid }) => uuid === uuidOf('u3'))?.parentUuid).toBe(uuidOf('a3'));
    expect(records.filter(({ type }) => type === 'file-history-snapshot').map(({ messageId }) => messageId)).toEqual([uuidOf('u1')]);
    expect(checked.map(({ verdict }) => verdict)).toEqual(['kept', 'kept', 'kept', 'kept', 'none', 'none']);
  });

  it('from the very front makes the next turn the root', async () => {
    const { write } = open(session);
    const { file } = await write({ op: 'drop-span', from: at('u1'), to: at('a3') });
    expect(recordsIn(file).find(({ uuid }) => uuid === uuidOf('u2'))?.parentUuid).toBeNull();
  });

  it.each([
    [at('a4'), at('a5'), 'A span begins with a turn, and entry 11 is inside one.'],
    [at('u2'), at('r4'), 'You cannot drop up to entry 12.'],
    [at('u4'), at('a5'), 'they are not one span'],
  ])('%i to %i is refused', async (from, to, reason) => {
    const { write } = open(session);
    await expect(write({ op: 'drop-span', from, to })).rejects.toMatchObject({ code: 'refused', message: expect.stringContaining(reason) });
  });

  it('is refused where a compaction is in the span', async () => {
    const { write } = open(
      claudeTree('u1 "go" > a1 "one" <- step m1\nb1 boundary auto 100 @a1\nc1 summary "so far" @b1 > u2 "on" > a2 "two" <- step m2'),
    );
    await expect(write({ op: 'drop-span', from: 3, to: 6 })).rejects.toMatchObject({
      message: expect.stringContaining('contains a compaction'),
    });
  });
});

describe('compact', () => {
  it('puts one summary, which cites its sources, in place of all but the last turns', async () => {
    const { preview, write } = open(session.slice(0, 15));
    const change = { op: 'compact' as const, keep: 1, summary: 'The light was mended and painted.' };
    expect(await preview(change)).toMatchObject({ allowed: true, summary: { text: change.summary, sources: 10 } });
    const { file, entries } = await write(change);
    const [summary, ...others] = recordsIn(file);
    expect(summary).toMatchObject({
      type: 'user',
      parentUuid: null,
      isCompactSummary: true,
      message: { role: 'user', content: change.summary },
      sources: ['u1', 'a1', 'a2', 'r2', 'r1', 'a3', 'u2', 'a4', 'r4', 'a5'].map(uuidOf),
    });
    expect(others.map(({ uuid, type }) => uuid ?? type)).toEqual(['ai-title', uuidOf('u3'), uuidOf('a6'), 'tapescope-origin']);
    expect(others[1]?.parentUuid).toBe(summary?.uuid);
    expect(entries).toBe(5);
  });

  it('without words of a person says what was asked, and makes nothing up', async () => {
    const { preview } = open(session.slice(0, 15));
    const { summary } = await preview({ op: 'compact', keep: 1 });
    expect(summary?.text).toContain('10 entries with 3 tool calls');
    expect(summary?.text).toContain('- mend the light\n- paint it\n');
  });

  it('is refused where nothing is left to compact', async () => {
    const { preview } = open(session.slice(0, 15));
    expect(await preview({ op: 'compact', keep: 3 })).toMatchObject({ allowed: false, reason: expect.stringContaining('has 3 turns') });
  });

  it('counts turns from prompt to prompt: lines of hooks after the last answer are no turn', async () => {
    const { preview } = open(
      claudeTree(
        'u1 "go" > a1 "one" <- step m1 > u2 "on" > a2 "two" <- step m2 > p1 progress hook1 > p2 progress hook1 > p3 progress hook2',
      ),
    );
    expect(await preview({ op: 'compact', keep: 1 })).toMatchObject({ allowed: true, stays: { ranges: [[3, 7]], steps: 1 } });
    expect(await preview({ op: 'drop-span', from: 1, to: 2 })).toMatchObject({ allowed: true });
  });

  it('drops a turn after lines of hooks, which are no part of a conversation', async () => {
    const { preview } = open(
      claudeTree('u1 "go" > a1 "one" <- step m1 > p1 progress hook1 > u2 "on" > a2 "two" <- step m2 > u3 "and" > a3 "three" <- step m3'),
    );
    expect(await preview({ op: 'drop-span', from: 4, to: 5 })).toMatchObject({ allowed: true, goes: { ranges: [[4, 5]] } });
  });
});

describe('the source', () => {
  it('is left alone while it may still be written to', async () => {
    const { file, preview, write } = open(session);
    const change = { op: 'fork-session' as const, at: at('a3') };
    utimesSync(file, new Date(), new Date());
    expect(await preview(change)).toMatchObject({ allowed: false, reason: expect.stringContaining('may still be running') });
    await expect(write(change)).rejects.toMatchObject({ code: 'refused' });
  });

  it('is left alone where it has grown since it was read', async () => {
    const { file, write } = open(session);
    appendFileSync(file, `${JSON.stringify({ type: 'mode', mode: 'plan' })}\n`);
    rest(file);
    await expect(write({ op: 'fork-session', at: at('a3') })).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('has grown'),
    });
  });

  it('of another format is refused', async () => {
    const { preview } = open(
      bubTape('anchor session/start {}\nuser "go" <- run r1\nassistant "done" <- run r1'),
      '0123456789abcdef__0123456789abcdef.jsonl',
    );
    await expect(preview({ op: 'fork-session', at: 3 })).rejects.toMatchObject({ code: 'refused' });
  });
});

it('a copy that cannot be written leaves nothing behind', async () => {
  const { file, write } = open(session);
  const folder = join(dirname(file), 'closed');
  writeFile(folder, 'keep.txt', 'x');
  const taken = open(session);
  chmodSync(folder, 0o555);
  onTestFinished(() => chmodSync(folder, 0o755));
  // Root may write anywhere: then the copy is there, and whole.
  const outcome = await write({ op: 'fork-session', at: at('a3') }, folder).catch((failure: { code: string }) => failure.code);
  if (typeof outcome === 'string') expect([outcome, readdirSync(folder)]).toEqual(['unwritable', ['keep.txt']]);
  else expect(recordsIn(outcome.file).at(-1)).toMatchObject({ type: 'tapescope-origin' });
  expect(digestOf(taken.file)).toBe(digestOf(file));
});

it('a fork reads back with the same context, wherever it is made', async () => {
  const store = openCatalog(tempFolder());
  onTestFinished(() => store.close());
  const folder = tempFolder();
  const rim = createRim(store.catalog);
  const methods = surgeryMethods(store);
  let files = 0;
  const sent = async (tape: string, step: number) => JSON.stringify(await messagesOf(rim, tape, step, { type: 'as-recorded' }));
  await fc.assert(
    fc.asyncProperty(drawings, fc.nat(), async (drawing, choice) => {
      files += 1;
      const file = writeFile(folder, `session-${files}.jsonl`, claudeTree(drawing));
      rest(file);
      const tape = bringSource(store.db, file).source.id;
      const { items } = await methods['graph.forkPoints']({ tape, from: 1, limit: 1000, only: 'legal' }, still);
      const point = items[choice % Math.max(items.length, 1)];
      if (!point) return;
      const written = await methods['surgery.write']({ tape, change: { op: 'fork-session', at: point.seq } }, still);
      const copy = bringSource(store.db, written.file).source.id;
      expect((await methods['tapes.check']({ tape: copy }, still)).kept).toBe(true);
      if (point.step === null) return;
      const first = store.catalog.step(tape, point.step).first;
      const id = store.catalog.entriesAt(tape, [first])[0]?.id;
      const step = store.catalog.entries(copy, 1, 1000).find((row) => row.id === id)?.step ?? 0;
      expect(await sent(copy, step)).toBe(await sent(tape, point.step));
    }),
    { numRuns: 40 },
  );
});
