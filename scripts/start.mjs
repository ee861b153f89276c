// `npm start`: builds what is stale, then opens the window as an installed `tapescope` does.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, isBuilt } from './build.mjs';
import { onNode24, root } from './node24.mjs';

await onNode24();

if (!isBuilt(root)) {
  const { status, output } = build(root);
  if (status !== 0) {
    console.error(output);
    console.error('Tapescope could not be built. The reason is above.');
    process.exit(1);
  }
}

await import(pathToFileURL(join(root, 'out/main/tapescope.js')).href);
