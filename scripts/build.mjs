// Builds the bundles where they are missing or older than what they are made of.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Newest change of a file, or of anything below a folder, in epoch ms. Folders count too: they change when a file goes. */
const newest = (path) => {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  return readdirSync(path).reduce((time, name) => Math.max(time, newest(join(path, name))), mtimeMs);
};

const sources = ['src', 'package.json', 'electron.vite.config.ts'];
const bundles = ['out/main/index.js', 'out/preload/index.cjs', 'out/renderer/index.html'];

/** True where every bundle of the checkout `root` is there and newer than every source. */
export function isBuilt(root) {
  const files = bundles.map((bundle) => join(root, bundle));
  if (!files.every(existsSync)) return false;
  const oldest = Math.min(...files.map((file) => statSync(file).mtimeMs));
  return sources.every((source) => newest(join(root, source)) <= oldest);
}

/** Builds now. Answers the exit code and all that was said. */
export function build(root) {
  const program = join(root, 'node_modules/electron-vite/bin/electron-vite.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'build'], { cwd: root, encoding: 'utf8' });
  return { status: status ?? 1, output: stdout + stderr };
}
