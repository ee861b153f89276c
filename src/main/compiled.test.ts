import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from './engine/testing/files.ts';

const COMPILED = new URL('compiled.ts', import.meta.url).href;

/** A program in chunks, of which one loads another. */
const program = () => {
  const folder = tempFolder();
  const file = join(folder, 'kept');
  writeFileSync(join(folder, 'one-4xQ_b-0Z.js'), `const { say } = require('./two-BZkdMoWk.js'); exports.run = (word) => say(word);`);
  writeFileSync(join(folder, 'two-BZkdMoWk.js'), `exports.say = (word) => word === 'fail' ? process.exit(3) : word + ' light';`);
  writeFileSync(join(folder, 'other-C79jNW_e.js'), `exports.run = (word) => 'other ' + word;`);
  const run = (word: string, chunk = 'one-4xQ_b-0Z.js') => {
    const code = `import { createRequire } from 'node:module';
      import { keepCompiled } from ${JSON.stringify(COMPILED)};
      keepCompiled(${JSON.stringify(folder)}, ${JSON.stringify(file)});
      console.log(createRequire(${JSON.stringify(join(folder, 'main.js'))})('./${chunk}').run(${JSON.stringify(word)}));`;
    const words = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', code];
    const { stdout, stderr, status } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    return { out: stdout.trim(), err: stderr, status };
  };
  return { folder, file, run };
};

const contents = (file: string): { runs: number; chunks: Record<string, [number, number]> } =>
  JSON.parse(readFileSync(file, 'latin1').split('\n', 1)[0] ?? '');

test('what was compiled is kept with the functions that were called, for three runs, and then left as it is', () => {
  const { file, run } = program();
  const said = { out: 'harbour light', err: '', status: 0 };
  expect(run('harbour')).toEqual(said);
  const first = contents(file);
  expect(Object.keys(first.chunks)).toEqual(['one-4xQ_b-0Z.js', 'two-BZkdMoWk.js']);
  expect([run('harbour'), run('harbour')]).toEqual([said, said]);
  expect(contents(file).runs).toBe(3);
  const { mtimeMs } = statSync(file);
  expect(run('harbour')).toEqual(said);
  expect(statSync(file).mtimeMs).toBe(mtimeMs);
});

test('a chunk that comes later is added, those that are not loaded stay, and those that are gone go', () => {
  const { folder, file, run } = program();
  for (const word of ['a', 'b', 'c']) run(word);
  expect(run('late', 'other-C79jNW_e.js').out).toBe('other late');
  expect(Object.keys(contents(file).chunks).sort()).toEqual(['one-4xQ_b-0Z.js', 'other-C79jNW_e.js', 'two-BZkdMoWk.js']);
  expect(run('harbour').out).toBe('harbour light');
  expect(Object.keys(contents(file).chunks).sort()).toEqual(['one-4xQ_b-0Z.js', 'other-C79jNW_e.js', 'two-BZkdMoWk.js']);
  rmSync(join(folder, 'other-C79jNW_e.js'));
  writeFileSync(join(folder, 'more-Dxux-mAz.js'), `exports.run = (word) => 'more ' + word;`);
  run('x', 'more-Dxux-mAz.js');
  expect(Object.keys(contents(file).chunks).sort()).toEqual(['more-Dxux-mAz.js', 'one-4xQ_b-0Z.js', 'two-BZkdMoWk.js']);
});

const twice = (copy: Buffer): Buffer => Buffer.concat([copy, copy]);

test.each([
  ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.indexOf('\n') + 40)],
  ['of another version of V8', (bytes: Buffer) => twice(Buffer.concat([bytes.subarray(0, bytes.indexOf('\n') + 1), Buffer.alloc(9999)]))],
  ['nothing that was written here', () => Buffer.from('what is this')],
  ['JSON of another shape', () => Buffer.from('{}\n'.repeat(2))],
  ['JSON with other places', () => Buffer.from('{"runs":1,"chunks":{"one-4xQ_b-0Z.js":7}}\n'.repeat(2))],
])('a file that is %s is written again', (_, spoil) => {
  const { file, run } = program();
  run('harbour');
  writeFileSync(file, spoil(readFileSync(file)));
  expect(run('harbour')).toEqual({ out: 'harbour light', err: '', status: 0 });
  const { runs, chunks } = contents(file);
  expect(runs).toBeLessThanOrEqual(2);
  expect(
    readFileSync(file)
      .subarray(-(chunks['two-BZkdMoWk.js']?.[1] ?? 0))
      .some((byte) => byte !== 0),
  ).toBe(true);
});

test('no byte that changed in the file reaches V8, which would end the process', () => {
  const { file, run } = program();
  for (const word of ['a', 'b', 'c']) run(word);
  const good = readFileSync(file);
  // One in the list of chunks, and others all over the code of both copies.
  for (const at of [3, ...Array.from({ length: 11 }, (_, part) => Math.floor((good.length * (part + 0.5)) / 11))]) {
    const spoiled = Buffer.from(good);
    spoiled.writeUInt8((good[at] ?? 0) ^ 0x41, at);
    writeFileSync(file, spoiled);
    expect({ at, ...run('harbour') }).toEqual({ at, out: 'harbour light', err: '', status: 0 });
    expect({ at, runs: contents(file).runs }).toEqual({ at, runs: 1 });
  }
});

test('a chunk without a hash in its name is compiled again, since V8 takes what it kept for any code of the same length', () => {
  const { folder, file, run } = program();
  const entry = join(folder, 'entry.js');
  writeFileSync(entry, `exports.run = (word) => 'old ' + word;`);
  expect(run('harbour', 'entry.js').out).toBe('old harbour');
  writeFileSync(entry, `exports.run = (word) => 'new ' + word;`);
  expect(run('harbour', 'entry.js').out).toBe('new harbour');
  expect(Object.keys(contents(file).chunks)).toEqual([]);
});

test('a run that fails keeps nothing, and a place that cannot be written to is not a failure', () => {
  const { folder, file, run } = program();
  expect(run('fail').status).toBe(3);
  expect(existsSync(file)).toBe(false);
  mkdirSync(file);
  expect(run('harbour')).toEqual({ out: 'harbour light', err: '', status: 0 });
  expect(readdirSync(folder).sort()).toEqual(['kept', 'one-4xQ_b-0Z.js', 'other-C79jNW_e.js', 'two-BZkdMoWk.js']);
});
