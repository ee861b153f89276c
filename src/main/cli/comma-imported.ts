import type { TapeRow } from '../../shared/model/index.ts';
import { TapeError } from '../../shared/rpc/tape-error.ts';
import { helpLines } from '../engine/store/commands/answers.ts';
import { parseLine } from '../engine/store/commands/parse.ts';
import type { Ran } from '../engine/store/commands/run.ts';
import type { Command } from '../engine/store/commands/table.ts';
import type { Context } from './command.ts';
import { count, plural } from './format/number.ts';
import { truncate } from './format/width.ts';
import { beginnings } from './previews.ts';
import type { Session } from './session.ts';

const WIDTH = 160;

const did = (lines: string[], ids: number[] = []): Ran => ({ did: 'command', lines, ids });

/** Runs a comma command on a log of an agent: those that read. Throws 'refused' for those that write. */
export async function runImported({ session }: Context, file: string, line: string): Promise<Ran> {
  const parsed = parseLine(line);
  if (parsed.type !== 'command') return { did: 'unknown', lines: parsed.type === 'unknown' ? parsed.lines : [], ids: [] };
  const { command } = parsed;
  if (command.run === 'help') return did(helpLines(command.about));
  const open = await session();
  const row = await open.tape(file, { text: command.run === 'search' });
  if (command.run === 'info') return did(infoOf(row));
  if (command.run === 'anchors') return anchorsOf(open, row);
  if (command.run === 'log') return logOf(open, row, command);
  if (command.run === 'search') return found(open, row, command);
  throw new TapeError('refused', `${row.file} is the log of an agent and is never written to: ,${command.run} is for native tapes.`);
}

const infoOf = (row: TapeRow): string[] => [
  row.file,
  `${row.format}, session ${row.session ?? '–'}, ${plural(row.entries, 'entry', 'entries')}, ${plural(row.anchors, 'anchor')}, ${plural(row.steps, 'step')}, ${count(row.bytes)} bytes`,
];

const anchorsOf = ({ engine }: Session, { id }: TapeRow): Ran => {
  const anchors = engine.catalog.anchors(id);
  return did(
    anchors.map(({ seq, name, type }) => `#${seq} ${name}${type === 'anchor' ? '' : ` (${type})`}`),
    anchors.map(({ seq }) => seq),
  );
};

const lines = async (open: Session, { id }: TapeRow, seqs: readonly number[]): Promise<Ran> => {
  const kinds = new Map(open.engine.catalog.entriesAt(id, seqs).map(({ seq, kind }) => [seq, kind]));
  const texts = await beginnings(open, id, seqs, WIDTH);
  return did(
    seqs.map((seq) => truncate(`#${seq} ${kinds.get(seq) ?? ''}  ${texts.get(seq) ?? ''}`, WIDTH)),
    [...seqs],
  );
};

/** The newest entries, of a phase where its anchor is named. */
const logOf = (open: Session, row: TapeRow, { limit, kind, anchor }: Extract<Command, { run: 'log' }>): Promise<Ran> => {
  const { catalog } = open.engine;
  const anchors = anchor === undefined ? [] : catalog.anchors(row.id);
  const at = anchors.findLastIndex(({ name, seq }) => name === anchor || String(seq) === anchor);
  if (anchor !== undefined && at < 0) throw new TapeError('not-found', `There is no anchor "${anchor.slice(0, 60)}". ,anchors lists them.`);
  const [from, to] = at < 0 ? [1, row.entries + 1] : [anchors[at]?.seq ?? 1, anchors[at + 1]?.seq ?? row.entries + 1];
  const entries = catalog.entries(row.id, from, to).filter((entry) => kind === undefined || entry.kind === kind);
  return lines(
    open,
    row,
    entries.slice(-limit).map(({ seq }) => seq),
  );
};

const found = async (open: Session, row: TapeRow, { query, limit, kinds }: Extract<Command, { run: 'search' }>): Promise<Ran> => {
  const { hits, note } = await open.call('search.run', { query, limit, tape: row.id });
  const wanted = new Set(
    open.engine.catalog
      .entriesAt(
        row.id,
        hits.map(({ seq }) => seq),
      )
      .filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
      .map(({ seq }) => seq),
  );
  if (wanted.size === 0) return did([note ?? `Nothing holds ${query}.`]);
  return lines(
    open,
    row,
    hits.map(({ seq }) => seq).filter((seq) => wanted.has(seq)),
  );
};
