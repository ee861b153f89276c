import { openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { TapeRow } from '../../../shared/model/index.ts';
import { createKeeper } from '../captures/keeper.ts';
import { newRun, REQUESTS } from '../captures/runs.ts';
import { joinsOf } from '../evidence/joins.ts';
import { CAPTURED } from '../formats/abouts.ts';
import type { JsonObject } from '../formats/format.ts';
import { forgetGone } from '../storing/forget.ts';
import { openEngineRoom } from '../testing/catalog.ts';
import { tempFolder, writeFile } from '../testing/files.ts';

const FOLDER = '/home/mill/rye';
const at = (second: number): string => new Date(Date.UTC(2026, 0, 5, 9, 0, second)).toISOString();
const uuid = (id: string, number: number): string => `${id}-0000-4000-8000-${String(number).padStart(12, '0')}`;
const SIZES = [4100, 4150, 4200];

/** A session of an agent whose requests name none, with the sizes of its requests. */
const session = (id: string, sizes: readonly number[] = SIZES, prompt = 'Grind the rye.'): string => {
  const record = (second: number, type: string, more: JsonObject): JsonObject => ({
    id: uuid(id, second),
    timestamp: at(second),
    type,
    ...more,
  });
  const context = `<session_context>\nThis is the Gemini CLI.\n- **Workspace Directories:**\n  - ${FOLDER}\n</session_context>`;
  const records = sizes.flatMap((input, turn) => [
    record(turn * 10, 'user', { content: [{ text: turn === 0 ? prompt : `More, ${turn}.` }] }),
    record(turn * 10 + 2, 'gemini', {
      ...{ content: `Ground ${turn}.`, thoughts: [], model: 'gemini-3-pro' },
      tokens: { input, output: 7, cached: 0, thoughts: 0, tool: 0, total: input + 7 },
    }),
  ]);
  const head = { sessionId: uuid(id, 0), projectHash: 'f00d', startTime: at(0), lastUpdated: at(0), kind: 'main' };
  const first = record(0, 'user', { content: [{ text: context }] });
  return writeFile(tempFolder(), `.gemini/tmp/rye/chats/session-2026-01-05T09-00-${id}.jsonl`, [
    head,
    { ...first, id: uuid(id, 99) },
    ...records,
  ]);
};

/** The same requests as `tape record` kept them, and one aside that no log has. */
const recorded = ({ agent = 'gemini', cwd = FOLDER, sizes = SIZES, hour = 0 } = {}): string => {
  const { folder, first } = newRun(tempFolder(), { agent, program: 'gemini', cwd, changes: [], way: 'relay' });
  const keeper = createKeeper(openSync(join(folder, REQUESTS), 'ax', 0o600));
  keeper.keep(first);
  const tell = (id: number, second: number, body: JsonObject, input: number): void => {
    const url = 'https://h/v1beta/models/gemini-3-pro:generateContent';
    const asked = { id, at: new Date(Date.parse(at(second)) + hour * 3_600_000).toISOString(), method: 'POST', url, headers: [] };
    const answer = {
      candidates: [{ content: { role: 'model', parts: [{ text: `Milled ${id}.` }] } }],
      ...{ responseId: `r${id}`, usageMetadata: { promptTokenCount: input, candidatesTokenCount: 7 } },
    };
    keeper.asked(asked, Buffer.from(JSON.stringify(body)));
    const answered = { status: 200, headers: [], firstByteMs: 1, ms: 900, end: 'complete' } as const;
    keeper.answered(asked, answered, Buffer.from(JSON.stringify(answer)));
  };
  const said = (role: string, text: string): JsonObject => ({ role, parts: [{ text }] });
  const contents: JsonObject[] = [];
  for (const [turn, input] of sizes.entries()) {
    contents.push(said('user', turn === 0 ? 'Grind the rye.' : `More, ${turn}.`));
    tell(turn + 1, turn * 10 + 1, { contents: [...contents], tools: [{ functionDeclarations: [{ name: 'mill' }] }] }, input);
    contents.push(said('model', `Milled ${turn + 1}.`));
  }
  tell(90, 25, { contents: [said('user', 'Who speaks next?')] }, 300);
  keeper.close();
  return join(folder, REQUESTS);
};

const opened = async (paths: readonly string[]) => {
  const { ingest, store } = openEngineRoom();
  for (const path of paths) await ingest.open([path]);
  const tapes = store.catalog.tapes();
  const captures = tapes.filter(({ format }) => format === CAPTURED).toSorted((a, b) => b.steps - a.steps);
  const input = () => store.catalog.tapes().reduce((sum, { usage }) => sum + usage.input, 0);
  return { store, captures, logs: tapes.filter(({ format }) => format !== CAPTURED), input };
};

const SUM = SIZES.reduce((sum, one) => sum + one, 0);

it.each([
  ['the log first', false],
  ['the requests first', true],
])('requests that name no session hang on the likeliest, for a reason, and are counted once: %s', async (_, turned) => {
  const [log, run] = [session('aaaa1111'), recorded()];
  const { store, captures, logs, input } = await opened(turned ? [run, log] : [log, run]);
  expect(captures.map(({ parent, relation }) => [parent, relation])).toEqual([
    [logs[0]?.id, 'capture'],
    [logs[0]?.id, 'capture'],
  ]);
  expect(captures[0]?.inferred?.why).toBe(
    'The requests name no session. This one is inferred: the same agent, the same folder, the same time, the same first prompt, 3 of 3 requests have the tokens that its log recorded.',
  );
  expect(captures[1]?.inferred?.why).toContain('all else of the same recording belongs to that session');
  expect(input()).toBe(SUM + 300);
  // The texts of the answers are others: what is left is how large each request was.
  const joins = [...(await joinsOf(store.catalog, logs[0] as TapeRow))];
  expect(joins.map(([step, join]) => [step, join.step, join.by])).toEqual([1, 2, 3].map((step) => [step, step, 'tokens']));
  rmSync(log);
  forgetGone(store);
  const left = store.catalog.tapes();
  expect(left.map(({ parent, relation, inferred }) => [parent, relation, inferred])).toEqual([
    [null, null, undefined],
    [null, null, undefined],
  ]);
  expect(input()).toBe(SUM + 300);
});

it('of two sessions that are equally likely it is neither, which is said, and what one of them logged is counted once', async () => {
  const { store, captures, logs, input } = await opened([session('aaaa1111'), recorded(), session('bbbb2222')]);
  expect(captures.map(({ parent, relation }) => [parent, relation])).toEqual([
    [null, null],
    [null, null],
  ]);
  expect(captures[0]?.inferred?.tapes.toSorted()).toEqual(logs.map(({ id }) => id).toSorted());
  expect(captures[0]?.inferred?.why).toContain('2 are equally likely, so they are linked to none');
  expect(input()).toBe(2 * SUM + 300);
  // Where one of them goes, the other is the likeliest.
  rmSync(logs[0]?.file ?? '');
  forgetGone(store);
  expect(
    store.catalog
      .tapes()
      .filter(({ format }) => format === CAPTURED)
      .map(({ parent }) => parent),
  ).toEqual([logs[1]?.id, logs[1]?.id]);
});

it.each([
  ['another agent', { agent: 'codex' }],
  ['another time', { hour: 3 }],
  ['other sizes and another folder', { cwd: '/home/mill/oats', sizes: [5100, 5150] }],
])('is no session of %s', async (_, differing: { agent?: string; hour?: number; cwd?: string; sizes?: number[] }) => {
  const { captures, input } = await opened([session('aaaa1111'), recorded(differing)]);
  expect(captures.map(({ parent, inferred }) => [parent, inferred])).toEqual([
    [null, undefined],
    [null, undefined],
  ]);
  expect(input()).toBe(SUM + (differing.sizes ?? SIZES).reduce((sum, one) => sum + one, 0) + 300);
});

it('of two sessions it is the one whose requests have these sizes', async () => {
  const { captures, logs } = await opened([session('aaaa1111', [4100, 4170, 4290]), session('bbbb2222'), recorded()]);
  expect(captures[0]?.parent).toBe(logs.find(({ session: id }) => id === uuid('bbbb2222', 0))?.id);
});
