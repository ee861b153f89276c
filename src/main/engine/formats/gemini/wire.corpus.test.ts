import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decide } from '../../views/assemble.ts';
import { messagesIn } from '../../views/methods.ts';
import { type ImportedTape, importFile } from '../../views/testing/imported.ts';
import { asList, asObject, asString, isObject } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';

/**
 * What is derived from chats against what Gemini CLI truly sent: runs of the real program with every request. A request is joined to the answer of its
 * words and calls. Those without tools are asked for the program's own ends (summaries, next speakers) and are in no chat.
 */
const corpus = process.env.TAPESCOPE_CORPUS ?? '';
const runs = corpus === '' ? [] : globSync('lab/gemini/*', { cwd: corpus }).sort();

const linesOf = (file: string): JsonObject[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** One part of a content as text, without signatures. */
const plain = (role: string, part: JsonObject): string => JSON.stringify([role, sorted(part)]);

const sorted = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const keys = Object.keys(value)
    .filter((key) => key !== 'thoughtSignature')
    .sort();
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key] ?? null)]));
};

const partsIn = (contents: readonly Json[]): string[] =>
  contents.filter(isObject).flatMap(({ role, parts }) =>
    asList(parts)
      .filter(isObject)
      .filter((part) => part.thought !== true && part.text !== '')
      .map((part) => plain(asString(role) ?? '', part)),
  );

/** The words and the calls of an answer, from the stream of the model. */
function answerIn(file: string): { text: string; calls: string[] } {
  const parts = linesOfStream(file).flatMap((event) =>
    asList(event.candidates)
      .flatMap((candidate) => asList(asObject(asObject(candidate)?.content)?.parts))
      .filter(isObject),
  );
  return {
    text: parts.flatMap((part) => (part.thought === true ? [] : (asString(part.text) ?? []))).join(''),
    calls: parts.flatMap((part) => asString(asObject(part.functionCall)?.id) ?? []),
  };
}

const linesOfStream = (file: string): JsonObject[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)));

interface Answer {
  tape: ImportedTape;
  step: number;
  text: string;
  time: string;
}

/** The answers of a run, the lines that say them first. */
function answersOf(folder: string): Answer[] {
  return globSync('log/tmp/**/chats/**/*.jsonl', { cwd: folder })
    .sort()
    .flatMap((name) => {
      const tape = importFile(join(folder, name));
      const rows = tape.store.catalog.entries(tape.tape, 1, tape.store.catalog.tape(tape.tape).entries + 1);
      const lines = linesOf(join(folder, name));
      const seen = new Set<number>();
      return rows.flatMap(({ step, line }) => {
        const record = lines[line - 1] ?? {};
        if (step === null || seen.has(step) || record.type !== 'gemini') return [];
        seen.add(step);
        return [{ tape, step, text: asString(record.content) ?? '', time: asString(record.timestamp) ?? '' }];
      });
    });
}

async function compare(folder: string) {
  const tally = { joined: 0, whole: 0, sent: 0, equal: 0 };
  const answers = answersOf(folder);
  for (const { at, file } of linesOf(join(folder, 'requests/requests.jsonl'))) {
    if (typeof file !== 'string') continue;
    const path = join(folder, 'requests', file);
    const body: JsonObject = JSON.parse(readFileSync(path, 'utf8'));
    const { text, calls } = answerIn(path.replace('request.json', 'response.txt'));
    const found = answers.findIndex(
      (answer) => (text !== '' || calls.length > 0) && answer.text === text && answer.time >= String(at).slice(0, 19),
    );
    const [answer] = body.tools === undefined || found < 0 ? [] : answers.splice(found, 1);
    if (answer === undefined) continue;
    const derived = partsIn(
      await messagesIn(answer.tape.rim, decide(answer.tape.rim, answer.tape.tape, answer.step, { type: 'as-recorded' })),
    );
    const sent = partsIn(asList(body.contents));
    tally.joined += 1;
    tally.sent += sent.length;
    tally.equal += sent.filter((part, index) => part === derived[index]).length;
    tally.whole += Number(sent.length === derived.length && sent.every((part, index) => part === derived[index]));
  }
  for (const tape of new Set(answers.map((answer) => answer.tape))) tape.store.close();
  return tally;
}

describe.skipIf(corpus === '')('requests of Gemini CLI (TAPESCOPE_CORPUS)', () => {
  const SENT: Readonly<Record<string, Awaited<ReturnType<typeof compare>>>> = {
    '0.61.0-01a-basics': { joined: 5, whole: 5, sent: 73, equal: 73 },
    '0.61.0-02a-compress': { joined: 7, whole: 7, sent: 53, equal: 53 },
    '0.61.0-03a-errors': { joined: 4, whole: 4, sent: 20, equal: 20 },
    '0.61.0-04a-agents': { joined: 6, whole: 6, sent: 32, equal: 32 },
    '0.61.0-05a-rewind': { joined: 4, whole: 4, sent: 13, equal: 13 },
    '0.61.0-06a-auto': { joined: 10, whole: 10, sent: 56, equal: 56 },
  };
  it.each(runs)('%s: what is derived is what was sent', async (run) => {
    expect(dirname(run)).toBe('lab/gemini');
    expect(await compare(join(corpus, run))).toEqual(SENT[basename(run)]);
  });
});
