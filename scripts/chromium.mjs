// Finds a Chrome or Chromium for the end-to-end tests; on Debian as root it installs one where there is none.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Preferred: full Chromium also draws its own window around each page, which costs about a third of a spec's CPU time. */
const SHELL = 'chromium-headless-shell';
const names = [SHELL, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge'];

/** Software rendering, and no hinting, so that the shell places glyphs exactly where full Chromium does. */
export const CHROMIUM_ARGS = ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'];

const onPath = (env) => names.flatMap((name) => (env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)));

const macPlaces = (env) =>
  ['/Applications', join(env.HOME ?? '/', 'Applications')].flatMap((folder) =>
    ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) => join(folder, `${name}.app/Contents/MacOS/${name}`)),
  );

const windowsPlaces = (env) =>
  [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA]
    .filter(Boolean)
    .flatMap((folder) =>
      ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'].map((name) => join(folder, name)),
    );

const places = (platform, env) => {
  if (platform === 'darwin') return macPlaces(env);
  if (platform === 'win32') return windowsPlaces(env);
  return [...onPath(env), '/snap/bin/chromium'];
};

/** What `playwright install chromium` would have put in its cache. */
const playwrightOwn = async () => {
  try {
    const { chromium } = await import('playwright');
    return [chromium.executablePath()];
  } catch {
    return [];
  }
};

/** The program of a Chrome or Chromium on this machine, or null. CHROME_PATH, where set, is the only one looked at. */
export async function findChromium(platform = process.platform, env = process.env, exists = existsSync) {
  if (env.CHROME_PATH) return exists(env.CHROME_PATH) ? env.CHROME_PATH : null;
  return [...places(platform, env), ...(await playwrightOwn())].find((place) => exists(place)) ?? null;
}

/** True on Debian and what descends from it. */
export function isDebian(release) {
  return /^ID(_LIKE)?=.*\bdebian\b/m.test(release);
}

const mayInstall = () => {
  if (process.platform !== 'linux' || process.getuid() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  return existsSync('/etc/os-release') && isDebian(readFileSync('/etc/os-release', 'utf8'));
};

const aptGet = (...words) => spawnSync('apt-get', words, { encoding: 'utf8', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });

/** Finds or installs. Answers `{program}`, or `{missing}` with one sentence on what to do. */
export async function ensureChromium(say = console.log) {
  const found = await findChromium();
  if (found !== null) return { program: found };
  if (process.env.CHROME_PATH) return { missing: `CHROME_PATH names ${process.env.CHROME_PATH}, and there is no such file.` };
  if (!mayInstall()) return { missing: 'The end-to-end tests need Chrome or Chromium: install one, or name it in CHROME_PATH.' };
  let failed = '';
  aptGet('update');
  // Older Debian releases do not package the shell.
  for (const name of [SHELL, 'chromium']) {
    say(`There is no Chromium here. Installing the package ${name} with apt-get.`);
    const { stderr, stdout } = aptGet('install', '-y', '--no-install-recommends', name);
    const program = await findChromium();
    if (program !== null) return { program };
    failed = (stderr || stdout || '').trim().split('\n').at(-1);
  }
  return { missing: `apt-get could not install the package chromium: ${failed}` };
}
