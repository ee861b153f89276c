import { contextSize, Flag, has, type Link, type StepRow } from '../../../../shared/model/index.ts';
import { count } from '../../ui/format.ts';

/** Characters that a token of any answer stands for at the very most; code and prose have two to five. */
const MOST_CHARS = 12;

/**
 * What a step wrote as the log records it. Some writers log the count at which the stream began and never the last one,
 * and some, of a run, that of its last request alone: a figure that the text itself (`written`, in characters) refutes is not given as the whole.
 */
export function outputWords(output: number, written: number): string {
  return `${count(output, 'token')} recorded${written > MOST_CHARS * output ? ', too few for what it wrote' : ''}`;
}

/** What the log records of what a step was sent. */
export function inputWords({ usage, borrowed }: Pick<StepRow, 'usage' | 'borrowed'>): string {
  if (borrowed) return 'not recorded: the step was copied from another context';
  return usage ? `${count(contextSize(usage), 'token')} recorded` : 'no usage recorded';
}

/** "$0.0212 recorded", "less than $0.0001 recorded": what a request cost, as its agent reckoned. */
export function costWords(dollars: number): string {
  return `${dollars < 0.0001 ? 'less than $0.0001' : `$${dollars.toFixed(dollars < 1 ? 4 : 2)}`} recorded`;
}

const flagWords: readonly (readonly [number, string])[] = [
  [Flag.Prompt, 'typed by a person'],
  [Flag.Queued, 'typed while the agent worked'],
  [Flag.Meta, 'injected by the agent program'],
  [Flag.Summary, 'summary of a compaction'],
  [Flag.Boundary, 'compaction boundary'],
  [Flag.MicroBoundary, 'micro-compaction boundary'],
  [Flag.Sidechain, 'part of a sub-agent'],
  [Flag.Sidecar, 'bookkeeping, not part of the conversation'],
  [Flag.Excluded, 'excluded by the writer'],
  [Flag.Synthetic, 'written as the model; no request was made'],
  [Flag.Notification, 'answer of a background task'],
  [Flag.Progress, 'progress of a running tool'],
  [Flag.Thinking, 'thinking only'],
  [Flag.Media, 'has an image or a document'],
  [Flag.Failed, 'failed'],
  [Flag.Merged, 'merged from a fork'],
  [Flag.Repaired, 'repaired while reading'],
  [Flag.Unknown, 'unknown type'],
];

/** What the reader found out about an entry, in words. */
export function flagNotes(flags: number): string[] {
  return flagWords.filter(([flag]) => has(flags, flag)).map(([, word]) => word);
}

const relationWords: Record<Link['relation'], string> = {
  parent: 'parent',
  child: 'children',
  call: 'answers',
  result: 'answered by',
  'sub-agent': 'sub-agent',
  caller: 'called from',
  phase: 'phase',
  compaction: 'compaction',
  spill: 'spilled to',
  archive: 'archive',
  corrects: 'corrects',
  'corrected-by': 'corrected by',
  source: 'sources',
  fork: 'fork',
  'merged-from': 'merged from',
};

/** Links by what they say about the entry, in a fixed order; every link appears once. */
export function groupLinks(links: readonly Link[]): { name: string; links: Link[] }[] {
  return (Object.keys(relationWords) as Link['relation'][])
    .map((relation) => ({ name: relationWords[relation], links: links.filter((link) => link.relation === relation) }))
    .filter((group) => group.links.length > 0);
}
