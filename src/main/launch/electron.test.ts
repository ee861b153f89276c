import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../engine/testing/files.ts';
import { electronFolder, findElectron, whyNoWindow } from './electron.ts';

test('there is no window without a display, and none as root on Linux', () => {
  expect(whyNoWindow('linux', {}, 1000)).toContain('no display');
  expect(whyNoWindow('linux', { DISPLAY: ':0' }, 0)).toContain('root');
  expect(whyNoWindow('linux', { DISPLAY: ':0' }, 1000)).toBeNull();
  expect(whyNoWindow('linux', { WAYLAND_DISPLAY: 'wayland-0' }, 1000)).toBeNull();
  expect(whyNoWindow('darwin', {}, 501)).toBeNull();
  expect(whyNoWindow('win32', {}, undefined)).toBeNull();
});

const put = (path: string, text: string): string => {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  return path;
};

test('the binary is there when its file is, not when its name is', () => {
  const root = tempFolder();
  expect(electronFolder(root)).toBeNull();
  const folder = join(root, 'node_modules/electron');
  put(join(folder, 'package.json'), '{ "name": "electron", "main": "index.js" }');
  expect(electronFolder(root)).toBe(folder);
  put(join(folder, 'path.txt'), 'electron');
  expect(findElectron(root)).toBeNull();
  const program = put(join(folder, 'dist/electron'), '');
  expect(findElectron(root)).toBe(program);
});

test('an Electron that was installed next to an installed Tapescope is found', () => {
  const modules = join(tempFolder(), 'lib/node_modules');
  put(join(modules, 'tapescope/package.json'), '{ "name": "tapescope" }');
  put(join(modules, 'electron/package.json'), '{ "name": "electron" }');
  expect(electronFolder(join(modules, 'tapescope'))).toBe(join(modules, 'electron'));
});
