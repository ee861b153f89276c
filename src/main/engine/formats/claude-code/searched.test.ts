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

  it.each([
    ['has no copy', { type: 'user', message }],
    ['has its message after it', { type: 'user', uuid: 'u', toolUseResult: 1, message }],
    ['is no message', { type: 'system', content: 'said', toolUseResult: 1 }],
    ['has a field of that name in a value', { type: 'user', message: { role: 'user', toolUseResult: 1, content: 'said' } }],
  ])('is all of one that %s', (_, record) => {
    expect(searched(line(record))).toBeNull();
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
  it('says what the whole record says, in half of the bytes', () => {
    let [all, cut] = [0, 0];
    for (const raw of globSync('claude-code/**/*.jsonl', { cwd: corpus }).flatMap(linesOf)) {
      const part = searched(raw);
      all += raw.length;
      if (part === null) continue;
      cut += raw.length - JSON.stringify(part).length;
      expect(text(part)).toBe(text(parseRecord(raw)));
    }
    expect(cut / all).toBeGreaterThan(0.35);
  });
});
