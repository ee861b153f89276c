#!/usr/bin/env node
import { beginCommand } from '../private.ts';

beginCommand('tape', process.argv[2]);

const start = async (): Promise<void> => {
  const [{ main }, { TAPE }] = await Promise.all([import('./main.ts'), import('./commands.ts')]);
  await main(process.argv.slice(2), TAPE);
};

void start();
