import type { BranchClass, Graph, GraphNode } from '../../../../shared/model/index.ts';
import { count, formatShort } from '../../ui/format.ts';

const classWords: Record<BranchClass, [one: string, many: string]> = {
  rewind: ['rewind', 'rewinds'],
  parallelTools: ['parallel tools', 'parallel tools'],
  progress: ['progress', 'progress'],
  synthetic: ['synthetic', 'synthetic'],
  twoWriters: ['two writers', 'two writers'],
  compaction: ['compaction', 'compactions'],
  copiedPrefix: ['copied prefix', 'copied prefixes'],
  other: ['other', 'other'],
};

const classHints: Record<BranchClass, string> = {
  rewind: 'A person went back and continued differently.',
  parallelTools: 'Several tools ran at once; their results are siblings.',
  progress: 'Progress of running tools and hooks, next to the conversation.',
  synthetic: 'Lines that the agent program wrote in the model’s name.',
  twoWriters: 'Two live processes took turns writing to one file.',
  compaction: 'The chain restarts after a summary.',
  copiedPrefix: 'Entries that are in the file twice.',
  other: 'Branches that no known rule explains.',
};

export interface ClassChip {
  id: BranchClass;
  words: string;
  hint: string;
}

/** The classes that occur, with how often: "31 parallel tools". Rewinds come first, and always. */
export function classChips(classes: Graph['classes']): ClassChip[] {
  return (Object.keys(classWords) as BranchClass[])
    .filter((id) => id === 'rewind' || (classes[id] ?? 0) > 0)
    .map((id) => ({ id, words: count(classes[id] ?? 0, ...classWords[id]), hint: classHints[id] }));
}

const typeWords: Record<GraphNode['type'], string> = {
  start: 'start',
  segment: '',
  fork: 'fork point',
  anchor: 'anchor',
  compaction: 'compaction',
  merge: 'merge',
  agent: 'sub-agent',
  tape: 'tape',
  leaf: 'end of a branch',
  turn: '',
  request: '',
};

/** What a node is called: its own name, else what it is. */
export function nodeName({ type, label, active }: Pick<GraphNode, 'type' | 'label' | 'active'>): string {
  return label || (type === 'leaf' && active ? 'newest' : typeWords[type]);
}

/** "88 steps · 61 k": how much is in a node, and how large the context was at its end. */
export function nodeFigures({ steps, entries, tokens }: Pick<GraphNode, 'steps' | 'entries' | 'tokens'>): string {
  const much = steps > 0 ? count(steps, 'step') : count(entries, 'entry', 'entries');
  if (tokens.value === 0) return much;
  return `${much} · ${tokens.basis === 'estimated' ? '~' : ''}${formatShort(tokens.value)}`;
}
