// Before each test file: the cases that properties draw are the same in every run, so that what was green stays green until somebody
// changes something. `npm run fuzz` draws others. After it: the folders that its tests made are removed.
import fc from 'fast-check';
import { afterAll } from 'vitest';
import { removeFolders } from '../src/main/engine/testing/files.ts';

fc.configureGlobal({ seed: Number(process.env.TAPESCOPE_SEED ?? 1) });
afterAll(removeFolders);
