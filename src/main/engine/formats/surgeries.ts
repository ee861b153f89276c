import type { FormatId } from './index.ts';
import type { Surgery } from './surgery.ts';

/** Loaded when a tape is copied. Where a format has no row here, `About.cannot` has the reason; a test holds the two together. */
const SURGERIES = {
  'claude-code': () => import('./claude-code/surgery.ts'),
} as const satisfies Partial<Record<FormatId, () => Promise<{ surgery: Surgery }>>>;

const isListed = (format: string): format is keyof typeof SURGERIES => Object.hasOwn(SURGERIES, format);

/** How copies of a format's tapes are written; null where nobody knows how its agent would take one up. */
export async function surgeryOf(format: string): Promise<Surgery | null> {
  return isListed(format) ? (await SURGERIES[format]()).surgery : null;
}
