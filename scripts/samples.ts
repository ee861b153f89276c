// Writes the sample tapes into resources/samples: the same bytes each time. `node scripts/samples.ts`
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sampleFiles } from './samples/all.ts';

const root = fileURLToPath(new URL('../resources/samples', import.meta.url));

for (const agent of ['claude', 'bub', 'codex', 'pi']) rmSync(join(root, agent), { recursive: true, force: true });
for (const [path, content] of sampleFiles()) {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  console.log(`${path} ${Buffer.byteLength(content)}`);
}
