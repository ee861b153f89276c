import module from 'node:module';
import { app } from 'electron';

module.enableCompileCache?.();

// Electron waits for this file to end before it becomes ready, so what must come first, comes first.
const { runApp } = await import('./shell/app.ts');

runApp().catch((thrown: unknown) => {
  console.error(thrown);
  app.exit(1);
});
