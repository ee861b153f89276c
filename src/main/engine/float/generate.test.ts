import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeBoot } from './boot.ts';
import { build } from './build.ts';
import { assembleContext } from './context.ts';
import { describeFolder } from './edit.ts';
import { extract } from './extract.ts';
import { exportsIn, importsIn, leadingComment } from './extract-code.ts';
import type { Float } from './float.ts';
import { getFolder, listReferences } from './folders.ts';
import { generate, type Writer } from './generate.ts';
import { scan } from './scan.ts';
import { project, write } from './testing.ts';

describe('what files say of themselves', () => {
  it.each([
    ['a.ts', "// Signs tokens. And more.\n\nimport x from 'y';\n", 'Signs tokens.'],
    ['a.ts', '#!/usr/bin/env node\n/**\n * Keeps sessions\n * for a day.\n * @module x\n */\n', 'Keeps sessions for a day.'],
    ['a.ts', "import { a } from './a.ts';\nimport b from 'b';\n\n/** What a session is. */\nexport const x = 1;\n", 'What a session is.'],
    ['a.py', '"""Reads logs.\n\nIn detail.\n"""\n', 'Reads logs.'],
    ['a.go', '// Package x opens doors.\npackage x\n', 'Package x opens doors.'],
    ['a.ts', '// Copyright 2026 Somebody\n', null],
    ['a.ts', 'const x = 1;\n', null],
    ['a.bin', '// no', null],
  ])('%s: %j', (name, text, said) => {
    expect(leadingComment(name, text)).toBe(said);
  });

  it('names what is exported and what is imported', () => {
    const code =
      "import { a } from '../db/open.ts';\nimport b from 'pkg';\nconst c = await import('./c.ts');\nexport * from './d';\nexport const one = 1;\nexport async function two() {}\nexport type Three = 1;\nconst four = 4;\n";
    expect(exportsIn('a.ts', code)).toEqual(['one', 'two', 'Three']);
    expect(importsIn('a.ts', code)).toEqual(['../db/open.ts', './c.ts', './d']);
    expect(importsIn('a.py', 'from ..db.open import x\nfrom . import y\nimport os\n')).toEqual(['../db/open', './']);
    expect(exportsIn('a.rs', 'pub fn a() {}\nfn b() {}\npub(crate) struct C;\n')).toEqual(['a', 'C']);
  });

  it('takes the README’s first words over the manifest’s, and those over the entry file’s', () => {
    const readme = { name: 'README.md', text: '# Title\n\n[![badge](x)](y)\n\nA tool that\nreads logs.\n\nMore.\n' };
    const manifest = { name: 'package.json', text: '{"description": "From the manifest", "scripts": {"test": "x"}}' };
    const entry = { name: 'index.ts', text: '// From the entry.\n' };
    expect(extract([entry, manifest, readme]).description).toBe('A tool that reads logs.');
    expect(extract([entry, manifest]).description).toBe('From the manifest');
    expect(extract([entry]).description).toBe('From the entry.');
    expect(
      extract([
        { name: 'b.ts', text: '// B it is.\n' },
        { name: 'a.ts', text: '// A.\n' },
      ]).description,
    ).toBe('a.ts: A. b.ts: B it is.');
    expect(extract([{ name: 'package.json', text: '{broken' }])).toMatchObject({ description: null, content: null });
    expect(extract([manifest]).content).toBe('Scripts: test');
  });
});

const TREE = {
  'README.md': '# P\n\nThe project.\n\nSee [the specs](docs/specs/api.md).\n',
  'src/auth/jwt.ts': "// Signs tokens.\nimport { open } from '../db/open.ts';\nexport const sign = open;\n",
  'src/db/open.ts': '// Opens it.\nexport const open = 1;\n',
  'docs/specs/api.md': '# API\n\nIt says all.\n',
};

const generated = async (): Promise<Float> => {
  const float = project(TREE);
  await scan(float);
  await generate(float);
  return float;
};

describe('generate', () => {
  it('fills what is empty, infers references, and marks both', async () => {
    const float = await generated();
    expect(getFolder(float, '/')).toMatchObject({ description: 'The project.', descriptionBy: 'extracted', textState: 'current' });
    expect(listReferences(float)).toEqual([
      { from: '/', to: '/docs/specs', why: 'README.md links to it', origin: 'inferred' },
      { from: '/src/auth', to: '/src/db', why: 'jwt.ts imports it', origin: 'inferred' },
    ]);
    const { text } = await assembleContext(float, '/src/auth', 'full');
    expect(text).toContain('- `jwt.ts` — Signs tokens.');
    expect(text).toContain('- `jwt.ts`: sign');
    expect(text).toContain('*Extracted from the files, not written by a person.*');
    expect(text).toContain('- /src/db (open.ts: Opens it.): jwt.ts imports it [inferred]');
  });

  it('never touches what a person wrote, nor what a model wrote where none is asked', async () => {
    const float = project(TREE);
    await scan(float);
    describeFolder(float, '/', { description: 'Mine.', by: 'person' });
    describeFolder(float, '/docs/specs', { description: 'A model’s.', by: 'model', model: 'm' });
    const receipt = await generate(float);
    expect(receipt.kept).toEqual(['/', '/docs/specs']);
    expect(getFolder(float, '/')).toMatchObject({ description: 'Mine.', descriptionBy: 'person', contentBy: 'extracted' });
    expect(getFolder(float, '/docs/specs')).toMatchObject({ description: 'A model’s.', descriptionBy: 'model' });
  });

  it('counts each folder once: one whose exports are all that it says is not silent', async () => {
    const float = project({ 'bare/a.ts': 'export const one = 1;\n', 'empty/x.bin': '\0' });
    await scan(float);
    const { described, silent, kept } = await generate(float);
    expect(getFolder(float, '/bare')).toMatchObject({ description: null, contentBy: 'extracted' });
    expect({ described, silent, kept }).toEqual({ described: ['/bare'], silent: ['/', '/empty'], kept: [] });
  });

  it('does nothing the second time, and with --stale only what is older than its files', async () => {
    const float = await generated();
    await build(float, { tiers: ['minimal'] });
    expect(await generate(float)).toMatchObject({ described: [], stale: [], references: { added: 0, removed: 0 } });
    write(float.root, { 'src/auth/jwt.ts': '// Signs other tokens.\n' });
    await scan(float);
    await build(float, { stale: true });
    const receipt = await generate(float, { stale: true });
    expect(receipt.references).toEqual({ added: 0, removed: 1 });
    expect(receipt.stale).toEqual(['/', '/src', '/src/auth']);
    expect(receipt.described).toEqual(['/src/auth']);
  });

  it('with --stale asks a writer about the folder whose files changed, and not about those above; nor again where it had nothing to say', async () => {
    const float = project(TREE);
    await scan(float);
    const asked: Record<string, unknown> = {};
    const writer: Writer = {
      model: 'm',
      write: async ({ path }, { files, folders }) => {
        asked[path] = [files.map(({ name }) => name), folders];
        return { description: path === '/src' ? null : `All about ${path}.`, content: null };
      },
    };
    const ask = async (changed: Record<string, string>): Promise<string[]> => {
      for (const path of Object.keys(asked)) delete asked[path];
      write(float.root, changed);
      await scan(float);
      await generate(float, { stale: true, writer });
      return Object.keys(asked).sort();
    };
    expect(await ask({})).toEqual(['/', '/docs', '/docs/specs', '/src', '/src/auth', '/src/db']);
    expect(asked['/docs']).toEqual([[], [{ name: 'specs', description: 'All about /docs/specs.' }]]);
    expect(await ask({})).toEqual([]);
    expect(await ask({ 'src/auth/jwt.ts': '// Signs more.\n' })).toEqual(['/src/auth']);
    expect(await ask({ 'src/new/a.ts': '' })).toEqual(['/src', '/src/new']);
  });

  it('takes a text for as old as the files that it was made from, also where others were scanned meanwhile', async () => {
    const float = project(TREE);
    await scan(float);
    const slowly = async () => {
      write(float.root, { 'src/db/open.ts': '// Shuts it.\n' });
      await scan(float);
      return { description: 'Opens.', content: null };
    };
    await generate(float, { path: '/src/db', writer: { model: 'm', write: slowly } });
    expect(getFolder(float, '/src/db')).toMatchObject({ description: 'Opens.', textState: 'stale' });
  });

  it.skipIf(process.platform === 'win32')('follows no link that came into the place of a file or a folder since the scan', async () => {
    const outside = project({ 'README.md': 'A secret.', 'deep/README.md': 'Another secret.' });
    const float = project({ 'a/README.md': 'Known.', 'b/README.md': 'Known.', 'c/README.md': 'Known.' });
    await scan(float);
    rmSync(join(float.root, 'a/README.md'));
    symlinkSync(join(outside.root, 'README.md'), join(float.root, 'a/README.md'));
    rmSync(join(float.root, 'b'), { recursive: true });
    symlinkSync(join(outside.root, 'deep'), join(float.root, 'b'));
    await generate(float);
    expect(['/a', '/b', '/c'].map((path) => getFolder(float, path).description)).toEqual([null, null, 'Known.']);
  });

  it('lets a writer say it, with what was found', async () => {
    const float = project(TREE);
    await scan(float);
    const writer = {
      model: 'm',
      write: async (folder: { path: string }, found: { description: string | null }) => ({
        description: `${folder.path}: ${found.description}`,
        content: null,
      }),
    };
    await generate(float, { path: '/src/db', writer });
    expect(getFolder(float, '/src/db')).toMatchObject({
      description: '/src/db: open.ts: Opens it.',
      descriptionBy: 'model',
      content: null,
    });
    await expect(generate(float, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'cancelled' });
  });
});

it('boot.md is written once and never over a person’s edits', () => {
  const float = project();
  expect(writeBoot(float)).toEqual(['boot.md', '.gitignore']);
  const path = join(float.root, '.float', 'boot.md');
  expect(readFileSync(path, 'utf8')).toContain('.float/context/NAME.standard.md');
  writeFileSync(path, 'mine');
  expect(writeBoot(float)).toEqual([]);
  expect(readFileSync(path, 'utf8')).toBe('mine');
});
