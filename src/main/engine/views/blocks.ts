import type { Block, EntryRow, Role } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { inOrder } from '../formats/context/rows.ts';
import type { Pick } from '../formats/context/selection.ts';
import { fixedWeight, weigh } from '../formats/context/tokens.ts';

export interface BlockFacts {
  /** Name of the tool that an entry answers, where it answers one. */
  toolOf: (row: EntryRow) => string | null;
  /** Tokens of the entry's text, where somebody counted them. */
  counted: (row: EntryRow) => number | undefined;
  /** Tokens of an entry that nobody counted. */
  estimated: (row: EntryRow) => number;
  /** The sub-agent that a call started. */
  subagentOf: (row: EntryRow) => Block['subagent'] | null;
  /** The entry of another tape that was brought in under the number of this row. */
  fromOf?: (row: EntryRow) => Block['from'] | null;
}

/** What a list shows of a picked entry. */
export function shownOf(pick: Pick, row: EntryRow, { toolOf, counted, estimated }: Shows): Shown {
  return {
    kind: row.kind,
    label: (row.kind === 'tool_result' ? toolOf(row) : null) ?? row.label,
    tone: toneOf(pick, row),
    tokens: weigh(row, fixedWeight(pick), counted(row), estimated(row)),
  };
}

type Shown = { [K in 'kind' | 'label' | 'tone' | 'tokens']: Block[K] };
type Shows = { [K in 'toolOf' | 'counted' | 'estimated']: BlockFacts[K] };

/** One picked entry as a block. */
export function blockOf(pick: Pick, row: EntryRow, facts: BlockFacts): Block {
  const why = pick.why ?? (has(row.flags, Flag.Media) ? 'holds a picture or a document, whose weight is a fixed guess' : undefined);
  const from = row.seq < 1 ? facts.fromOf?.(row) : null;
  const subagent = row.calls.length > 0 ? facts.subagentOf(row) : null;
  return {
    role: roleOf(row),
    entries: row.seq < 1 ? [] : [row.seq],
    ...(from && { from }),
    ...(pick.part !== undefined && { part: pick.part }),
    ...shownOf(pick, row, facts),
    ...(why !== undefined && { why }),
    ...(pick.cleared && { cleared: true }),
    ...(pick.instead !== undefined && { instead: pick.instead }),
    ...(subagent && { subagent }),
  };
}

/** The role in which the model reads an entry; attachments and other additions come to it as the user's. */
const roleOf = (row: Sorted): Role => {
  // In messages an anchor is a line of the assistant, whatever role its record has. A compaction boundary is not a message.
  if (row.kind === 'anchor' && !has(row.flags, Flag.Boundary | Flag.MicroBoundary)) return 'assistant';
  if (row.role) return row.role;
  if (row.kind === 'system') return 'system';
  if (row.kind === 'tool_result') return 'tool';
  return row.kind === 'tool_call' ? 'assistant' : 'user';
};

const toneOf = (pick: Pick, row: EntryRow): string => (pick.anchor ? 'anchor' : toneOfEntry(row));

type Sorted = { [K in 'kind' | 'role' | 'flags']: EntryRow[K] };

/** What colours an entry that a model reads. */
export function toneOfEntry(row: Sorted): string {
  if (has(row.flags, Flag.Summary)) return 'summary';
  if (has(row.flags, Flag.Failed)) return 'error';
  if (has(row.flags, Flag.Thinking)) return 'thinking';
  if (row.kind === 'tool_call') return 'call';
  if (row.kind === 'tool_result') return 'result';
  const role = roleOf(row);
  if (role === 'user' && isInjected(row)) return 'injected';
  return role === 'tool' ? 'result' : role;
}

/** It reaches the model as the user's, but no person wrote it: reminders, hooks, skill texts, answers of tasks. */
const isInjected = (row: Sorted): boolean => row.kind === 'attachment' || has(row.flags, Flag.Meta | Flag.Notification);

/**
 * Tool names of results over the given rows, found when the first one is asked for. An id belongs to the newest call before the result, since redacted logs repeat ids;
 * a result without ids belongs to the call before it (Bub pairs by position).
 */
export function toolNames(...rows: Iterable<EntryRow>[]): (row: EntryRow) => string | null {
  let names: ReadonlyMap<number, string> | null = null;
  return ({ seq }) => {
    names ??= namesIn(inOrder(...rows));
    return names.get(seq) || null;
  };
}

const namesIn = (rows: readonly EntryRow[]): Map<number, string> => {
  const names = new Map<number, string>();
  const see = createToolNames();
  for (const row of rows) {
    const name = see(row);
    if (row.kind === 'tool_result') names.set(row.seq, name);
  }
  return names;
};

/** The same, row by row in the order of the file: the name of each row's tool, '' where it answers none. */
export function createToolNames(): (row: EntryRow) => string {
  const byCall = new Map<string, string>();
  let last = '';
  return (row) => {
    for (const call of row.calls) byCall.set(call, row.label);
    if (row.calls.length > 0) last = row.label;
    if (row.kind !== 'tool_result') return '';
    const [only = ''] = row.results;
    if (row.results.length === 1) return byCall.get(only) ?? '';
    const answered = row.results.length === 0 ? [last] : row.results.map((call) => byCall.get(call) ?? '');
    return [...new Set(answered)].filter((name) => name !== '').join(', ');
  };
}
