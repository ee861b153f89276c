import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The checkout or package as a folder: two levels above the bundle's chunks and above this file alike. */
const root = new URL('../../', import.meta.url);

/** The checkout or package itself. */
export function appRoot(): string {
  return fileURLToPath(root);
}

/** Where the built window is. */
export function rendererFolder(): string {
  return fileURLToPath(new URL('out/renderer', root));
}

/** The built preload: one CommonJS file, as a sandboxed window demands. */
export function preloadFile(): string {
  return fileURLToPath(new URL('out/preload/index.cjs', root));
}

/** The sample tapes that ship with Tapescope; null where they were left out. */
export function samplesFolder(): string | null {
  const folder = fileURLToPath(new URL('resources/samples', root));
  return existsSync(folder) ? folder : null;
}
