#!/usr/bin/env node
// What `npx float` runs in a checkout, under whatever Node is there: the bundle, which starts faster, or while it is
// missing or old the sources as they are.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isBuilt } from './build.mjs';
import { onNode24, root } from './node24.mjs';

await onNode24();
const program = join(root, isBuilt(root) ? 'out/main/float.js' : 'src/main/cli/float/float.ts');
await import(pathToFileURL(program).href);
