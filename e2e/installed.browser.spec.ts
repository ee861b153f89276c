import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LICENCES, licencesOfBundles } from '../scripts/licences.ts';
import { expect, test } from './hosts.ts';
import { install } from './installed.ts';
import { createSandbox } from './sandbox.ts';
import { parts, shopping } from './window.ts';

const MB = 1_000_000;
const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');

/** A figure that README gives in MB, held to what it is: not less, and not much more. */
const holdsReadme = (pattern: RegExp, bytes: number): void => {
  const said = Number(pattern.exec(readme)?.[1]);
  expect(bytes / MB).toBeLessThanOrEqual(said);
  expect(bytes / MB).toBeGreaterThan(said - 5);
};

test('the licences of all that is bundled are in one file, as npm run licences writes it', () => {
  expect(readFileSync(LICENCES, 'utf8')).toBe(licencesOfBundles());
});

test('npm pack makes one tarball that installs offline and brings the window, tape and float', async ({ ownBrowser }) => {
  const sandbox = createSandbox();
  try {
    const installed = install(sandbox);
    const { manifest, files, run } = installed;
    const ok = (command: string, ...words: string[]): string => {
      const { status, out, err } = run(command, ...words);
      expect({ command, words, status, err }).toEqual({ command, words, status: 0, err: '' });
      return out;
    };

    await test.step('nothing runs or is fetched at install, and all is small', () => {
      expect(manifest.dependencies).toBeUndefined();
      expect(Object.keys(manifest.scripts ?? {}).filter((name) => /install|^prepare$/.test(name))).toEqual([]);
      expect(files.filter((file) => /^(src|scripts|e2e|node_modules)\/|\.(ts|map|test\.js)$/.test(file))).toEqual([]);
      expect(files.filter((file) => file.startsWith('out/prebuilds/'))).toHaveLength(8);
      expect(files).not.toContain('out/main/updater.js');
      expect(files).toEqual(expect.arrayContaining([...manifest.man, 'LICENSE', 'THIRD-PARTY-LICENCES.txt']));
      expect(installed.size).toBeLessThan(40 * MB);
      holdsReadme(/(\d+) MB on disk/, installed.size);
      holdsReadme(/one tarball, under (\d+) MB/, installed.packed);
    });

    await test.step('each command answers', () => {
      const { version } = JSON.parse(readFileSync(join(installed.folder, 'package.json'), 'utf8')) as { version: string };
      for (const command of Object.keys(manifest.bin).filter((name) => name !== 'tape-hook')) {
        expect(ok(command, '--version')).toBe(`${version}\n`);
        expect(ok(command, '--help')).toContain(command);
      }
      for (const command of ['tape', 'float']) {
        expect(ok(command, 'completion', 'bash')).toContain(`complete -o default -F _${command} ${command}`);
        expect(ok(command, '__complete', 'completion', '')).toContain('zsh');
      }
      expect(ok('tape', 'help', 'view')).toContain('tape view');
      expect(run('tapescope', '--nonsense')).toEqual({
        status: 2,
        out: '',
        err: 'tapescope: There is no option "--nonsense". See tapescope --help.\n',
      });
    });

    const session = sandbox.write('home/session.jsonl', shopping().lines);
    await test.step('tape reads a log, float a project', () => {
      ok('tape', 'import', session, '--json');
      expect((JSON.parse(ok('tape', 'list', '--json')) as { items: unknown[] }).items).toHaveLength(1);
      expect(ok('tape', 'view', session, '--step', '2')).toContain('bicycle');
      expect(ok('tape', 'search', 'bicycle')).toContain('bicycle');
      sandbox.write('home/project/harbour.ts', ['export const light = 1;']);
      ok('float', 'init', '--root', 'project');
      expect(ok('float', 'scan', '--root', 'project', '--json')).toContain('"files"');
      ok('float', 'build', '--root', 'project', '--json');
    });

    await test.step('tapescope shows the session in a browser where there is no Electron', async () => {
      const { url, end } = await installed.serve('tapescope', session);
      const context = await ownBrowser?.newContext({ viewport: { width: 1440, height: 900 } });
      const page = await context?.newPage();
      if (!page) throw new Error('This spec needs a browser.');
      await page.goto(url);
      await expect(parts(page).playhead).toHaveText(/^Step 4 of 4/);
      await context?.close();
      await end();
    });
  } finally {
    sandbox.remove();
  }
});
