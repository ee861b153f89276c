import type { Merged, MergePreview, Verdict } from '../../../../shared/model/native.ts';
import { TapeError } from '../../../../shared/rpc/tape-error.ts';
import { nowOf } from '../handle.ts';
import type { MergeCommand, Tape } from '../types.ts';
import { whoAmI } from '../who.ts';
import { type Locked, writeLines } from '../write-lines.ts';
import { runGate } from './gate.ts';
import { mergeEvent } from './governance.ts';
import { type Mark, markOf, type Read, readInput } from './input.ts';
import { checkOpen, type Opened, openForks, withLocks } from './open-forks.ts';
import { type MergePlan, planMerge } from './plan.ts';
import { mergedLines, unionLines } from './union.ts';

/** How often a gate judges a tape that keeps growing. */
const ATTEMPTS = 3;

/**
 * What a merge would do, exactly; appends nothing. A gate that is given judges the union, unless there are conflicts that nobody settled.
 * `tape` is the parent or one of its forks.
 * Throws 'not-found' for a fork that is not there, 'refused' for one that was merged already, and as `runGate` does.
 */
export async function previewMerge(tape: Tape, command: MergeCommand, signal?: AbortSignal): Promise<MergePreview> {
  const opened = openForks(tape, command.names);
  try {
    const { plan } = planned(opened, command);
    return previewOf(plan, plan.mergeable ? await judge(opened, plan, command, signal) : null);
  } finally {
    opened.close();
  }
}

/**
 * Merges forks into their parent: appends what they have of their own and an event that says so, all of it or nothing. The gate judges
 * without holding up anybody; if the tape has grown meanwhile, it judges again. Where it refutes, its verdict is the only thing that is
 * appended, and the forks stay open. Otherwise they are closed.
 * Throws as `previewMerge`, and 'refused' for conflicts (their list in `details.conflicts`), for another head than `command.head`, and for a
 * tape that never stopped growing.
 */
export async function mergeForks(tape: Tape, command: MergeCommand, signal?: AbortSignal): Promise<Merged> {
  const opened = openForks(tape, command.names);
  try {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const made = settled(opened, command);
      const verdict = await judge(opened, made.plan, command, signal);
      const merged = withLocks(opened, (locked) => commit(locked, { opened, command, verdict }, made));
      if (merged) return merged;
    }
    throw new TapeError('refused', `The tape grew ${ATTEMPTS} times while the gate was judging, so nothing was merged.`);
  } finally {
    opened.close();
  }
}

/** An entry of a plan carries more than callers are shown. */
function previewOf({ order, ...rest }: MergePlan, verdict: Verdict | null): MergePreview {
  const items = order.map(({ from, id, newId, mark, kind, at, summary }) => ({ from, id, newId, mark, kind, at, summary }));
  return { order: items, ...rest, verdict };
}

interface Planned {
  read: Read;
  plan: MergePlan;
}

/** What merging opened forks would come to, and what it was read from. */
export function planned({ parent, forks }: Opened, command: MergeCommand): Planned {
  const read = readInput(parent, forks, command.dedup);
  return { read, plan: planMerge(read.input, command) };
}

/** A plan that may be carried out. */
function settled(opened: Opened, command: MergeCommand): Planned {
  const made = planned(opened, command);
  const { mergeable, conflicts, head } = made.plan;
  if (command.head !== null && head !== command.head) {
    throw new TapeError('refused', `The tape now ends at entry ${head}, and this merge is for ${command.head}. Preview it again.`);
  }
  if (mergeable) return made;
  const more = conflicts.length === 1 ? '' : ` There are ${conflicts.length} conflicts.`;
  throw new TapeError('refused', `${conflicts[0]?.sentence ?? 'There are conflicts.'}${more} Nothing was merged.`, { conflicts });
}

async function judge({ parent, forks }: Opened, plan: MergePlan, { gate }: MergeCommand, signal?: AbortSignal): Promise<Verdict | null> {
  if (gate === null) return null;
  return runGate(gate, unionLines(parent, plan, forks), { cwd: parent.workspace.config.root, ...(signal && { signal }) });
}

interface Commit {
  opened: Opened;
  command: MergeCommand;
  verdict: Verdict | null;
}

/** Under all locks. Null where a verdict is about what no longer is; without a gate the merge is planned again. */
function commit(locked: Locked, { opened, command, verdict }: Commit, made: Planned): Merged | null {
  const { parent, forks } = opened;
  checkOpen(parent, forks);
  const fresh = same(markOf(parent), made.read.parent) && forks.every(({ tape }, at) => same(markOf(tape), made.read.forks[at]));
  if (!fresh && verdict !== null) return null;
  const { read, plan } = fresh ? made : settled(opened, command);
  const event = mergeEvent({
    ts: nowOf(locked.handle).toISOString(),
    session: parent.which.session,
    input: read.input,
    plan,
    options: command,
    verdict,
    reviewer: command.who ?? whoAmI(),
    prefixes: Object.fromEntries(forks.map(({ row }) => [row.name, row.prefix])),
  });
  const refuted = verdict?.verdict === 'refuted';
  const lines = refuted ? [] : [...mergedLines(plan, forks)].map(({ line }) => line);
  const ids = writeLines(locked, [...lines, event], refuted ? 'append' : 'merge');
  return {
    event: ids.at(-1) ?? 0,
    ids: ids.slice(0, -1),
    duplicates: refuted ? 0 : plan.duplicates.length,
    conflicts: refuted ? 0 : plan.conflicts.length,
    verdict,
  };
}

const same = (one: Mark, other: Mark | undefined): boolean => one.head === other?.head && one.chain === other.chain;
