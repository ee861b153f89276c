#!/usr/bin/env node
// `tapescope`, and `npm start` in a checkout: the desktop window, or where there can be none, the same app in a browser.
import { beginPrivately } from '../private.ts';

beginPrivately();

const start = async (): Promise<void> => {
  const { main } = await import('./main.ts');
  await main(process.argv.slice(2));
};

void start();
