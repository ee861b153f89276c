import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordsIn } from '../../text/terms.ts';
import { stringsIn } from '../json.ts';
import { parseRecord } from '../mend.ts';
import { searched } from './searched.ts';
import { text } from './show.ts';

const line = (record: object): Buffer => Buffer.from(JSON.stringify(record));
const message = { role: 'user', content: 'the copy is named ,"toolUseResult": here' };

describe('the part of a record that a search reads', () => {
  it('ends before the copy of a result', () => {
    const record = { type: 'user', message, toolUseResult: { stdout: 'x' }, uuid: 'u' };
    expect(searched(line(record))).toEqual({ type: 'user', message });
  });

  it.each(['user', 'assistant'])('begins at the message of %s, whichever side its type is on', (type) => {
    const [before, after] = [
      { parentUuid: 'p', cwd: '/{a' },
      { requestId: 'r', uuid: 'u' },
    ];
    const plain = { ...before, cwd: '/a' };
    expect(searched(line({ ...plain, type, message, ...after }))).toEqual({ type, message });
    expect(searched(line({ ...plain, message, ...after, type }))).toEqual({ type, message });
    expect(searched(line({ ...before, type, message, ...after }))).toBeNull();
  });

  it('leaves the bytes as they were', () => {
    const raw = line({ uuid: 'u', type: 'user', message, toolUseResult: 1 });
    const held = Buffer.from(raw);
    searched(raw);
    expect(raw).toEqual(held);
  });

  it.each([
    ['has another type after its message', '{"type":"user","message":{"content":"said"},"type":"system"}'],
    ['has its message after the copy', JSON.stringify({ type: 'user', uuid: 'u', toolUseResult: {}, message })],
    ['is no message', JSON.stringify({ type: 'system', content: 'said', toolUseResult: 1 })],
    ['has its message in a value', JSON.stringify({ type: 'user', data: { message } })],
    ['has a field of that name in a value', JSON.stringify({ type: 'user', message: { role: 'user', toolUseResult: 1, content: 'said' } })],
    ['does not end', '{"uuid":"u","type":"user","message":{"content":"said"},"n":1'],
  ])('is all of one that %s', (_, record) => {
    expect(searched(Buffer.from(record))).toBeNull();
  });

  it('says what the whole record says, in whichever order its fields are and whatever is in them', () => {
    const name = fc.constantFrom('type', 'message', 'toolUseResult', 'content', 'text', 'data', 'uuid');
    const word = fc.constantFrom('user', 'assistant', 'system', 'said', ',"toolUseResult":', '{"type":"user","message":{', '"');
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        word,
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(name, tie('value'), { maxKeys: 4 }),
      ),
    }));
    const content = fc.oneof(word, fc.array(fc.record({ type: fc.constant('text'), text: word }), { maxLength: 2 }), value);
    const said = fc.record({ role: word, content, toolUseResult: value }, { requiredKeys: ['content'] });
    const field = fc.oneof(
      fc.tuple(
        fc.constant('type'),
        fc.oneof({ weight: 4, arbitrary: fc.constantFrom('user', 'assistant') }, { weight: 1, arbitrary: value }),
      ),
      fc.tuple(fc.constant('message'), fc.oneof({ weight: 4, arbitrary: said }, { weight: 1, arbitrary: value })),
      fc.tuple(name, value),
    );
    const cut = { parts: 0 };
    fc.assert(
      fc.property(fc.uniqueArray(field, { selector: ([key]) => key, maxLength: 6 }), (fields) => {
        const raw = line(Object.fromEntries(fields));
        const part = searched(raw);
        if (part === null) return;
        cut.parts += 1;
        expect(text(part)).toBe(text(parseRecord(raw)));
      }),
      { numRuns: 1000 },
    );
    expect(cut.parts).toBeGreaterThan(50);
  });
});

describe('what a search finds of an attachment', () => {
  const wordsOf = (said: string): string => wordsIn(said).reduce((words, { word }) => `${words}${word} `, ' ');
  const reminder = (content: unknown): string =>
    text({ type: 'attachment', version: '2.1.219', attachment: { type: 'task_reminder', content } } as never);

  it('is each string of it once: in the words that were sent where they have it, else by itself', () => {
    const said = reminder([{ id: '6', subject: 'Plan the mill', description: 'at length', status: 'pending' }]);
    expect(said.match(/Plan the mill/g)).toHaveLength(1);
    expect(said.match(/at length/g)).toHaveLength(1);
  });

  it('is every word, though a string be only a part of a word that was sent', () => {
    const some = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '-', 'é', '\n') });
    fc.assert(
      fc.property(fc.array(fc.record({ id: some, subject: some, description: some, status: fc.constant('pending') })), (tasks) => {
        const found = wordsOf(reminder(tasks));
        for (const one of stringsIn(tasks, new Set(['id']))) expect(found).toContain(wordsOf(one));
      }),
    );
  });
});

const corpus = process.env.TAPESCOPE_CORPUS ?? '';

const linesOf = (file: string): Buffer[] =>
  readFileSync(join(corpus, file), 'utf8')
    .split('\n')
    .map((each) => Buffer.from(each));

describe.skipIf(corpus === '')('the part that a search reads, in the corpus (TAPESCOPE_CORPUS)', () => {
  it('says what the whole record says, in a part of the bytes', () => {
    let [all, cut] = [0, 0];
    for (const raw of globSync('claude-code/**/*.jsonl', { cwd: corpus }).flatMap(linesOf)) {
      const part = searched(raw);
      all += raw.length;
      if (part === null) continue;
      cut += raw.length - JSON.stringify(part).length;
      expect(text(part)).toBe(text(parseRecord(raw)));
    }
    expect(cut / all).toBeGreaterThan(0.45);
  });
});
