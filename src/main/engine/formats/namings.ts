import { naming as bub } from './bub/naming.ts';
import type { FormatId } from './index.ts';
import type { Naming } from './naming.ts';

/** How tapes get a name of what only other tapes tell, for formats whose files are called after hashes. */
export const NAMINGS = { bub } as const satisfies Partial<Record<FormatId, Naming>>;
