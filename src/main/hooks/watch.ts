import { statSync, watch } from 'node:fs';
import type { TapeRow, View } from '../../shared/model/index.ts';
import { TapeError } from '../../shared/rpc/tape-error.ts';
import type { Session } from '../cli/session.ts';
import type { Hooking } from '../engine/formats/hooking.ts';
import { hookingOf } from '../engine/formats/hookings.ts';
import { type Kind, keepAnswer } from '../engine/hooks/answers.ts';
import { readLink } from '../engine/hooks/links.ts';
import type { Where } from '../engine/hooks/notes.ts';
import { slugOf } from '../engine/store/names.ts';
import { openTape } from '../engine/store/open-tape.ts';
import { initWorkspace } from '../engine/store/workspace.ts';
import { beforeWords, reportOf } from './report.ts';
import { type Before, lastWithin, snapshot } from './snapshot.ts';

/** The native session next to a session of an agent, by its name in the workspace of the folder. */
const sidecarName = ({ agent, session }: Where): string => `${agent}-${slugOf(session).slice(0, 12)}`;

const rangesOf = (view: View): [number, number][] => {
  const held = [...new Set(view.blocks.flatMap(({ entries }) => entries))].sort((a, b) => a - b);
  const ranges: [number, number][] = [];
  for (const seq of held) {
    const last = ranges.at(-1);
    if (last && last[1] === seq - 1) last[1] = seq;
    else ranges.push([seq, seq]);
  }
  return ranges;
};

/** Appends an anchor that says what was in context before a compaction to the native tape next to the session, which it begins where there is none. */
function anchorBefore(tapeHome: string, folder: string, where: Where, tape: TapeRow, before: Before, view: View): void {
  const { workspace } = initWorkspace(tapeHome, folder);
  const follows = { agent: where.agent, session: where.session, file: tape.file };
  const sidecar = openTape(workspace, { session: sidecarName(where), fork: null }, { create: true, start: { follows } });
  try {
    sidecar.handoff({
      name: 'before-compaction',
      summary: `In context before a compaction: ${before.entries} entries${before.tokens === null ? '' : `, about ${before.tokens} tokens`}.`,
      state: {
        follows: { ...follows, tape: tape.id, entry: before.entry },
        in_context: rangesOf(view),
        ...{ tokens: before.tokens, said: before.said, files: before.files },
      },
    });
  } finally {
    sidecar.close();
  }
}

/** A summary may take minutes; longer than this nothing is waited for. */
const LONGEST_MS = 10 * 60_000;
/** Where a file system tells of no changes, it is looked at this often. */
const LOOK_MS = 1000;

/** Resolves when the log has grown, at the latest after a while, or when nobody waits any more. */
const untilGrown = (file: string, size: number, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const look = (): void => {
      if (!signal.aborted && statSync(file, { throwIfNoEntry: false })?.size === size) return;
      watcher.close();
      clearInterval(timer);
      done();
    };
    const watcher = watch(file, look).on('error', () => {});
    const timer = setInterval(look, LOOK_MS);
    signal.addEventListener('abort', look, { once: true });
    look();
  });

/** The first compaction of the log after an entry whose summary is there too; null where there is none yet. */
const compactionAfter = ({ engine: { catalog } }: Session, { id, entries }: TapeRow, entry: number): number | null => {
  const found = catalog.anchors(id).find(({ type, seq }) => type === 'compaction' && seq > entry);
  return found && (found.compaction?.summary != null || entries > found.seq) ? found.seq : null;
};

/** Whether a hook of the agent may say something when a compaction is over. Where none does, the next prompt has to do. */
const saysWhenOver = ({ events, meaning }: Hooking): boolean =>
  events.some((event) => {
    const { about, speaks } = meaning(event, { source: 'compact' }) ?? {};
    return about === 'after-compaction' && speaks === true;
  });

/** What was known when a compaction was about to begin. */
interface Began {
  /** How much of the log there was. */
  bytes: number;
  /** Epoch ms. */
  at: number;
}

/** The last entry by then. Whoever looked at the size may have been late: what the log dates after the event comes after it. */
const lastBefore = (session: Session, tape: TapeRow, { bytes, at }: Began): number => {
  const late = session.engine.catalog.anchors(tape.id).find(({ type, time }) => type === 'compaction' && (time ?? 0) >= at);
  return Math.min(lastWithin(session, tape, bytes), late === undefined ? tape.entries : late.seq - 1);
};

/**
 * Keeps what is in context before a compaction: as a text for the hook that comes after it, and as an anchor on a native tape. Then waits until the
 * log has the compaction, and keeps a report of what it took.
 */
export async function watchCompaction(session: Session, where: Where, began: Began, signal: AbortSignal): Promise<void> {
  const link = readLink(where.home, where.agent, where.session);
  if (!link?.transcript) throw new TapeError('not-found', 'No hook has named the log of this session.');
  const { transcript, folder } = link;
  const tape = await session.tape(transcript);
  const entry = lastBefore(session, tape, began);
  if (entry === 0) return;
  const { before, view } = await snapshot(session, tape, entry, Date.now());
  const hooking = hookingOf(where.agent);
  const keep = (kind: Kind, text: string): void => {
    if (hooking) keepAnswer(where, kind, (event) => hooking.answer(event, text), Date.now());
  };
  keep(hooking && saysWhenOver(hooking) ? 'compact' : 'report', beforeWords(before));
  anchorBefore(session.engine.settings().tapeHome, folder, where, tape, before, view);
  const over = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]);
  let row = tape;
  for (let size = began.bytes; ; ) {
    const seq = compactionAfter(session, row, entry);
    if (seq !== null) {
      // Also where a hook has already continued: the next one that may say something says it.
      const text = await reportOf(session, row, seq, before);
      if (text !== null) keep('report', text);
      return;
    }
    await untilGrown(transcript, size, over);
    if (over.aborted) return;
    size = statSync(transcript).size;
    row = await session.tape(transcript);
  }
}
