// Checks how the sources are written, and fails when it sees nothing.
import { globSync, readFileSync } from 'node:fs';
import { judgeArrows } from './arrows.mjs';
import { root } from './node24.mjs';

const SOURCES = '{src,scripts,e2e,bench}/**/*.{ts,tsx,mjs}';

const read = (pattern) =>
  globSync(pattern, { cwd: root, exclude: (path) => path.endsWith('.d.mts') }).map((path) => [
    path.replaceAll('\\', '/'),
    readFileSync(`${root}/${path}`, 'utf8'),
  ]);

const { functions, complaints } = judgeArrows(read(SOURCES));
for (const complaint of complaints) console.error(`style: ${complaint}`);
if (complaints.length > 0) process.exit(1);
console.log(`style: ${functions} exported functions, each declared as one`);
