#!/usr/bin/env node
import module from 'node:module';

module.enableCompileCache?.();

const [{ main }, { TAPE }] = await Promise.all([import('./main.ts'), import('./tape-program.ts')]);
await main(process.argv.slice(2), TAPE);
