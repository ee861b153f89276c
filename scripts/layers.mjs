// Checks the layers and fails when it sees nothing: a checker that parses no module passes everything.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { judgeRooms } from './rooms.mjs';

const bin = fileURLToPath(new URL('../node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', import.meta.url));
let out;
try {
  out = execFileSync(
    process.execPath,
    [
      bin,
      'src',
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'json',
      '--cache',
      'node_modules/.cache/layers',
      '--cache-strategy',
      'content',
    ],
    {
      maxBuffer: 1 << 28,
    },
  );
} catch (failure) {
  out = failure.stdout;
}
const { summary, modules } = JSON.parse(String(out));
const own = modules.filter((module) => module.source.startsWith('src/'));
const edges = own.reduce((sum, module) => sum + module.dependencies.length, 0);
for (const violation of summary.violations) console.error(`${violation.rule.name}: ${violation.from} → ${violation.to}`);
if (own.length === 0 || edges === 0) {
  console.error(`layers: saw ${own.length} modules and ${edges} imports: the check itself is broken`);
  process.exit(1);
}
const { rooms, looks, complaints } = judgeRooms(own);
for (const complaint of complaints) console.error(`rooms: ${complaint}`);
if (summary.violations.length > 0 || complaints.length > 0) process.exit(1);
console.log(`layers: ${own.length} modules, ${edges} imports, none upward; ${rooms} rooms of the engine, ${looks} looks, none back`);
