// Finds Electron's binary, or fetches it: its package has no install script, so the first run is when it comes.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Long enough for some hundred megabytes on a slow line, short enough not to keep a person waiting on a dead one. */
const FETCH_WITHIN_MS = 180_000;

/** The folder of the package `electron` that Node finds from `root`: of a checkout, or installed next to Tapescope. Null where there is none. */
export function electronFolder(root: string): string | null {
  try {
    return dirname(createRequire(join(root, 'package.json')).resolve('electron/package.json'));
  } catch {
    return null;
  }
}

/** The binary that the package in `folder` fetched earlier, or null. */
export function findBinary(folder: string): string | null {
  try {
    const program = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8'));
    return existsSync(program) ? program : null;
  } catch {
    return null;
  }
}

/** Electron's binary for the checkout or installation `root`, or null. */
export function findElectron(root: string): string | null {
  const folder = electronFolder(root);
  return folder === null ? null : findBinary(folder);
}

/** Fetches the binary with the package's own installer. Null where it cannot be had within the time. */
export function fetchBinary(folder: string, within = FETCH_WITHIN_MS): Promise<string | null> {
  return new Promise((resolve) => {
    const installer = join(folder, 'install.js');
    if (!existsSync(installer)) return resolve(null);
    const child = spawn(process.execPath, [installer], { stdio: 'ignore' });
    const timer = setTimeout(() => child.kill('SIGKILL'), within);
    child.on('error', () => {});
    child.on('close', () => {
      clearTimeout(timer);
      resolve(findBinary(folder));
    });
  });
}

/** Why there can be no window on this machine, as half a sentence; null where there can be one. */
export function whyNoWindow(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, uid: number | undefined): string | null {
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no display';
  if (platform === 'linux' && uid === 0) return 'Electron does not run as root with its sandbox on';
  return null;
}
