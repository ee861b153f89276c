import type { NativeEntry } from '../../../shared/model/native.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { sessionNames } from '../../engine/store/places.ts';
import type { EntryQuery, Tape, Workspace } from '../../engine/store/types.ts';
import type { Context, Declaration } from '../command.ts';
import { allSessions, json, kind, since, until, WHICH } from '../flags.ts';
import { createLog } from '../format/log.ts';
import { closeNative, neededAnchor, neededWorkspace, openNative, withTape } from '../native.ts';
import { momentOf, textOf, wholeOf } from '../options.ts';
import { pagesOf } from '../pages.ts';

export const command: Declaration = {
  flags: [
    kind,
    { name: 'anchor', value: 'A', offers: 'anchor', description: 'the phase of this anchor, by name or number' },
    { name: 'all', description: 'every phase' },
    since,
    until,
    { name: 'limit', value: 'N', description: 'the newest N (default: 50 for people, all with --json)' },
    { name: 'follow', description: 'print what any process appends, until Ctrl-C' },
    allSessions,
    ...WHICH,
    json,
  ],
  notes: [
    'The current phase begins at the last anchor. --since and --until search every phase.',
    'JSON holds {"items": [{id, kind, at, anchor, payload, meta}]}; with --follow each entry is an object on a line of its own.',
  ],
  example: ['tape log --kind tool_call --limit 5', 'prints the last five tool calls of the current phase'],
  run,
};

/** Entries that people get unless they ask for more. */
const SHORT = 50;
const MOST = 1_000_000_000;

interface Asked {
  /** By kind and time. */
  narrow: Pick<EntryQuery, 'kind' | 'since' | 'until' | 'exact'>;
  /** The phase of this anchor; null for the current one; undefined for all. */
  phase: string | null | undefined;
  limit: number | undefined;
}

const askedOf = ({ given, json, terminal }: Context): Asked => {
  const kind = textOf(given, 'kind');
  const since = momentOf(given, 'since', terminal.layout.now);
  const until = momentOf(given, 'until', terminal.layout.now);
  const anchor = textOf(given, 'anchor');
  const all = given.options.all === true;
  if (all && anchor !== undefined) throw new TapeError('bad-input', '--all and --anchor cannot both be given.');
  const open = all || since !== undefined || until !== undefined;
  return {
    narrow: {
      ...(kind !== undefined && { kind }),
      ...(since !== undefined && { since }),
      ...(until !== undefined && { until }),
      exact: json,
    },
    phase: anchor ?? (open ? undefined : null),
    limit: json && given.options.limit === undefined ? undefined : wholeOf(given, 'limit', SHORT, [0, MOST]),
  };
};

/** The phase as the index knows it: its number and the id of its anchor. Null for all phases, and for a tape without an anchor. */
const phaseOf = (tape: Tape, { phase }: Asked): { seq: number; id: number } | null => {
  if (phase === undefined) return null;
  if (phase !== null) return neededAnchor(tape, phase);
  // The last anchor may be one that a merge superseded: it is in the phase that is looked for, and did not open it.
  const [last] = tape.rows({ kind: 'anchor', limit: 1 });
  return last ? tape.anchor(last.anchor_name) : null;
};

/** What is asked of a tape, as pages; `to` is the last entry looked at. */
const pages = (tape: Tape, asked: Asked, to = tape.head()): Iterable<NativeEntry[]> => {
  const phase = phaseOf(tape, asked);
  const query = phase ? { ...asked.narrow, phases: [phase.seq, phase.seq] as const } : asked.narrow;
  return pagesOf(tape, query, { from: phase?.id ?? 1, to, limit: asked.limit });
};

type Emit = (entries: readonly NativeEntry[]) => void;

/** Prints entries as they come: an object a line, or a line for people. */
const emitter = ({ json, terminal }: Context): Emit => {
  if (json) return (entries) => terminal.lines(entries);
  const lines = createLog(terminal.layout);
  return (entries) => terminal.print(lines(entries));
};

/** The entries of several sessions, one session after the other; each entry names its own. A session without that anchor has none. */
async function* everySession(context: Context, workspace: Workspace, asked: Asked): AsyncGenerator<NativeEntry[]> {
  for (const session of sessionNames(workspace)) {
    const tape = await openNative(context, workspace, { session, fork: null });
    try {
      if (typeof asked.phase === 'string' && !tape.anchor(asked.phase)) continue;
      for (const page of pages(tape, asked)) yield page.map((entry) => ({ ...entry, session }));
    } finally {
      closeNative(context, tape);
    }
  }
}

const printEvery = async (context: Context, asked: Asked): Promise<void> => {
  const { given } = context;
  const other = ['session', 'fork', 'follow'].find((name) => given.options[name] !== undefined);
  if (other !== undefined) throw new TapeError('bad-input', `--all-sessions and --${other} cannot both be given.`);
  const entries = everySession(context, neededWorkspace(), asked);
  if (context.json) return context.terminal.items(entries, {});
  const emit = emitter(context);
  for await (const page of entries) emit(page);
};

/** What was left out of a short answer is said, so that nobody takes it for the whole. */
const printForPeople = ({ terminal }: Context, tape: Tape, asked: Asked, to: number, emit: Emit): void => {
  const { limit } = asked;
  const found = limit === undefined ? [] : [...pages(tape, { ...asked, limit: limit + 1 }, to)].flat();
  if (limit === undefined) for (const page of pages(tape, asked, to)) emit(page);
  else if (found.length > limit) terminal.print([terminal.layout.style.dim('Earlier entries are left out; --limit N shows more.')]);
  else if (found.length === 0) terminal.note('Nothing here yet.');
  if (limit !== undefined) emit(found.slice(Math.max(0, found.length - limit)));
};

const printOne = async (context: Context, tape: Tape, asked: Asked): Promise<void> => {
  const { given, json, terminal, signal } = context;
  const head = tape.head();
  if (given.options.follow !== true) {
    if (json) return terminal.items(pages(tape, asked, head), {});
    return printForPeople(context, tape, asked, head, emitter(context));
  }
  const emit = emitter(context);
  // What comes later may be in a later phase: only a phase that was asked for by name narrows it.
  const phase = asked.phase === null ? null : phaseOf(tape, asked);
  if (json) for (const page of pages(tape, asked, head)) emit(page);
  else printForPeople(context, tape, asked, head, emit);
  const { follow } = await import('../follow.ts');
  const query = { ...asked.narrow, ...(phase && { phases: [phase.seq, phase.seq] as const }) };
  await follow({ tape, head, query, emit, signal, restarted: () => terminal.warn('The tape was reset.', json) });
};

async function run(context: Context): Promise<number | undefined> {
  const asked = askedOf(context);
  if (context.given.options['all-sessions'] === true) await printEvery(context, asked);
  else await withTape(context, (tape) => printOne(context, tape, asked));
  return undefined;
}
