// Finds the Electron that a desktop package is made of. It is not fetched here: packages are made of what somebody put there.
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** electron-builder's names of the platforms, and Electron's. */
export const PLATFORMS = { linux: 'linux', mac: 'darwin', win: 'win32' };

/** Where @electron/get keeps archives: `FOLDER/HASH/NAME.zip`, on each system in a place of its own. */
const caches = (platform, env, home) => {
  const own = env.ELECTRON_CACHE ?? env.electron_config_cache;
  if (own) return [own];
  if (platform === 'darwin') return [join(home, 'Library/Caches/electron')];
  if (platform === 'win32') return [join(env.LOCALAPPDATA ?? join(home, 'AppData/Local'), 'electron/Cache')];
  return [join(env.XDG_CACHE_HOME ?? join(home, '.cache'), 'electron')];
};

const inFolder = (folder, name) => {
  if (!existsSync(folder)) return null;
  const places = ['', ...readdirSync(folder)].map((below) => join(folder, below, name));
  return places.find((place) => existsSync(place)) ?? null;
};

export function archiveName(version, platform, arch) {
  return `electron-v${version}-${PLATFORMS[platform]}-${arch}.zip`;
}

/**
 * The archive of Electron `version` for `platform` (linux, mac, win) and `arch`, or a folder with it unpacked; null where there is none. Looks into
 * `given`, the folder that somebody named, else into the caches of Electron's own tools and, for this very machine, into node_modules.
 */
export function findArchive({ version, platform, arch, given, root, env = process.env, home = homedir() }) {
  const name = archiveName(version, platform, arch);
  if (given !== undefined) return inFolder(given, name) ?? (existsSync(join(given, 'version')) ? given : null);
  const archive = caches(process.platform, env, home)
    .map((folder) => inFolder(folder, name))
    .find((found) => found !== null);
  if (archive !== undefined) return archive;
  const unpacked = join(root, 'node_modules/electron/dist');
  return PLATFORMS[platform] === process.platform && arch === process.arch && existsSync(join(unpacked, 'version')) ? unpacked : null;
}
