import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { build } from './build.ts';
import { assembleContext } from './context.ts';
import { describeFolder } from './edit.ts';
import { getFolder, listReferences } from './folders.ts';
import { generate } from './generate.ts';
import { scan } from './scan.ts';
import { project, write } from './testing.ts';
import { validate } from './validate.ts';

const OLD = {
  'p/a/f.ts': "// The old sentence.\nimport { b } from '../b/g.ts';\n",
  'p/b/g.ts': 'export const b = 1;\n',
  'p/c/h.ts': '// Other.\n',
};
const NEW = { 'p/a/f.ts': "// The new sentence.\nimport { c } from '../c/h.ts';\n" };

const described = async () => {
  const float = project(OLD);
  await scan(float);
  await generate(float);
  describeFolder(float, '/p/a', { description: 'By hand.', content: 'Said at length.', by: 'person' });
  await build(float);
  return float;
};

it('after a scan a context says of the files what they say now, in a folder that a person described too', async () => {
  const float = await described();
  write(float.root, NEW);
  const { stale } = await scan(float);
  expect(stale).toContain('/p/a');
  await build(float, { stale: true });
  const { text } = await assembleContext(float, '/p/a', 'standard');
  expect([text.includes('The new sentence.'), text.includes('The old sentence.')]).toEqual([true, false]);
  expect(listReferences(float, '/p/a').map(({ to }) => to)).toEqual(['/p/c']);
  expect(text).toContain('By hand.');
});

it('what a person said is kept, marked as older than the files, and validate says so until it is said again', async () => {
  const float = await described();
  expect(getFolder(float, '/p/a').textState).toBe('current');
  write(float.root, NEW);
  await scan(float);
  await build(float, { stale: true });
  expect(getFolder(float, '/p/a')).toMatchObject({ description: 'By hand.', descriptionBy: 'person', textState: 'stale' });
  expect((await assembleContext(float, '/p/a', 'standard')).text).toContain('*Written before the files last changed.*');
  const words = async () => (await validate(float)).filter(({ path }) => path === '/p/a').map((row) => [row.state, row.words !== '']);
  expect(new Set((await words()).map(String))).toEqual(new Set(['current,true']));
  expect(describeFolder(float, '/p/a', { description: 'By hand.', by: 'person' })).toContain('/p/a');
  await build(float, { stale: true });
  expect(getFolder(float, '/p/a').textState).toBe('current');
  expect(new Set((await words()).map(String))).toEqual(new Set(['current,false']));
});

it('new folders and files are described by the scan once texts were generated, and not before', async () => {
  const float = project(OLD);
  await scan(float);
  expect(getFolder(float, '/p/c').description).toBeNull();
  await generate(float);
  write(float.root, { 'p/new/k.ts': '// Fresh.\n' });
  rmSync(`${float.root}/p/c`, { recursive: true });
  await scan(float);
  expect(getFolder(float, '/p/new').description).toContain('Fresh.');
});

it('a text of a model is left to a model, and stays marked where only the files were looked at', async () => {
  const float = project(OLD);
  await scan(float);
  await generate(float, { writer: { model: 'm', write: async () => ({ description: 'A model’s.', content: null }) } });
  write(float.root, NEW);
  await scan(float);
  await generate(float, { stale: true });
  expect(getFolder(float, '/p/a')).toMatchObject({ description: 'A model’s.', descriptionBy: 'model', textState: 'stale' });
});
