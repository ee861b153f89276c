import type { TapeRow, Usage } from '../../../shared/model/index.ts';
import type { CopiedSums } from './spent.ts';

const NAMES = ['input', 'output', 'cacheRead', 'cacheWrite'] as const;

/** As it is kept: what a reader knew by itself has no sums by time. */
type Copied = NonNullable<TapeRow['copied']> & Partial<Pick<CopiedSums, 'spent'>>;

/**
 * Usage of the requests that were made in this tape, and the copied steps that it has besides: those that its reader knew as such (`shared`, of which
 * `usage` has nothing) and those that another tape of the catalog counts (`copied`).
 */
export function ownUsage(
  usage: Usage,
  { shared, copied }: { shared: string | null; copied: string | null },
): Pick<TapeRow, 'usage' | 'copied'> {
  const [read, found] = [shared, copied].map((text) => (text === null ? null : (JSON.parse(text) as Copied)));
  const all = [read, found].flatMap((one) => one ?? []);
  const steps = all.reduce((sum, one) => sum + one.steps, 0);
  if (steps === 0) return { usage };
  const failed = all.flatMap(({ spent = [] }) => spent).reduce((sum, row) => sum + row[4], 0);
  const sumOf = (some: readonly Copied[], name: (typeof NAMES)[number]): number => some.reduce((sum, one) => sum + one.usage[name], 0);
  const by = (make: (name: (typeof NAMES)[number]) => number): Usage => {
    const [input = 0, output = 0, cacheRead = 0, cacheWrite = 0] = NAMES.map(make);
    return { input, output, cacheRead, cacheWrite };
  };
  return {
    usage: by((name) => usage[name] - (found?.usage[name] ?? 0)),
    copied: { steps, usage: by((name) => sumOf(all, name)), ...(failed > 0 && { failed }) },
  };
}
