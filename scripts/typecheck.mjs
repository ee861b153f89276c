// Checks each world against the types it really has: Node, the window, the preload, and shared code without either.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const tsc = fileURLToPath(new URL('../node_modules/typescript7/bin/tsc', import.meta.url));
const worlds = ['tsconfig.json', 'tsconfig.shared.json', 'tsconfig.web.json', 'tsconfig.preload.json', 'tsconfig.e2e.json'];
const failed = worlds.filter((world) => spawnSync(process.execPath, [tsc, '-p', world], { stdio: 'inherit' }).status !== 0);
if (failed.length > 0) {
  console.error(`typecheck: ${failed.join(', ')} failed`);
  process.exit(1);
}
console.log(`typecheck: ${worlds.length} worlds clean`);
