// Before `npm pack`: builds the bundles, and writes the manual pages out of the tables of commands.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, isBuilt } from './build.mjs';
import { onNode24, root } from './node24.mjs';

await onNode24();

if (!isBuilt(root)) {
  const { status, output } = build(root);
  if (status !== 0) {
    console.error(output);
    process.exit(1);
  }
}

const [{ programManual, textManual }, { version }, { TAPE }, { FLOAT }, { HELP }] = await Promise.all([
  import('../src/main/cli/man.ts'),
  import('../src/main/engine/app/version.ts'),
  import('../src/main/cli/tape-rows.ts'),
  import('../src/main/cli/float/commands.ts'),
  import('../src/main/launch/arguments.ts'),
]);
const pages = {
  tape: await programManual(TAPE, 'what an agent had in its context, and tapes of your own', version),
  float: await programManual(FLOAT, 'context files for a project', version),
  tapescope: textManual('tapescope', HELP, 'the window on what an agent had in its context', version),
};
const folder = join(root, 'out/man');
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(pages)) {
  writeFileSync(join(folder, `${name}.1`), text);
  // A umask of one's own must not end up in what others install.
  chmodSync(join(folder, `${name}.1`), 0o644);
}
