// Burns the fuses of src/main/shell/fuses.ts into a packed Electron: after packing, before signing.
import { join } from 'node:path';
import { FuseState, FuseV1Options, FuseVersion, flipFuses, getCurrentFuseWire } from '@electron/fuses';

/** `runAsNode` is RunAsNode in the words of @electron/fuses. */
const optionOf = (name) => {
  const option = FuseV1Options[name.charAt(0).toUpperCase() + name.slice(1)];
  if (option === undefined) throw new Error(`There is no fuse ${name}.`);
  return option;
};

/**
 * Sets `fuses` (names to booleans) in the binary or macOS bundle at `path`, leaves the others as they are, reads them back, and throws where
 * one is not as it was to be. On macOS the signature that Electron comes with is renewed, since the change has made it invalid.
 */
export async function burnFuses(path, fuses) {
  const wanted = Object.entries(fuses).map(([name, on]) => ({ name, option: optionOf(name), on }));
  await flipFuses(path, {
    version: FuseVersion.V1,
    resetAdHocDarwinSignature: process.platform === 'darwin',
    ...Object.fromEntries(wanted.map(({ option, on }) => [option, on])),
  });
  const wire = await getCurrentFuseWire(path);
  const wrong = wanted.find(({ option, on }) => wire[option] !== (on ? FuseState.ENABLE : FuseState.DISABLE));
  if (wrong !== undefined) throw new Error(`This Electron has no fuse ${wrong.name}: it could not be set.`);
}

/** Where the binary is in a folder that electron-builder packed, by platform. */
export function packedBinary({ appOutDir, electronPlatformName, packager }) {
  const { productFilename } = packager.appInfo;
  if (electronPlatformName === 'darwin') return join(appOutDir, `${productFilename}.app`);
  if (electronPlatformName === 'win32') return join(appOutDir, `${productFilename}.exe`);
  return join(appOutDir, packager.executableName);
}
