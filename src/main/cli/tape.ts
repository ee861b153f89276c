#!/usr/bin/env node
import { beginPrivately } from '../private.ts';

beginPrivately();

const start = async (): Promise<void> => {
  const [{ main }, { TAPE }] = await Promise.all([import('./main.ts'), import('./tape-program.ts')]);
  await main(process.argv.slice(2), TAPE);
};

void start();
