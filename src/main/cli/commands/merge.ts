import type { MergeConflict, Merged, MergePreview } from '../../../shared/model/native.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Gate, MergeCommand, Tape } from '../../engine/store/types.ts';
import type { Context, Given, Run } from '../command.ts';
import { Exit } from '../exit.ts';
import { clean } from '../format/clean.ts';
import { formatConflicts, formatPreview, formatVerdict } from '../format/merge.ts';
import { plural } from '../format/number.ts';
import { spans } from '../format/spans.ts';
import { choiceHere, nameOf, withTape } from '../native.ts';
import { choiceOf, textOf, wholeOf } from '../options.ts';

const LONGEST_TIMEOUT = 86_400;

/** The gate of the command line, else that of `config.json`; a preview asks only one that is named. */
const gateOf = async (given: Given, { workspace }: Tape): Promise<Gate | null> => {
  const text = textOf(given, 'gate');
  const skip = given.options['skip-gate'] === true;
  if (text !== undefined && skip) throw new TapeError('bad-input', '--gate and --skip-gate cannot both be given.');
  const timeoutMs = 1000 * wholeOf(given, 'gate-timeout', 60, [1, LONGEST_TIMEOUT]);
  if (text !== undefined) {
    const { splitWords } = await import('../../engine/store/merge/gate-command.ts');
    return { words: splitWords(text), timeoutMs };
  }
  const { gate } = workspace.config;
  return gate && !skip && given.options.preview !== true ? { words: gate, timeoutMs } : null;
};

const commandOf = async (given: Given, tape: Tape): Promise<MergeCommand> => ({
  names: given.operands,
  order: choiceOf(given, 'order', ['append', 'time']),
  dedup: choiceOf(given, 'dedup', ['none', 'digest', 'tool-call-id']),
  onConflict: choiceOf(given, 'on-conflict', ['refuse', 'keep-both', 'prefer-parent', 'prefer-fork']),
  insightsOnly: given.options['insights-only'] === true,
  gate: await gateOf(given, tape),
  head: null,
});

/** What the merge did, in words. */
const mergedLines = ({ terminal: { layout } }: Context, names: readonly string[], merged: Merged): string[] => {
  const { ids, duplicates, conflicts, verdict, event } = merged;
  const judged = verdict ? formatVerdict(verdict, layout) : [];
  if (verdict?.verdict === 'refuted') return [...judged, `Nothing was merged; the verdict is entry ${event}, and the forks stay open.`];
  const extra = [
    duplicates > 0 ? `${plural(duplicates, 'duplicate')} left out` : '',
    conflicts > 0 ? `${plural(conflicts, 'conflict')} settled and marked` : '',
  ].filter((part) => part !== '');
  const what = ids.length === 0 ? 'nothing of its own' : `${plural(ids.length, 'entry', 'entries')}, ${spans(ids)}`;
  return [...judged, `Merged ${names.map(clean).join(', ')}: ${[what, ...extra].join(', ')}. The merge is entry ${event}.`];
};

/** Conflicts that nobody settled are the answer, with what both sides say; anything else is thrown on. */
const conflictsIn = (thrown: unknown): MergeConflict[] => {
  const conflicts = thrown instanceof TapeError && thrown.code === 'refused' ? thrown.details?.conflicts : undefined;
  if (!Array.isArray(conflicts)) throw thrown;
  return conflicts;
};

const refuse = ({ json, terminal }: Context, conflicts: MergeConflict[], parent: string): number => {
  const message = `${plural(conflicts.length, 'conflict')}, so nothing was merged. --on-conflict keep-both, prefer-parent or prefer-fork settles them.`;
  if (!json) terminal.print(formatConflicts(conflicts, parent, terminal.layout));
  terminal.fail({ code: 'refused', message, details: { conflicts } }, json);
  return Exit.Refused;
};

const preview = (context: Context, tape: Tape, found: MergePreview): number => {
  const { given, json, terminal } = context;
  if (json) terminal.json(found);
  else terminal.print(formatPreview(found, given.operands, nameOf(tape.which), terminal.layout));
  return found.verdict?.verdict === 'refuted' ? Exit.Refused : Exit.Done;
};

export const run: Run = (context) =>
  withTape(context, async (tape) => {
    const { given, json, terminal, signal } = context;
    const command = await commandOf(given, tape);
    if (given.options.preview === true) {
      const { previewWithNext } = await import('../../engine/native-calls/next-previews.ts');
      return preview(context, tape, await previewWithNext(tape, command, choiceHere(given, tape), signal));
    }
    const { mergeForks } = await import('../../engine/store/merge/merge.ts');
    const merged = await mergeForks(tape, command, signal).catch(conflictsIn);
    if (Array.isArray(merged)) return refuse(context, merged, nameOf(tape.which));
    if (json) terminal.json(merged);
    else terminal.print(mergedLines(context, given.operands, merged));
    return merged.verdict?.verdict === 'refuted' ? Exit.Refused : Exit.Done;
  });
