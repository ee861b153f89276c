import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, expect, test } from 'vitest';

const BIN = join(import.meta.dirname, '../bin');
const files = readdirSync(BIN);
const installed = mkdtempSync(join(tmpdir(), 'tapescope-bin-'));
mkdirSync(join(installed, 'bin'));
mkdirSync(join(installed, 'out/main'), { recursive: true });
for (const file of files) copyFileSync(join(BIN, file), join(installed, 'bin', file));
for (const program of ['tape', 'float', 'tapescope'])
  writeFileSync(join(installed, `out/main/${program}.js`), `console.log('ran ${program}')`);
afterAll(() => rmSync(installed, { recursive: true }));

/** Runs an installed command in a process that takes itself for another: `lies` are statements that run before it. */
const run = (command: string, lies = '') => {
  const preload = join(installed, 'lies.cjs');
  writeFileSync(preload, lies);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-r', preload, join(installed, 'bin', `${command}.cjs`)], {
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
};

/** What ECMAScript 5 does not have, but for `import()`, which Node reads since 10. */
const isNew = (node: ts.Node): boolean =>
  ts.isArrowFunction(node) ||
  ts.isTemplateLiteral(node) ||
  ts.isClassLike(node) ||
  ts.isSpreadElement(node) ||
  ts.isAwaitExpression(node) ||
  ts.isObjectBindingPattern(node) ||
  ts.isArrayBindingPattern(node) ||
  ts.isShorthandPropertyAssignment(node) ||
  ts.isImportDeclaration(node) ||
  (ts.isVariableDeclarationList(node) && (node.flags & ts.NodeFlags.BlockScoped) !== 0) ||
  node.kind === ts.SyntaxKind.QuestionDotToken ||
  node.kind === ts.SyntaxKind.QuestionQuestionToken;

const newIn = (file: string): string[] => {
  const source = ts.createSourceFile(file, readFileSync(join(BIN, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isNew(node)) found.push(node.getText(source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

test('what an installed command runs first is syntax that any Node reads', () => {
  const programs = files.filter((name) => name.endsWith('.cjs'));
  expect(files.toSorted()).toEqual(['float.cjs', 'start.cjs', 'tape-hook', 'tape.cjs', 'tapescope.cjs']);
  expect(programs.flatMap(newIn)).toEqual([]);
  for (const file of programs.filter((name) => name !== 'start.cjs'))
    expect(readFileSync(join(BIN, file), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
});

test.each(['tape', 'float', 'tapescope'])('%s runs its bundle and looks for no sources', (command) => {
  expect(run(command)).toEqual({ status: 0, said: `ran ${command}\n` });
});

test('a Node whose interface is too old for the addon gets one sentence, and so does a platform without one', () => {
  const older = "Object.defineProperty(process, 'versions', { value: { node: '22.12.0', napi: '9' } });";
  expect(run('tape', older)).toEqual({ status: 1, said: 'Tapescope needs Node 22.14, 24 or newer; this is Node 22.12.0.\n' });
  const ancient = "Object.defineProperty(process, 'versions', { value: { node: '6.0.0' } });";
  expect(run('tapescope', ancient)).toEqual({ status: 1, said: 'Tapescope needs Node 22.14, 24 or newer; this is Node 6.0.0.\n' });
  const other = "Object.defineProperty(process, 'arch', { value: 'riscv64' });";
  expect(run('float', other).said).toBe(
    `Tapescope runs on Linux, macOS and Windows with x64 or arm64; this is ${process.platform} with riscv64.\n`,
  );
});

test('npm is told of the same versions of Node as people are', () => {
  const { engines } = JSON.parse(readFileSync(join(BIN, '../package.json'), 'utf8')) as { engines: { node: string } };
  expect(engines.node).toBe('^22.14.0 || >=24');
});
