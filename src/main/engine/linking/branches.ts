import type { BranchClass } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';

/** What classifying needs to know of an entry. */
export interface Branching {
  seq: number;
  kind: string;
  assistant: boolean;
  flags: number;
  step: number;
  origin: number;
  /** An earlier record of the file has the same id. */
  copy: boolean;
}

/** A person's own words at this place in the tree, not typed while the agent worked and not written by a program. */
const NOT_TYPED = Flag.Queued | Flag.Notification | Flag.Meta | Flag.Summary | Flag.Sidecar | Flag.Synthetic;
const isPrompt = ({ flags }: Branching): boolean => has(flags, Flag.Prompt) && (flags & NOT_TYPED) === 0;

/**
 * A summary that is a node of the tree itself: of a compaction below what it compacted, or of a branch that somebody left. In such a tree
 * what else hangs there is where somebody continued.
 */
const isNode = ({ flags, kind }: Branching): boolean =>
  has(flags, Flag.Summary) && (has(flags, Flag.Boundary) || kind === 'branch_summary');

/** What tools, hooks and the program hang in next to the conversation. */
const isAside = ({ flags, kind }: Branching): boolean =>
  has(flags, Flag.Progress) || (kind !== 'tool_result' && !has(flags, Flag.Prompt) && !has(flags, Flag.Summary) && kind === 'system');

/**
 * Why an entry has several children. Of 26,118 branch points in real files 58 were a person going back:
 * everything else is how the writer chains records. `interleaved` says whether two sides of it were written in turns.
 */
export function classify(parent: Branching, children: readonly Branching[], interleaved: () => boolean): BranchClass {
  if (children.some((child) => child.copy)) return 'copiedPrefix';
  const nodes = children.some(isNode);
  if (!nodes && children.some((child) => child.origin !== children[0]?.origin)) return 'compaction';
  if (!nodes && children.some((child) => has(child.flags, Flag.Boundary))) return 'compaction';
  const prompts = children.filter((child) => isPrompt(child) || isNode(child));
  const answers = children.filter((child) => child.assistant && !has(child.flags, Flag.Synthetic));
  if (prompts.length >= 2 || (prompts.length > 0 && answers.length > 0)) return interleaved() ? 'twoWriters' : 'rewind';
  if (children.some((child) => has(child.flags, Flag.Synthetic))) return 'synthetic';
  if (children.some((child) => has(child.flags, Flag.Progress))) return 'progress';
  if (children.some((child) => child.kind === 'tool_result') && children.every((child) => isToolSide(parent, child)))
    return 'parallelTools';
  if (new Set(answers.map((child) => child.step)).size >= 2) return 'twoWriters';
  if (children.filter((child) => !isAside(child)).length <= 1) return 'progress';
  return 'other';
}

/** A result, or the next line of the same answer. */
const isToolSide = (parent: Branching, child: Branching): boolean =>
  child.kind === 'tool_result' || (child.assistant && child.step === parent.step) || child.kind !== 'message';
