import type { MergePreview } from '../../../shared/model/native.ts';
import type { PolicyChoice } from '../../../shared/model/policy.ts';
import { previewed } from '../../../shared/model/previewed.ts';
import type { PreviewedNext } from '../../../shared/model/view.ts';
import { linesOf } from '../store/export/walk.ts';
import { startOfFork } from '../store/fork.ts';
import { planned, previewMerge } from '../store/merge/merge.ts';
import { type Opened, openForks } from '../store/merge/open-forks.ts';
import type { MergePlan } from '../store/merge/plan.ts';
import { unionLines } from '../store/merge/union.ts';
import type { MergeCommand, Tape } from '../store/types.ts';

/** What would be sent next if a native tape were forked or merged: looked at before anything is written. */

/**
 * What a fork would begin with: the last entry that it would share, and the next request after it; null for a tape that is too long to look
 * at. Writes nothing. Throws as `forkTape`, but for names.
 */
export async function previewFork(
  tape: Tape,
  at: number | undefined,
  choice: PolicyChoice = { type: 'as-recorded' },
): Promise<{ start: number; next: PreviewedNext | null }> {
  const start = startOfFork(tape, at);
  const head = tape.head();
  const { LONGEST_PREVIEWED, withScratch } = await import('../views/next-request.ts');
  if (head > LONGEST_PREVIEWED.entries) return { start, next: null };
  const next = await withScratch(async (scratch) => {
    await scratch.append(linesOf(tape, 1, head));
    return previewed(await scratch.next(choice), await scratch.next(choice, { place: { after: start } }), (seq) =>
      seq <= start ? seq : null,
    );
  });
  return { start, next };
}

/**
 * What a merge would do, with the next request that would come of it under a policy. Appends nothing. Throws as `previewMerge`, and for a
 * policy that the tape has no answer to as a view of it does.
 */
export async function previewWithNext(
  tape: Tape,
  command: MergeCommand,
  choice: PolicyChoice = { type: 'as-recorded' },
  signal?: AbortSignal,
): Promise<MergePreview> {
  const preview = await previewMerge(tape, command, signal);
  const opened = openForks(tape, command.names);
  try {
    const { plan } = planned(opened, command);
    return { ...preview, next: preview.mergeable ? await nextAfter(opened, plan, choice) : null };
  } finally {
    opened.close();
  }
}

/** Null for a tape that is too long to look at; its entries keep their numbers. */
async function nextAfter({ parent, forks }: Opened, plan: MergePlan, choice: PolicyChoice): Promise<PreviewedNext | null> {
  const { LONGEST_PREVIEWED, withScratch } = await import('../views/next-request.ts');
  if (plan.head + plan.order.length > LONGEST_PREVIEWED.entries) return null;
  return withScratch(async ({ append, next }) => {
    const lines = unionLines(parent, plan, forks);
    await append(firstOf(lines, plan.head));
    const now = await next(choice);
    await append(lines);
    return previewed(now, await next(choice), (seq) => seq);
  });
}

/** The first few; the rest can still be read. */
function* firstOf<T>(items: Iterator<T>, count: number): Generator<T> {
  for (let at = 0; at < count; at += 1) {
    const item = items.next();
    if (item.done) return;
    yield item.value;
  }
}
