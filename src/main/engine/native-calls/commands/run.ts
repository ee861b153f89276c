import type { Appended, AppendInput, ForkRow, HandoffInput, MergeOptions, MergePreview } from '../../../../shared/model/native.ts';
import { TapeError } from '../../../../shared/rpc/tape-error.ts';
import type { EntryQuery, NativeHit, Tape } from '../../store/types.ts';
import { openCallAt } from '../open-calls.ts';
import { anchorLines, forkLines, helpLines, hitLines, infoLines, logLines, previewLines } from './answers.ts';
import { parseLine } from './parse.ts';
import type { Command } from './table.ts';

/** What the command line may do to a tape; everything else it only reads. */
export interface Acts {
  tape: Tape;
  /** The forks of the session that the tape is, or was forked from. */
  forks(): ForkRow[];
  append(entries: readonly AppendInput[]): Appended;
  handoff(input: HandoffInput): Appended;
  fork(name: string, at: number | undefined, note: string | undefined): ForkRow;
  /** Drops an open fork; answers where it is now. */
  discard(name: string, note: string | undefined): string;
  preview(options: MergeOptions): Promise<MergePreview>;
  /** Answers where the old tape is now. */
  archive(): string | null;
}

/** What a line did; `ids` are the entries that it appended or that its answer is about. */
export interface Ran {
  did: 'appended' | 'command' | 'unknown';
  lines: string[];
  ids: number[];
}

/**
 * Runs one line on a tape: a command where it begins with a comma, else a message. What is not understood runs and appends
 * nothing. Throws TapeError where the store refuses.
 */
export async function runLine(acts: Acts, line: string): Promise<Ran> {
  const parsed = parseLine(line);
  if (parsed.type === 'unknown') return { did: 'unknown', lines: parsed.lines, ids: [] };
  if (parsed.type === 'command') return runCommand(acts, parsed.command);
  const { ids, notes } = acts.append([{ kind: 'message', payload: { role: 'user', content: parsed.text } }]);
  return { did: 'appended', lines: notes, ids };
}

const did = (lines: string[], ids: number[] = []): Ran => ({ did: 'command', lines, ids });

const runCommand = async (acts: Acts, command: Command): Promise<Ran> => {
  const { tape } = acts;
  switch (command.run) {
    case 'help':
      return did(helpLines(command.about));
    case 'info':
      return did(infoLines(tape.info()));
    case 'anchors': {
      const anchors = tape.anchors();
      return did(
        anchorLines(anchors),
        anchors.map(({ id }) => id),
      );
    }
    case 'forks':
      return did(forkLines(acts.forks()));
    case 'log':
      return log(tape, command);
    case 'search': {
      const hits = search(tape, command);
      return did(
        hitLines(hits, command.query),
        hits.map(({ entry }) => entry.id),
      );
    }
    case 'handoff': {
      const { ids, notes } = acts.handoff(command.input);
      return did([`Handed off: anchor ${command.input.name} is entry ${ids.join(', ')}.`, ...notes], ids);
    }
    case 'fork': {
      const fork = acts.fork(command.name, command.at, command.note);
      const open = openCallAt(tape, fork.start);
      return did([
        `Fork ${fork.name} starts after entry ${fork.start}. It shares everything up to there.`,
        ...(open === null ? [] : [open]),
      ]);
    }
    case 'discard':
      return did([`Fork ${command.name} is discarded; its entries are in ${acts.discard(command.name, command.note)}.`]);
    case 'merge':
      return did(previewLines(await acts.preview(command.options), command.options.names));
    case 'reset':
      return reset(acts, command.archive);
  }
};

const log = (tape: Tape, { limit, kind, anchor }: Extract<Command, { run: 'log' }>): Ran => {
  const phase = anchor === undefined ? null : tape.anchor(anchor);
  if (anchor !== undefined && phase === null)
    throw new TapeError('not-found', `There is no anchor "${anchor.slice(0, 60)}". ,anchors lists them.`);
  const rows = tape.rows({ limit, ...(kind !== undefined && { kind }), ...(phase !== null && { phases: [phase.seq, phase.seq] }) });
  return did(
    logLines(rows),
    rows.map(({ id }) => id),
  );
};

/** The newest hits of all the kinds that were asked for. */
const search = (tape: Tape, { query, limit, kinds, since, until }: Extract<Command, { run: 'search' }>): NativeHit[] => {
  const narrow: Omit<EntryQuery, 'ids'> = { limit, ...(since !== undefined && { since }), ...(until !== undefined && { until }) };
  const hits = kinds.length === 0 ? tape.search(query, narrow) : kinds.flatMap((kind) => tape.search(query, { ...narrow, kind }));
  return hits.sort((a, b) => b.entry.id - a.entry.id).slice(0, limit);
};

const reset = (acts: Acts, archive: boolean): Ran => {
  if (!archive) {
    const lines = [
      'A reset without an archive deletes every entry, so it is not done from here: use Reset in the window, which asks first.',
    ];
    return { did: 'unknown', lines: [...lines, ',reset archive=true keeps the old tape. Nothing was run.'], ids: [] };
  }
  const place = acts.archive();
  return did([place === null ? 'Reset the tape.' : `Reset the tape. The old one is in ${place}.`]);
};
