// Finds Electron's binary, or fetches it: its package has no install script, so the first run is when it comes.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Long enough for some hundred megabytes on a slow line, short enough not to keep a person waiting on a dead one. */
const FETCH_WITHIN_MS = 180_000;

/** The binary that was fetched earlier, or null. */
export const findElectron = (root) => {
  const folder = join(root, 'node_modules/electron');
  try {
    const program = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8'));
    return existsSync(program) ? program : null;
  } catch {
    return null;
  }
};

/** Fetches the binary with the package's own installer. Null where it cannot be had within the time. */
export const fetchElectron = (root, within = FETCH_WITHIN_MS) =>
  new Promise((resolve) => {
    const installer = join(root, 'node_modules/electron/install.js');
    if (!existsSync(installer)) return resolve(null);
    const child = spawn(process.execPath, [installer], { stdio: 'ignore' });
    const timer = setTimeout(() => child.kill('SIGKILL'), within);
    child.on('error', () => {});
    child.on('close', () => {
      clearTimeout(timer);
      resolve(findElectron(root));
    });
  });

/** Why there can be no window on this machine, as half a sentence; null where there can be one. */
export const whyNoWindow = (platform, env, uid) => {
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no display';
  if (platform === 'linux' && uid === 0) return 'Electron does not run as root with its sandbox on';
  return null;
};
