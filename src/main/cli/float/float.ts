#!/usr/bin/env node
import { beginCommand } from '../../private.ts';

beginCommand('float', process.argv[2]);

const start = async (): Promise<void> => {
  const [{ main }, { FLOAT }] = await Promise.all([import('../main.ts'), import('./commands.ts')]);
  await main(process.argv.slice(2), FLOAT);
};

void start();
