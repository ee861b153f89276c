import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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
