import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decide } from '../../views/assemble.ts';
import { messagesIn } from '../../views/methods.ts';
import { importFile } from '../../views/testing/imported.ts';
import { asList, asObject, asString, isObject } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';

/**
 * What is derived from sessions against what Qwen Code truly sent: runs of the real program with every request. The note before an answer names the
 * response, and so the request. Reminders that no session holds are counted by themselves.
 */
const corpus = process.env.TAPESCOPE_CORPUS ?? '';
const runs = corpus === '' ? [] : globSync('lab/qwen/*/requests', { cwd: corpus }).map(dirname).sort();

const linesOf = (file: string): JsonObject[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** The request of each response, by the id of the response. */
function requestsIn(folder: string): Map<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  for (const { file } of linesOf(join(folder, 'requests/requests.jsonl'))) {
    const path = join(folder, 'requests', asString(file) ?? '');
    const answer = path.replace('request.json', 'response.txt');
    if (file === null || !existsSync(answer)) continue;
    const id = /"id":\s*"(chatcmpl-[^"]+)"/.exec(readFileSync(answer, 'utf8'))?.[1];
    if (id !== undefined) found.set(id, JSON.parse(readFileSync(path, 'utf8')));
  }
  return found;
}

/** What messages hold, piece by piece. */
const piecesIn = (messages: readonly Json[]): string[] =>
  messages.filter(isObject).flatMap(({ role, content, tool_calls, tool_call_id = null }) => [
    ...(typeof content === 'string' ? [content] : asList(content).map((piece) => asString(asObject(piece)?.text) ?? JSON.stringify(piece)))
      .filter((text) => text !== '')
      .map((text) => JSON.stringify([role, tool_call_id, text])),
    ...asList(tool_calls).map((call) => {
      const { name = null, arguments: input } = asObject(asObject(call)?.function) ?? {};
      return JSON.stringify([role, asObject(call)?.id ?? null, name, JSON.parse(asString(input) ?? 'null')]);
    }),
  ]);

const isReminder = (piece: string): boolean => /^\["user",null,"<system-reminder>/.test(piece);

async function compare(folder: string) {
  const tally = { requests: 0, whole: 0, sent: 0, equal: 0, reminders: 0 };
  const requests = requestsIn(folder);
  for (const name of globSync('log/.qwen/projects/*/chats/*.jsonl', { cwd: folder }).sort()) {
    const lines = linesOf(join(folder, name));
    const { store, tape, rim } = importFile(join(folder, name));
    for (const { step, line } of store.catalog.entries(tape, 1, store.catalog.tape(tape).entries + 1)) {
      if (step === null) continue;
      const event = asObject(asObject(lines[line - 2]?.systemPayload)?.uiEvent);
      const body = requests.get(asString(event?.response_id) ?? '');
      if (body === undefined) continue;
      const derived = piecesIn(await messagesIn(rim, decide(rim, tape, step, { type: 'as-recorded' })));
      const all = piecesIn(asList(body.messages).filter((message) => asObject(message)?.role !== 'system'));
      const sent = all.filter((piece) => !isReminder(piece) || derived.includes(piece));
      tally.requests += 1;
      tally.sent += sent.length;
      tally.reminders += all.length - sent.length;
      tally.equal += sent.filter((piece, at) => piece === derived[at]).length;
      tally.whole += Number(sent.length === derived.length && sent.every((piece, at) => piece === derived[at]));
    }
    store.close();
  }
  return tally;
}

describe.skipIf(corpus === '')('requests of Qwen Code (TAPESCOPE_CORPUS)', () => {
  const SENT: Readonly<Record<string, Awaited<ReturnType<typeof compare>>>> = {
    '0.24.4-01a-basics': { requests: 4, whole: 4, sent: 50, equal: 50, reminders: 16 },
    '0.24.4-02a-compress': { requests: 5, whole: 5, sent: 20, equal: 20, reminders: 20 },
    '0.24.4-03a-errors': { requests: 5, whole: 5, sent: 31, equal: 31, reminders: 15 },
    '0.24.4-05a-rewind': { requests: 2, whole: 2, sent: 4, equal: 4, reminders: 8 },
    '0.24.4-06a-auto': { requests: 7, whole: 7, sent: 58, equal: 58, reminders: 28 },
  };
  it.each(runs)('%s: what is derived is what was sent, but for reminders', async (run) => {
    expect(await compare(join(corpus, run))).toEqual(SENT[basename(run)]);
  });
});
