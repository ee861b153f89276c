import { join } from 'node:path';
import { root } from './node24.mjs';

const bin = (path) => join(root, 'node_modules', path);

/** What `npm run lint` runs, each with its name. */
export const LINT = [
  { name: 'biome', words: [bin('@biomejs/biome/bin/biome'), 'check', '.'] },
  { name: 'layers', words: ['scripts/layers.mjs'] },
  { name: 'names', words: ['scripts/names.mjs'] },
  { name: 'style', words: ['scripts/style.mjs'] },
  { name: 'knip', words: [bin('knip/bin/knip.js'), '--cache'] },
];
