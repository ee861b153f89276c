import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blockIn, blockLine } from './lines.ts';
import { joined, piecesOf } from './pieces.ts';

const blocksOf = (body: Buffer) => {
  const { pieces, blocks } = piecesOf(body);
  return { pieces, blocks, kept: new Map(blocks.map(({ digest, bytes }) => [digest, bytes])) };
};

const word = 'a long enough sentence about a harbour, so that it is worth a line of its own ';
const message = (text: string) => ({ role: 'user', content: `${word}${text}` });

describe('piecesOf', () => {
  const givesBack = (body: Buffer): void => {
    const { pieces, kept } = blocksOf(body);
    expect(joined(pieces, kept)?.equals(body)).toBe(true);
  };

  test('gives back any bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => givesBack(Buffer.from(bytes))));
  });

  test('gives back any JSON, however it is spaced', () => {
    const texts = fc.array(fc.string({ unit: 'binary', maxLength: 60 }), { maxLength: 6 });
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.constantFrom(undefined, 1, '\t'), texts, (inner, space, said) => {
        const body = { system: [{ text: word }], of: JSON.parse(inner), messages: said.map(message) };
        givesBack(Buffer.from(JSON.stringify(body, null, space)));
      }),
    );
  });

  test('keeps what two requests share once', () => {
    const messages = Array.from({ length: 20 }, (_, at) => message(`${at}`));
    const first = blocksOf(Buffer.from(JSON.stringify({ model: 'm', system: [{ text: word }], messages })));
    const second = blocksOf(Buffer.from(JSON.stringify({ model: 'm', system: [{ text: word }], messages: [...messages, message('new')] })));
    const fresh = second.blocks.filter(({ digest }) => !first.kept.has(digest));
    expect(first.blocks).toHaveLength(21);
    expect(fresh.map(({ bytes }) => JSON.parse(`${bytes}`))).toEqual([message('new')]);
  });

  test('finds lists one object further in, and none below that', () => {
    const body = { request: { contents: [message('1'), message('2')] }, deep: { deep: { deep: { list: [message('3')] } } } };
    expect(blocksOf(Buffer.from(JSON.stringify(body))).blocks).toHaveLength(2);
  });

  test('keeps as one block what is cut off in mid-value', () => {
    const whole = JSON.stringify({ messages: [message('1'), message('2')] });
    for (const end of [whole.length - 1, whole.length - 20, 120]) expect(blocksOf(Buffer.from(whole.slice(0, end))).blocks).toHaveLength(1);
  });
});

describe('a line of a block', () => {
  test('is one line of JSON and gives back the bytes', () => {
    const json = fc.json().map((text) => Buffer.from(text));
    const text = fc.string({ unit: 'binary' }).map((of) => Buffer.from(of));
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), json, text), (bytes) => {
        const block = { digest: 'ab'.repeat(32), bytes: Buffer.from(bytes) };
        const line = blockLine(block);
        expect(line.indexOf('\n')).toBe(line.length - 1);
        expect(JSON.parse(line)).toMatchObject({ type: 'block' });
        expect(blockIn(line.trimEnd())).toEqual(block);
      }),
    );
  });
});
