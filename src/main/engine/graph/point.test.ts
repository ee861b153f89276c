import { describe, expect, it } from 'vitest';
import type { Ref } from '../../../shared/model/index.ts';
import { pointIn, readPoint, refNamed, refPoint } from './point.ts';
import { drawn } from './testing.ts';

describe('points as they are spelled', () => {
  it.each([
    ['3f2a91c0', { name: '3f2a91c0', at: null }],
    ['3f2a91c0@12', { name: '3f2a91c0', at: { type: 'step', number: 12 } }],
    ['3f2a91c0@last', { name: '3f2a91c0', at: { type: 'step', number: -1 } }],
    ['3f2a91c0@-2', { name: '3f2a91c0', at: { type: 'step', number: -2 } }],
    ['3f2a91c0@next', { name: '3f2a91c0', at: { type: 'next' } }],
    ['3f2a91c0@after:340', { name: '3f2a91c0', at: { type: 'after', number: 340 } }],
    ['3f2a91c0#340', { name: '3f2a91c0', at: { type: 'entry', number: 340 } }],
    ['3f2a91c0@before-refactor', { name: '3f2a91c0', at: { type: 'ref', name: 'before-refactor' } }],
    ['mia@host/session.jsonl@3', { name: 'mia@host/session.jsonl', at: { type: 'step', number: 3 } }],
    ['main', { name: 'main', at: null }],
    ['@12', { name: '@12', at: null }],
  ])('%s', (text, point) => {
    expect(readPoint(text)).toEqual(point);
  });

  it('never cuts the path of a file', () => {
    expect(readPoint('odd@12', (path) => path === 'odd@12')).toEqual({ name: 'odd@12', at: null });
  });

  it.each(['tape@0', 'tape#main', 'tape@1.5', 'tape@', 'tape@after:0', 'tape#after:3'])('refuses %s', (text) => {
    expect(() => readPoint(text)).toThrowError(expect.objectContaining({ code: 'bad-input' }));
  });
});

const TREE = 'u1 "a" > a1 call Bash t1 <- step m1 > r1 t1 > a2 "b" <- step m2\n- mode {"mode":"x"}';

describe('points in a tape', () => {
  const tape = async () => {
    const { reader, idOf } = await drawn({ 's1.jsonl': TREE });
    const row = reader.catalog.tape(idOf('s1.jsonl'));
    const at = (text: string, refs: readonly Ref[] = []) => {
      const { seq, step } = pointIn(reader.catalog, row, readPoint(text).at, refs);
      return [seq, step];
    };
    return { reader, row, at };
  };

  it('are an entry and the step that it is in or after', async () => {
    const { at } = await tape();
    expect([at('x@1'), at('x@2'), at('x@last'), at('x@-2')]).toEqual([
      [2, 1],
      [4, 2],
      [4, 2],
      [2, 1],
    ]);
    expect([at('x#1'), at('x#2'), at('x#3'), at('x#4'), at('x')]).toEqual([
      [1, null],
      [2, 1],
      [3, 1],
      [4, 2],
      [5, 2],
    ]);
  });

  it('say what there is where they are not there', async () => {
    const { at } = await tape();
    expect(() => at('x@3')).toThrowError('The tape "a" has 2 steps; there is no 3.');
    expect(() => at('x#-6')).toThrowError('has 5 entries; there is no -6.');
    expect(() => at('x@main')).toThrowError('No ref of this tape is called main.');
  });

  it('follow a ref, and say so where a source has lost what it named', async () => {
    const { reader, row, at } = await tape();
    const ref: Ref = { name: 'main', tape: row.id, file: row.file, seq: 3, step: null, at: '' };
    expect(at('x@main', [ref])).toEqual([3, 1]);
    expect(refPoint(reader.catalog, row, { ...ref, seq: 4, step: 2 })).toMatchObject({ seq: 4, step: 2 });
    expect(() => refPoint(reader.catalog, row, { ...ref, seq: 9 })).toThrowError('The ref main names entry 9, but its tape has 5 by now.');
  });
});

it('a name that several tapes have is not a point', () => {
  const ref: Ref = { name: 'main', tape: 'aaa', file: '', seq: 1, step: null, at: '' };
  expect(refNamed('main', [ref])).toBe(ref);
  expect(refNamed('other', [ref])).toBeNull();
  expect(() => refNamed('main', [ref, { ...ref, tape: 'bbb' }])).toThrowError(
    '2 tapes have a ref called main. Say which: aaa@main, bbb@main.',
  );
});
