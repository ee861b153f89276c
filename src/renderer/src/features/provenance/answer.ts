import type { PairedProvenance, Provenance, ProvenanceGroup, ProvenanceSource } from '../../../../shared/model/index.ts';
import { count, formatShare, formatShort } from '../../ui/format.ts';

/** What the groups are called in the list. */
export const GROUP_NAMES: Readonly<Record<ProvenanceGroup, string>> = {
  ...{ setup: 'Setup', phases: 'Earlier phases', memory: 'Memory', you: 'You', files: 'Files', commands: 'Commands' },
  ...{ tools: 'Other tools', agents: 'Sub-agents', model: 'Model', rest: 'Unknown' },
};

const MADE_OF: Readonly<Record<ProvenanceGroup, (sources: number) => string>> = {
  setup: () => 'was set up by the agent: prompts, tools, reminders',
  phases: (sources) => `is ${count(sources, 'summary or state', 'summaries and states')} of earlier phases`,
  memory: (sources) => `is memory from ${count(sources, 'session')}`,
  you: () => 'was typed by you',
  files: (sources) => `comes from ${count(sources, 'file')}`,
  commands: (sources) => `is the output of ${count(sources, 'command')}`,
  tools: (sources) => `is the output of ${count(sources, 'other tool')}`,
  agents: (sources) => `is what ${count(sources, 'sub-agent')} reported`,
  model: () => 'was written by the model',
  rest: () => 'is not explained by the log',
};

/** The largest group, which is the answer; null for an empty context. */
export function largestGroup({ groups }: Pick<Provenance, 'groups'>): Provenance['groups'][number] | null {
  return groups.reduce<Provenance['groups'][number] | null>((most, one) => (most === null || one.tokens > most.tokens ? one : most), null);
}

/** "42 %" and "of this context is 9 files". */
export function answerOf(graph: Pick<Provenance, 'groups' | 'total'>): { share: string; words: string } | null {
  const most = largestGroup(graph);
  if (most === null || graph.total === 0) return null;
  return { share: formatShare(most.tokens, graph.total), words: `of this context ${MADE_OF[most.group](most.sources)}` };
}

/** What a source is in the place of, or did not pass on; empty for most. */
export function absentWords({ absent }: Pick<ProvenanceSource, 'absent'>): string {
  if (absent === null) return '';
  const entries = count(absent.entries, 'entry', 'entries');
  const tokens = absent.tokens === null ? '' : formatShort(absent.tokens);
  if (absent.what === 'replaces') return `replaces ${entries}${tokens === '' ? '' : `, ${tokens}`}`;
  return tokens === '' ? `${entries} not passed on` : `${tokens} not passed on`;
}

/** The largest source that only one of two contexts has. */
const own = ({ sources }: PairedProvenance, side: 'a' | 'b'): string | null => {
  const other = side === 'a' ? 'b' : 'a';
  const only = sources.filter((source) => source[side] > 0 && source[other] === 0 && !source.id.endsWith(':*'));
  return only.toSorted((one, two) => two[side] - one[side])[0]?.name ?? null;
};

/** The difference of two contexts in a sentence. */
export function differenceOf(pair: PairedProvenance): string {
  const [a, b] = [own(pair, 'a'), own(pair, 'b')];
  if (a !== null && b !== null) return `Only A has ${a}; only B has ${b}.`;
  if (a !== null) return `Only A has ${a}.`;
  if (b !== null) return `Only B has ${b}.`;
  return pair.same === pair.a.total && pair.same === pair.b.total
    ? 'Nothing differs.'
    : 'Both have the same sources, in different amounts.';
}
