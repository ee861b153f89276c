import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { isBuilt } from './build.mjs';
import { findChromium, isDebian } from './chromium.mjs';
import {
  add,
  afterRetry,
  closingLine,
  failedTests,
  failuresOf,
  filesToRetry,
  flakyOf,
  tallyCheck,
  tallyPlaywright,
  tallyRunner,
  tallyVitest,
} from './report.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tapescope-scripts-'));
afterAll(() => rmSync(folder, { recursive: true }));
const put = (path: string, text = ''): string => {
  const file = join(folder, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
  return file;
};

describe('where a Chromium is', () => {
  const only =
    (...there: string[]) =>
    (path: string) =>
      there.includes(path);

  test('on the path, in the places of each system, or where CHROME_PATH says', async () => {
    expect(await findChromium('linux', { PATH: '/a:/b' }, only('/b/google-chrome'))).toBe('/b/google-chrome');
    const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
    const shell = '/b/chromium-headless-shell';
    expect(await findChromium('linux', { PATH: '/a:/b' }, only('/a/chromium', shell))).toBe(shell);
    expect(await findChromium('darwin', { HOME: '/Users/me' }, only(mac))).toBe(mac);
    const edge = join('C:\\Programs', 'Microsoft/Edge/Application/msedge.exe');
    expect(await findChromium('win32', { PROGRAMFILES: 'C:\\Programs' }, only(edge))).toBe(edge);
    expect(await findChromium('linux', { CHROME_PATH: '/mine', PATH: '/a' }, only('/mine', '/a/chromium'))).toBe('/mine');
  });

  test('a wrong CHROME_PATH is not passed over in silence', async () => {
    expect(await findChromium('linux', { CHROME_PATH: '/mine', PATH: '/a' }, only('/a/chromium'))).toBeNull();
    expect(await findChromium('linux', { PATH: '/a' }, only())).toBeNull();
  });

  test('Debian is known by its release file, and so is what descends from it', () => {
    expect(isDebian('PRETTY_NAME="Debian GNU/Linux 12"\nID=debian\n')).toBe(true);
    expect(isDebian('ID=ubuntu\nID_LIKE=debian\n')).toBe(true);
    expect(isDebian('ID=fedora\nHOME_URL="https://not-debian.example"\n')).toBe(false);
  });
});

test('a bundle counts as built while nothing it is made of is newer', () => {
  const at = (path: string, seconds: number) => utimesSync(put(path), seconds, seconds);
  for (const file of ['package.json', 'electron.vite.config.ts', 'src/main/a.ts']) at(file, 1000);
  for (const part of ['src', 'src/main']) utimesSync(join(folder, part), 1000, 1000);
  expect(isBuilt(folder)).toBe(false);
  for (const file of ['out/main/index.js', 'out/preload/index.cjs', 'out/renderer/index.html']) at(file, 2000);
  expect(isBuilt(folder)).toBe(true);
  utimesSync(join(folder, 'src/main/a.ts'), 3000, 3000);
  expect(isBuilt(folder)).toBe(false);
});

describe('the closing line', () => {
  test('sums up what the runners wrote', () => {
    const unit = tallyVitest({ numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 0, testResults: [] });
    const e2e = tallyPlaywright({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 }, errors: [] });
    expect(closingLine(add(add(unit, e2e), tallyCheck(0)))).toBe('10 passed, 2 failed, 2 skipped');
  });

  test('hides no failure: not a file that does not load, not a runner that dies, not a missing report', () => {
    const broken = { status: 'failed', assertionResults: [] };
    const unit = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, testResults: [broken] };
    expect(tallyVitest(unit).failed).toBe(1);
    expect(tallyRunner(1, () => ({ passed: 5, failed: 0, skipped: 0 })).failed).toBe(1);
    const missing = () => {
      throw new Error('no report');
    };
    expect(tallyRunner(0, missing)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

test('a failed property is named with its file, and so is a file that could not be loaded', () => {
  const testResults = [
    {
      name: '/repo/src/a.test.ts',
      status: 'failed',
      assertionResults: ['failed', 'passed'].map((status) => ({ status, fullName: `it ${status}` })),
    },
    { name: '/repo/src/b.test.ts', status: 'failed', message: 'no such module\n  at line 1', assertionResults: [] },
    { name: '/repo/src/c.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'fine' }] },
  ];
  expect(failedTests({ testResults }, '/repo/')).toEqual([
    { file: 'src/a.test.ts', name: 'it failed' },
    { file: 'src/b.test.ts', name: 'no such module' },
  ]);
});

describe('a second try in CI', () => {
  const failed = (name: string) => ({ name, status: 'failed', assertionResults: [] });

  test('is for a few files; where many fail, something is broken', () => {
    const some = [failed('a'), { name: 'b', status: 'passed' }, failed('c')];
    expect(filesToRetry({ testResults: some })).toEqual(['a', 'c']);
    expect(filesToRetry({ testResults: ['a', 'b', 'c', 'd', 'e', 'f'].map(failed) })).toEqual([]);
  });

  test('counts what passed then as passed, and what failed again as failed', () => {
    expect(afterRetry({ passed: 10, failed: 2, skipped: 1 }, { passed: 4, failed: 0, skipped: 0 })).toEqual({
      passed: 12,
      failed: 0,
      skipped: 1,
    });
    expect(afterRetry({ passed: 10, failed: 2, skipped: 1 }, { passed: 3, failed: 1, skipped: 0 })).toEqual({
      passed: 11,
      failed: 1,
      skipped: 1,
    });
  });

  test('is named, so that whoever comes next mends it', () => {
    const spec = { title: 'opens', ok: true, file: 'a.spec.ts', tests: [{ status: 'flaky' }] };
    const sound = { title: 'closes', ok: true, file: 'a.spec.ts', tests: [{ status: 'expected' }] };
    expect(flakyOf({ suites: [{ title: 'a', specs: [spec, sound] }] })).toEqual(['a.spec.ts: opens']);
  });
});

test('what failed is named, from either runner', () => {
  const unit = {
    testResults: [
      {
        status: 'failed',
        assertionResults: [
          { status: 'failed', fullName: 'receipts close' },
          { status: 'passed', fullName: 'b' },
        ],
      },
    ],
  };
  expect(failuresOf(unit)).toEqual(['receipts close']);
  const spec = { title: 'opens', ok: false, file: 'a.spec.ts', tests: [{ status: 'unexpected' }] };
  expect(failuresOf({ suites: [{ title: 'a', suites: [{ specs: [spec, { ...spec, ok: true }] }] }] })).toEqual(['a.spec.ts: opens']);
});
