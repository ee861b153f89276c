import { line as bub } from './bub/export.ts';
import type { Exported } from './export.ts';

/** Formats that native tapes are exported to: how an entry is written as a line. The key is the word that scripts use for the form. */
export const EXPORTS = { bub } as const satisfies Record<string, (entry: Exported) => string>;
