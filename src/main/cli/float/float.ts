#!/usr/bin/env node
import module from 'node:module';

module.enableCompileCache?.();

const [{ main }, { FLOAT }] = await Promise.all([import('../main.ts'), import('./float-program.ts')]);
await main(process.argv.slice(2), FLOAT);
