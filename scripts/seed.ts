// Before each test file: the cases that properties draw are the same in every run, so that what was green stays green until somebody
// changes something. `npm run fuzz` draws others.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.TAPESCOPE_SEED ?? 1) });
