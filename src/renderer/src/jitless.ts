import { config } from 'zod';

/** The page allows no code from text, so zod need not try whether it may: the trial itself is a violation. */
config({ jitless: true });
