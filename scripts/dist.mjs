// `npm run dist`: packages for the desktop, made by electron-builder of the Electron that is on this machine.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, isBuilt } from './build.mjs';
import { archiveName, findArchive, PLATFORMS } from './desktop/archive.mjs';
import { onNode24, root } from './node24.mjs';

await onNode24();

const HELP = `npm run dist -- [linux|mac|win] [--arch x64|arm64] [--electron FOLDER] [--updates URL] [--dir]

Makes an AppImage and a deb, a dmg, or an installer, for this machine where nothing is named, in out/desktop.
  --electron  folder with Electron's archive, or with Electron unpacked
  --updates   address of a folder with newer packages; without it the app never looks for one
  --dir       the app as a folder, and no package of it`;

const end = (sentence) => {
  console.error(sentence);
  process.exit(1);
};

const parse = () => {
  const text = { type: 'string' };
  const flag = { type: 'boolean' };
  try {
    return parseArgs({ allowPositionals: true, options: { arch: text, electron: text, updates: text, dir: flag, help: flag } });
  } catch (failure) {
    return end(`${failure.message.split('. ')[0]}. See npm run dist -- --help.`);
  }
};

const { values, positionals } = parse();
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const here = Object.keys(PLATFORMS).find((name) => PLATFORMS[name] === process.platform) ?? 'linux';
const [platform = here, ...more] = positionals;
const arch = values.arch ?? process.arch;
if (more.length > 0 || !Object.hasOwn(PLATFORMS, platform)) end(`Name one of linux, mac and win, not "${positionals.join(' ')}".`);
if (!['x64', 'arm64'].includes(arch)) end(`--arch is x64 or arm64, not "${arch}".`);

const { version } = JSON.parse(readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8'));
const electron = findArchive({ version, platform, arch, given: values.electron, root });
if (electron === null) {
  const name = archiveName(version, platform, arch);
  end(`Electron ${version} is not on this machine: put ${name} into a folder and name that with --electron FOLDER.`);
}

if (!isBuilt(root)) {
  const { status, output } = build(root);
  if (status !== 0) end(output);
}

const [builder, { desktopConfig }] = await Promise.all([import('electron-builder'), import('./desktop/config.mjs')]);
const target = values.dir ? builder.DIR_TARGET : null;
try {
  const made = await builder.build({
    projectDir: root,
    publish: 'never',
    targets: builder.Platform.fromString(platform).createTarget(target, builder.Arch[arch]),
    config: desktopConfig({ electron, updates: values.updates ?? null }),
  });
  console.log(made.length === 0 ? 'The app is in out/desktop.' : made.join('\n'));
} catch (failure) {
  end(`electron-builder, which fetches a tool for each sort of package, could not make this: ${failure.message.split('\n')[0]}`);
}
