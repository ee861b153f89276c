import type { NextRequest, PreviewedNext } from '../../../shared/model/view.ts';
import { clean } from './clean.ts';
import { count, plural } from './number.ts';
import type { Layout } from './style.ts';
import { wrap } from './wrap.ts';

/** Stretches that are named one by one; JSON has all. */
const MOST = 8;

/** Stretches of entries as people read them: "3–60, 64", the first few of them. */
export function ranges(all: readonly (readonly [number, number])[], most = MOST): string {
  const told = all.slice(0, most).map(([from, to]) => (from === to ? count(from) : `${count(from)}–${count(to)}`));
  return `${told.join(', ')}${all.length > most ? `, and ${count(all.length - most)} more stretches` : ''}`;
}

const size = ({ expected, tokens, blocks, limit }: NextRequest): string => {
  const weight = expected?.tokens ?? (tokens.base ?? 0) + tokens.counted + tokens.estimated;
  return [
    `~${count(weight)} tokens`,
    limit === null ? '' : `${Math.round((100 * weight) / limit)} % of ${count(limit)}`,
    plural(blocks.length, 'block'),
    tokens.base === null ? 'base unknown' : `${count(tokens.base)} base`,
  ]
    .filter((part) => part !== '')
    .join(', ');
};

const entries = (all: PreviewedNext['leaves']): string => {
  const entriesIn = all.reduce((sum, [from, to]) => sum + to - from + 1, 0);
  return entriesIn === 0 ? 'none' : `${plural(entriesIn, 'entry', 'entries')}: ${ranges(all)}`;
};

/** The next request before and after a change: what each weighs, what leaves it and what comes, and what no model would accept. */
export function nextLines(next: PreviewedNext, { width, style }: Layout): string[] {
  const rows = [
    `now     ${size(next.now)}`,
    `then    ${style.bold(size(next))}, ${next.evidence.state}, ${clean(next.policy)}`,
    `leaves  ${entries(next.leaves)}`,
    `comes   ${entries(next.comes)}`,
  ];
  const warnings = next.warnings.flatMap((warning) => wrap(clean(warning), width - 4).map((text) => `  ${style.bad(`! ${text}`)}`));
  return [...rows.map((row) => `  ${row}`), ...warnings];
}
