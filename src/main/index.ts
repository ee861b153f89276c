import { app } from 'electron';
import { beginPrivately } from './private.ts';

beginPrivately();

// Loaded before Electron is ready, which it becomes only after this file and what it has asked for: what must come first, comes first.
const start = async (): Promise<void> => {
  const { runApp } = await import('./shell/app.ts');
  await runApp();
};

start().catch((thrown: unknown) => {
  console.error(thrown);
  app.exit(1);
});
