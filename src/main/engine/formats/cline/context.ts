import type { EntryRow, OmissionReason } from '../../../../shared/model/index.ts';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { type Gone, listRules } from '../context/list-rules.ts';
import { LEFT, SEEN, WITHOUT } from './read.ts';

const RANGE = new RegExp(`^${WITHOUT} (\\d+)–(\\d+)`);

const rangeIn = (rows: readonly EntryRow[]): readonly [from: number, to: number] | null => {
  const found = rows.findLast(({ kind, label }) => kind === SEEN && RANGE.test(label));
  const [, from, to] = RANGE.exec(found?.label ?? '') ?? [];
  return from === undefined || to === undefined ? null : [Number(from), Number(to)];
};

/**
 * What was out of the history: the range that the newest word of a request names, and messages that name a summary or a mark that was there by then.
 * A request that comes next has the newest range of all.
 */
export const gone: Gone = (before, own) => {
  const history = before.filter(({ kind, flags }) => kind !== SEEN && !has(flags, Flag.Unknown));
  const range = rangeIn(own) ?? (own.length === 0 ? rangeIn(before) : null);
  const left = new Map<number, OmissionReason>();
  if (range !== null) for (const { seq } of history.slice(range[0], range[1] + 1)) left.set(seq, 'compacted');
  const marks = new Set(history.flatMap(({ id, flags }) => (has(flags, Flag.Boundary) && id !== null ? [id] : [])));
  for (const { seq, label } of history)
    if (label.startsWith(`${LEFT} `) && marks.has(label.slice(LEFT.length + 1))) left.set(seq, 'compacted');
  return left;
};

/** How tasks of Cline become contexts. */
export const clineRules = listRules({
  evidence: {
    step: 'The history before this answer without the messages that were deleted from it by then. Texts that Cline replaced as it sent them are as they were.',
    next: 'The history without the messages that were deleted from it; the next prompt comes after it.',
  },
  lacking: () => [
    { what: 'system-prompt', note: 'system prompt' },
    { what: 'tools', note: 'tool definitions' },
  ],
  begins: 'compaction',
  gone,
  readsOwn: true,
});
