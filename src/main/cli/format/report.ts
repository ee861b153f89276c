import type { Finding } from '../../../shared/model/index.ts';
import { clean } from './clean.ts';
import type { Layout } from './layout.ts';
import { count, plural } from './number.ts';

const AROUND = 24;

/** One line for each thing that would be taken out, with its first place; the private text is on the screen of who asked for it. */
export const formatFindings = (findings: readonly Finding[], notes: readonly string[], { style }: Layout): string[] => {
  if (findings.length === 0) return ['Nothing looks private. Patterns do not find every secret: read the report.'];
  const places = findings.reduce((sum, finding) => sum + finding.count, 0);
  const lines = findings.flatMap(({ what, text, becomes, count: times, before, after }) => [
    `${style.bold(what)} ${clean(text).slice(0, 60)} ${style.dim(`→ ${clean(becomes)}${times > 1 ? ` · ${count(times)} ×` : ''}`)}`,
    style.dim(`  …${clean(before.slice(-AROUND))}▮${clean(after.slice(0, AROUND))}…`),
  ]);
  return [...lines, '', `${plural(findings.length, 'finding')} in ${plural(places, 'place')}`, ...notes];
};
