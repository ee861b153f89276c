import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArchive } from './asar.ts';
import { expect, test } from './hosts.ts';
import { createSandbox } from './sandbox.ts';
import { shopping } from './window.ts';

const root = join(import.meta.dirname, '..');
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** A folder as electron-builder takes it for an unpacked Electron, with a program that has nothing in it but fuses, all on. */
const writeElectron = (folder: string): string => {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8')) as { version: string };
  writeFileSync(join(folder, 'version'), version);
  writeFileSync(join(folder, 'electron'), Buffer.concat([Buffer.from(SENTINEL), Buffer.from([1, 9]), Buffer.from('111111111')]));
  return folder;
};

test('npm run dist packs the app for Linux: fuses burnt, each file with its hash, the addons outside of the archive', () => {
  const sandbox = createSandbox();
  const packed = join(root, 'out/desktop/linux-unpacked');
  const dist = (...words: string[]) =>
    spawnSync(process.execPath, [join(root, 'scripts/dist.mjs'), 'linux', '--arch', 'x64', '--dir', ...words], {
      env: { ...sandbox.env, ELECTRON_CACHE: join(sandbox.folder, 'nothing') },
      encoding: 'utf8',
    });
  try {
    const none = dist('--electron', join(sandbox.folder, 'nothing'));
    expect(none.status).toBe(1);
    expect(none.stderr).toMatch(/^Electron \S+ is not on this machine: put electron-v\S+-linux-x64\.zip into a folder .*\n$/);

    const { status, stderr } = dist('--electron', writeElectron(join(sandbox.folder, 'electron')));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(existsSync(join(packed, 'resources/app-update.yml'))).toBe(false);
    expect(readFileSync(join(packed, 'tapescope'), 'latin1').split(SENTINEL)[1]?.slice(2)).toBe('010011101');

    const { files, extract } = readArchive(join(packed, 'resources/app.asar'));
    const names = [...files.keys()];
    expect(
      names.filter((name) => !/^(package\.json|LICENSE|THIRD-PARTY-LICENCES\.txt|out\/|resources\/(samples\/|prices\.json$))/.test(name)),
    ).toEqual([]);
    expect(names).toContain('resources/prices.json');
    expect(names).toContain('out/main/updater.js');
    const unpacked = [...files].filter(([, file]) => file.unpacked).map(([name]) => name);
    expect(unpacked.toSorted()).toEqual(['out/prebuilds/linux-x64.node', 'out/prebuilds/linuxmusl-x64.node']);
    expect([...files].filter(([, file]) => file.integrity?.algorithm !== 'SHA256').map(([name]) => name)).toEqual([]);

    const app = join(sandbox.folder, 'app');
    extract(app);
    const session = sandbox.write('session.jsonl', shopping().lines);
    const tape = (...words: string[]) =>
      spawnSync(process.execPath, [join(app, 'out/main/tape.js'), ...words], { env: sandbox.env, encoding: 'utf8' });
    expect(tape('import', session)).toMatchObject({ status: 0, stderr: '' });
    expect(tape('view', session, '--step', '2').stdout).toContain('bicycle');
  } finally {
    rmSync(join(root, 'out/desktop'), { recursive: true, force: true });
    sandbox.remove();
  }
});
