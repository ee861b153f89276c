// Before each test file: the cases that properties draw are the same in every run, so that what was green stays green until somebody
// changes something. `npm run fuzz` draws others. After it: the folders that its tests made are removed, and what they changed of the process is
// as it was, since the next file runs in the same one.
import fc from 'fast-check';
import { afterAll, vi } from 'vitest';
import { removeFolders } from '../src/main/engine/testing/files.ts';

fc.configureGlobal({ seed: Number(process.env.TAPESCOPE_SEED ?? 1) });

const [env, folder, exitCode] = [{ ...process.env }, process.cwd(), process.exitCode];

const restoreProcess = (): void => {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(folder);
  process.exitCode = exitCode;
};

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  restoreProcess();
  removeFolders();
});
