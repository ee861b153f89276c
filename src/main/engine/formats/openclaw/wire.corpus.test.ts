import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadRecords } from '../../bytes/load.ts';
import { messagesOf } from '../../views/methods.ts';
import { type ImportedTape, importFile } from '../../views/testing/imported.ts';
import { asList, asObject, isObject } from '../json.ts';
import { requestOf } from '../pi/messages.ts';
import type { Json, JsonObject } from '../values.ts';

/**
 * Sessions of OpenClaw next to its trajectories, which hold the context of each run as it was compiled, and all that the run added. What is derived
 * from the session for each request of a run is held against the messages that the trajectory has before that answer.
 */
const corpus = process.env.TAPESCOPE_CORPUS ?? '';
const folder = join(corpus, 'openclaw');
const NAME = '4GeeksAcademy__thispedrito1-openclaw-setup__';
const PAIRS = [
  [`${NAME}01c6.jsonl`, `${NAME}01c6.trajectory.jsonl`],
  [`${NAME}01c6@older.jsonl`, `${NAME}01c6.trajectory@older.jsonl`],
  [`${NAME}6048.jsonl.reset.jsonl`, `${NAME}6048.trajectory.jsonl`],
] as const;

const linesOf = (name: string): JsonObject[] =>
  readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => asObject(JSON.parse(line) as Json) ?? {});

/** A request of a run: what was before its answer, and the answer. */
interface Compiled {
  before: JsonObject[];
  answer: JsonObject;
}

function compiledIn(trajectory: string): Compiled[] {
  const found: Compiled[] = [];
  let history = 0;
  for (const { type, data } of linesOf(trajectory)) {
    if (type === 'context.compiled') history = asList(asObject(data)?.messages).length;
    if (type !== 'model.completed') continue;
    const all = asList(asObject(data)?.messagesSnapshot).filter(isObject);
    all.forEach((answer, at) => {
      if (at >= history && answer.role === 'assistant') found.push({ before: all.slice(0, at), answer });
    });
  }
  return found;
}

/** A trajectory cuts what is long, and says so. */
const like = (recorded: Json | undefined, derived: Json | undefined): boolean => {
  if (isObject(recorded) && recorded.truncated === true) return true;
  if (typeof recorded === 'string' && typeof derived === 'string' && recorded.startsWith('{') && recorded !== derived)
    return like(JSON.parse(recorded) as Json, JSON.parse(derived) as Json);
  if (Array.isArray(recorded) && Array.isArray(derived))
    return recorded.length === derived.length && recorded.every((item, at) => like(item, derived[at]));
  if (isObject(recorded) && isObject(derived))
    return [...new Set([...Object.keys(recorded), ...Object.keys(derived)])].every((key) => like(recorded[key], derived[key]));
  return recorded === derived;
};

/** Steps by the time of their request, which the answer of a trajectory has too. */
async function stepsOf({ store, tape }: ImportedTape): Promise<Map<Json | undefined, number>> {
  const source = store.catalog.tape(tape);
  const rows = store.catalog.entries(tape, 1, source.entries + 1).filter(({ step }) => step !== null);
  const records = await loadRecords(source, rows);
  return new Map(rows.map(({ step }, at) => [asObject(records[at]?.message)?.timestamp, step ?? 0]));
}

describe.skipIf(corpus === '')('contexts of OpenClaw derived from its sessions (TAPESCOPE_CORPUS)', () => {
  it.each(PAIRS)('%s has the messages that OpenClaw compiled', async (session, trajectory) => {
    const tape = importFile(join(folder, session));
    const steps = await stepsOf(tape);
    let whole = 0;
    for (const { before, answer } of compiledIn(trajectory)) {
      const step = steps.get(answer.timestamp);
      const sent = requestOf(
        before.map((message) => ({ type: 'message', message })),
        [{ type: 'message', message: answer }],
      ).messages;
      const derived = await messagesOf(tape.rim, tape.tape, step ?? 0, { type: 'as-recorded' });
      expect(derived.length, `${session} ${step}`).toBe(sent.length);
      for (const [at, message] of sent.entries()) expect(derived[at]).toSatisfy((made: Json) => like(message, made));
      whole += 1;
    }
    expect(whole).toBe({ [PAIRS[0][0]]: 8, [PAIRS[1][0]]: 4, [PAIRS[2][0]]: 1 }[session]);
    tape.store.close();
  });

  it.each(PAIRS)('%s has block by block the words that OpenClaw compiled, read without the reader', async (session, trajectory) => {
    const tape = importFile(join(folder, session));
    const steps = await stepsOf(tape);
    const lines = readFileSync(join(folder, session), 'utf8').split('\n');
    const lineOf = new Map(tape.store.catalog.entries(tape.tape, 1, 100_000).map(({ seq, line }) => [seq, line]));
    const rawOf = (seq: number): JsonObject => asObject(JSON.parse(lines[(lineOf.get(seq) ?? 0) - 1] ?? 'null') as Json) ?? {};
    for (const { before, answer } of compiledIn(trajectory)) {
      const { blocks } = await tape.view(steps.get(answer.timestamp) ?? 0);
      const shown = blocks.flatMap(({ entries }) => entries.map(rawOf)).map((record) => asObject(record.message) ?? record);
      const [sent, derived] = [before.flatMap(wordsOf), shown.flatMap(wordsOf)];
      expect(derived).toHaveLength(sent.length);
      for (const [at, word] of sent.entries()) if (word !== CUT) expect(derived[at]).toBe(word);
    }
    tape.store.close();
  });
});

/** What a trajectory has of a text that was too long for it. */
const CUT = '(cut)';

/** Texts and names of calls in a message, blank ones aside: two answers in a row are one message of a trajectory, and two lines of a session. */
const wordsOf = ({ content }: JsonObject): string[] =>
  (Array.isArray(content) ? content : [content ?? '']).flatMap((piece) => {
    const { truncated, text, thinking, name } = asObject(piece) ?? { text: piece };
    const word = truncated === true ? CUT : String(text ?? thinking ?? name ?? '');
    return word.trim() === '' ? [] : [word];
  });
