import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../testing/files.ts';
import { defaultPointed, planPointing, writePointing } from './point.ts';

it('adds one line and no second one, and takes it out so that the file is as it was', () => {
  const root = tempFolder();
  const file = join(root, 'CLAUDE.md');
  for (const before of ['# Rules\n\nBe kind.\n', 'Without an end']) {
    writeFileSync(file, before);
    expect(defaultPointed(root)).toBe('CLAUDE.md');
    const plan = planPointing(root, 'CLAUDE.md', false);
    expect(plan.diff).toEqual([expect.stringContaining('.float/boot.md')]);
    expect(readFileSync(file, 'utf8')).toBe(before);
    writePointing(root, plan);
    expect(planPointing(root, 'CLAUDE.md', false).diff).toEqual([]);
    writePointing(root, planPointing(root, 'CLAUDE.md', true));
    expect(readFileSync(file, 'utf8').trimEnd()).toBe(before.trimEnd());
  }
});

it('leaves every other byte as it was: ends of lines, blank lines at the end, other encodings', () => {
  const root = tempFolder();
  const file = join(root, 'CLAUDE.md');
  const texts = ['# Rules\r\n\r\nBe kind.\r\n', 'Be kind.\n\n\n', '\n\nBe kind.\n', 'Fr\u00fche V\u00f6gel\n', '\u00ef\u00bb\u00bfBOM\n'];
  for (const before of texts) {
    writeFileSync(file, before, 'latin1');
    writePointing(root, planPointing(root, 'CLAUDE.md', false));
    const pointed = readFileSync(file, 'latin1');
    expect(pointed.startsWith(before)).toBe(true);
    expect(/[^\r]\n/.test(pointed)).toBe(!before.includes('\r\n'));
    writePointing(root, planPointing(root, 'CLAUDE.md', true));
    expect(readFileSync(file, 'latin1')).toBe(before);
  }
});

it('makes AGENTS.md where there is neither file, and removes it with its only line', () => {
  const root = tempFolder();
  expect(defaultPointed(root)).toBe('AGENTS.md');
  writePointing(root, planPointing(root, 'AGENTS.md', false));
  expect(readFileSync(join(root, 'AGENTS.md'), 'utf8').split('\n')).toHaveLength(2);
  writePointing(root, planPointing(root, 'AGENTS.md', true));
  expect(existsSync(join(root, 'AGENTS.md'))).toBe(false);
});

it.skipIf(process.platform === 'win32')('follows no link out of the project', () => {
  const [root, outside] = [tempFolder(), tempFolder()];
  writeFileSync(join(outside, 'rules.md'), 'Theirs.');
  symlinkSync(join(outside, 'rules.md'), join(root, 'CLAUDE.md'));
  expect(() => planPointing(root, 'CLAUDE.md', false)).toThrow('leads out of the project');
});
