import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../../src/main/engine/testing/files.ts';
import { fuses } from '../../src/main/shell/fuses.ts';
import { findArchive } from './archive.mjs';
import { desktopConfig } from './config.mjs';
import { burnFuses, packedBinary } from './fuses.mjs';
import { icnsOf, icoOf } from './icon-files.mjs';

const RESOURCES = join(import.meta.dirname, '../../resources/desktop');

describe('the configuration', () => {
  const ofBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder'));
  const { validateConfiguration } = ofBuilder('app-builder-lib/out/util/config/config.js');
  const judge = (config: object): Promise<void> => validateConfiguration(config, { isEnabled: false });

  test('is what electron-builder’s own schema takes, with updates and without', async () => {
    await judge(desktopConfig());
    await judge(desktopConfig({ electron: '/somewhere', updates: 'https://updates.example' }));
    await expect(judge({ ...desktopConfig(), asarUnpak: [] })).rejects.toThrow(/asarUnpak/);
  });

  test('never looks for updates unless an address is given, and takes a log as one program among others', () => {
    expect(desktopConfig()).toMatchObject({ publish: null, asar: true, npmRebuild: false });
    expect(desktopConfig({ updates: 'https://updates.example' }).publish).toEqual({ provider: 'generic', url: 'https://updates.example' });
    const { mac, win } = desktopConfig() as Record<string, { fileAssociations?: object[] }>;
    expect(mac?.fileAssociations).toMatchObject([{ ext: 'jsonl', rank: 'Alternate' }]);
    expect(win?.fileAssociations).toBeUndefined();
    expect(readFileSync(join(RESOURCES, 'installer.nsh'), 'utf8')).toContain('Software\\Classes\\.jsonl\\OpenWithProgids');
  });
});

describe('the fuses of a packed Electron', () => {
  const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
  const [OFF, ON] = [0x30, 0x31];

  /** A program with a wire of fuses in it, as Electron has one: the sentinel, version 1, the length, a sign for each fuse. */
  const binary = (wire: string): string => {
    const path = join(tempFolder(), 'electron');
    writeFileSync(path, Buffer.concat([Buffer.from(`before${SENTINEL}`), Buffer.from([1, wire.length]), Buffer.from(`${wire}after`)]));
    return path;
  };
  const wireOf = (path: string): string => readFileSync(path, 'latin1').split(SENTINEL)[1]?.slice(2) ?? '';

  test('are burnt in their places, and nothing else changes', async () => {
    const path = binary('111100011');
    await burnFuses(path, fuses);
    const order = ['runAsNode', 'enableCookieEncryption', 'enableNodeOptionsEnvironmentVariable', 'enableNodeCliInspectArguments'] as const;
    const more = ['enableEmbeddedAsarIntegrityValidation', 'onlyLoadAppFromAsar'] as const;
    const signs = [...order, ...more].map((name) => String.fromCharCode(fuses[name] ? ON : OFF)).join('');
    expect(wireOf(path)).toBe(`${signs}001after`);
    expect(signs).toBe('010011');
    expect(readFileSync(path, 'latin1').startsWith(`before${SENTINEL}`)).toBe(true);
  });

  test('that cannot be burnt stop the packing: no wire, one that is too short, a name that is none', async () => {
    const plain = join(tempFolder(), 'electron');
    writeFileSync(plain, 'no wire in here');
    await expect(burnFuses(plain, fuses)).rejects.toThrow(/sentinel/);
    await expect(burnFuses(binary('1111'), fuses)).rejects.toThrow(/not long enough/);
    await expect(burnFuses(binary('111111111'), { runAsNodes: false })).rejects.toThrow('There is no fuse runAsNodes.');
  });

  test('are burnt by what electron-builder calls when it has packed', async () => {
    const path = binary('111111111');
    renameSync(path, join(path, '../tapescope'));
    const packager = { appInfo: { productFilename: 'Tapescope' }, executableName: 'tapescope' };
    const { afterPack } = desktopConfig() as { afterPack: (context: object) => Promise<void> };
    await afterPack({ appOutDir: join(path, '..'), electronPlatformName: 'linux', packager });
    expect(wireOf(join(path, '../tapescope'))).toBe('010011101after');
  });

  test('are looked for where electron-builder puts the program', () => {
    const at = (electronPlatformName: string): string =>
      packedBinary({
        appOutDir: 'out',
        electronPlatformName,
        packager: { appInfo: { productFilename: 'Tapescope' }, executableName: 'tapescope' },
      });
    expect([at('linux'), at('darwin'), at('win32')]).toEqual(
      ['tapescope', 'Tapescope.app', 'Tapescope.exe'].map((name) => join('out', name)),
    );
  });
});

test('Electron’s archive is found where it was put, in the caches of its tools, or unpacked, and nowhere else', () => {
  const root = tempFolder();
  const put = (path: string): string => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), '');
    return join(root, path);
  };
  const asked = { version: '45.0.0', platform: 'win', arch: 'arm64', root, home: root };
  const find = (more: object = {}) => findArchive({ ...asked, env: { ELECTRON_CACHE: join(root, 'cache') }, ...more });
  expect(find()).toBeNull();
  expect(find({ given: join(root, 'nowhere') })).toBeNull();
  const cached = put('cache/0a1b/electron-v45.0.0-win32-arm64.zip');
  expect(find()).toBe(cached);
  expect(find({ version: '44.0.0' })).toBeNull();
  const given = put('given/electron-v45.0.0-win32-arm64.zip');
  expect(find({ given: join(root, 'given') })).toBe(given);
  put('unpacked/version');
  expect(find({ given: join(root, 'unpacked') })).toBe(join(root, 'unpacked'));
});

describe('the icons', () => {
  const picture = (path: string): Buffer => readFileSync(join(RESOURCES, path));
  const sideOf = (png: Uint8Array): number => Buffer.from(png).readUInt32BE(16);

  test('are those of the window: after a change of icon.svg run npm run icons', () => {
    const svg = readFileSync(join(import.meta.dirname, '../../src/renderer/icon.svg'));
    expect(picture('icons-are-of.sha256').toString().trim()).toBe(createHash('sha256').update(svg).digest('hex'));
  });

  test('are pictures of the sizes that their names and formats say', () => {
    const pngs = readdirSync(join(RESOURCES, 'icons'));
    expect(pngs).toHaveLength(7);
    for (const name of pngs) expect(`${sideOf(picture(`icons/${name}`))}x`).toBe(`${name.split('x')[0]}x`);
    const ico = picture('icon.ico');
    const entries = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => 6 + 16 * index);
    const sides = entries.map((at) => sideOf(ico.subarray(ico.readUInt32LE(at + 12))));
    expect(sides).toEqual([16, 32, 48, 64, 128, 256]);
    expect(entries.map((at) => ico.readUInt8(at) || 256)).toEqual(sides);
    const icns = picture('icon.icns');
    expect([icns.toString('latin1', 0, 4), icns.readUInt32BE(4)]).toEqual(['icns', icns.length]);
  });

  test('are put together of any pictures, and not without one', () => {
    const pngs = new Map([16, 32, 48, 64, 128, 256, 512, 1024].map((size) => [size, Buffer.from(`picture ${size}`)]));
    expect(icoOf(pngs).toString('latin1').endsWith('picture 128picture 256')).toBe(true);
    expect(icnsOf(pngs).toString('latin1')).toContain('ic10\0\0\0\x14picture 1024');
    expect(() => icoOf(new Map())).toThrow('There is no picture of 16 pixels.');
  });
});
