import { appendFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical, digest } from '../formats/digest.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { loadRaw, loadRecords, sourceReads } from './load.ts';

/** A file of lines, with the pointer of each. */
const fileOf = (lines: readonly string[]) => {
  const path = writeFile(tempFolder(), 'tape.jsonl', lines.map((line) => `${line}\n`).join(''));
  let offset = 0;
  const pointers = lines.map((line) => {
    const pointer = { offset, length: Buffer.byteLength(line) };
    offset += pointer.length + 1;
    return pointer;
  });
  return { path, pointers };
};

describe('loading records by pointer', () => {
  it('answers in the order of the pointers, each as often as it is asked for', async () => {
    const { path, pointers } = fileOf(['{"a":"ü"}', '{"b":2}', '{"c":3}']);
    const [a, , c] = pointers;
    if (!a || !c) throw new Error('the file has three lines');
    expect(await loadRecords({ file: path, format: 'bub' }, [c, a, c])).toEqual([{ c: 3 }, { a: 'ü' }, { c: 3 }]);
  });

  it('reads neighbours together and far ones apart', async () => {
    const { path, pointers } = fileOf(['{"a":1}', '{"b":2}', `{"pad":"${'x'.repeat(70_000)}"}`, '{"c":3}']);
    const [a, b, , c] = pointers;
    if (!a || !b || !c) throw new Error('the file has four lines');
    const before = { ...sourceReads };
    await loadRecords({ file: path, format: 'bub' }, [a, b, c]);
    expect(sourceReads.opens - before.opens).toBe(1);
    expect(sourceReads.reads - before.reads).toBe(2);
    expect(sourceReads.bytes - before.bytes).toBe(a.length + 1 + b.length + c.length);
  });

  it('opens nothing for no pointers', async () => {
    const before = sourceReads.opens;
    expect(await loadRecords({ file: '/nowhere/at/all', format: 'bub' }, [])).toEqual([]);
    expect(sourceReads.opens).toBe(before);
  });

  it('answers null where the source changed underneath, and the rest still loads', async () => {
    const { path, pointers } = fileOf(['{"a":1}', '{"b":2}']);
    writeFileSync(path, '{"a":1}\n???');
    expect(await loadRecords({ file: path, format: 'bub' }, pointers)).toEqual([{ a: 1 }, null]);
    appendFileSync(path, 'x'.repeat(20));
    expect(await loadRecords({ file: path, format: 'bub' }, pointers)).toEqual([{ a: 1 }, null]);
  });

  it('mends NUL bytes as the line reader does and shows the line as it stands', async () => {
    const { path, pointers } = fileOf(['{"a":\0\0 1}']);
    const [a] = pointers;
    if (!a) throw new Error('the file has one line');
    expect(await loadRecords({ file: path, format: 'bub' }, pointers)).toEqual([{ a: 1 }]);
    expect(await loadRaw({ file: path, format: 'bub' }, a)).toEqual({ record: { a: 1 }, text: '{"a":\0\0 1}' });
  });

  it('says which file is gone', async () => {
    const path = `${tempFolder()}/gone.jsonl`;
    await expect(loadRecords({ file: path, format: 'bub' }, [{ offset: 0, length: 2 }])).rejects.toMatchObject({
      code: 'unreadable',
      message: `${path} cannot be read: it no longer exists.`,
    });
  });
});

describe('the digest of a payload', () => {
  it('does not depend on the order of keys and survives JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonical(value as never);
        expect(canonical(JSON.parse(text))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
    expect(digest({ b: [1, { d: 1, c: 2 }], a: 2 })).toBe(digest({ a: 2, b: [1, { c: 2, d: 1 }] }));
    expect(digest({ a: 1 })).not.toBe(digest({ a: '1' }));
  });

  it('tells lone surrogates apart', () => {
    expect(canonical('\ud800')).toBe('"\\ud800"');
    expect(digest('\ud800')).not.toBe(digest('\ud801'));
  });

  it('takes nesting deeper than the stack and lists longer than it', () => {
    const deep = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`);
    expect(digest(deep)).toHaveLength(64);
    expect(canonical(new Array(300_000).fill(1))).toHaveLength(600_001);
  });

  it('has the known value of a known text', () => {
    expect(canonical({ b: 'é', a: [true, null, 1.5] })).toBe('{"a":[true,null,1.5],"b":"é"}');
    expect(digest('')).toBe('12ae32cb1ec02d01eda3581b127c1fee3b0dc53572ed6baf239721a03d82e126');
  });
});
