import type { EntryRow, TapeRow } from '../../../../shared/model/index.ts';
import type { CallContext, Handlers } from '../../../../shared/rpc/contract.ts';
import { TapeError } from '../../../../shared/rpc/tape-error.ts';
import type { Engine } from '../../engine.ts';
import { helpLines } from './answers.ts';
import { parseLine } from './parse.ts';
import type { Ran } from './run.ts';
import type { Command } from './table.ts';

type Catalog = Engine['catalog'];
type Asked = Pick<Handlers, 'entries.previews' | 'search.run'>;

interface On {
  catalog: Catalog;
  handlers: Asked;
  row: TapeRow;
  context: CallContext;
}

/** Characters of an entry that a line shows. */
const WIDTH = 160;
/** Most entries that an answer lists, as `entries.previews` takes them. */
const MOST = 300;
/** Entries that are looked at together. */
const WINDOW = 256;

/** Comma commands on the logs of agents: those that read. */
export function commaMethods({ catalog }: Pick<Engine, 'catalog'>, handlers: Asked): Pick<Handlers, 'tapes.command'> {
  return {
    'tapes.command': ({ tape, line }, context) => runOnLog({ catalog, handlers, row: catalog.tape(tape), context }, line),
  };
}

/** Throws 'refused' for a command that writes, and for a line that would be a message. */
const runOnLog = async (on: On, line: string): Promise<Ran> => {
  const parsed = parseLine(line);
  if (parsed.type === 'unknown') return { did: 'unknown', lines: parsed.lines, ids: [] };
  if (parsed.type !== 'command') throw refused(on.row, 'A line without a comma would be a message');
  const { command } = parsed;
  if (command.run === 'help') return did(helpLines(command.about));
  if (command.run === 'info') return did(infoOf(on.row));
  if (command.run === 'anchors') return anchorsOf(on);
  if (command.run === 'log') return logOf(on, command);
  if (command.run === 'search') return found(on, command);
  throw refused(on.row, `,${command.run} writes`);
};

const refused = ({ file }: TapeRow, what: string): TapeError =>
  new TapeError('refused', `${file} is the log of an agent and is never written to. ${what}: that is for native tapes.`);

const did = (lines: string[], ids: number[] = []): Ran => ({ did: 'command', lines, ids });

const plural = (value: number, one: string, many = `${one}s`): string => `${value.toLocaleString('en-US')} ${value === 1 ? one : many}`;

const infoOf = (row: TapeRow): string[] => [
  row.file,
  `${row.format}, session ${row.session ?? '–'}, ${plural(row.entries, 'entry', 'entries')}, ${plural(row.anchors, 'anchor')}, ${plural(row.steps, 'step')}, ${plural(row.bytes, 'byte')}`,
];

const anchorsOf = ({ catalog, row }: On): Ran => {
  const anchors = catalog.anchors(row.id);
  return did(
    anchors.map(({ seq, name, type }) => `#${seq} ${name}${type === 'anchor' ? '' : ` (${type})`}`),
    anchors.map(({ seq }) => seq),
  );
};

const lines = async ({ catalog, handlers, row, context }: On, seqs: readonly number[]): Promise<Ran> => {
  const kinds = new Map(catalog.entriesAt(row.id, seqs).map(({ seq, kind }) => [seq, kind]));
  const { items } = await handlers['entries.previews']({ tape: row.id, seqs: [...seqs], chars: WIDTH }, context);
  const texts = new Map(items.map(({ seq, text }) => [seq, text]));
  const said = seqs.map((seq) => `#${seq} ${kinds.get(seq) ?? ''}  ${(texts.get(seq) ?? '').replace(/\s+/g, ' ')}`);
  return did(
    said.map((text) => (text.length > WIDTH ? `${text.slice(0, WIDTH - 1).toWellFormed()}…` : text)),
    [...seqs],
  );
};

/** The newest entries, of a phase where its anchor is named. */
const logOf = (on: On, { limit, kind, anchor }: Extract<Command, { run: 'log' }>): Promise<Ran> => {
  const { catalog, row } = on;
  const anchors = anchor === undefined ? [] : catalog.anchors(row.id);
  const at = anchors.findLastIndex(({ name, seq }) => name === anchor || String(seq) === anchor);
  if (anchor !== undefined && at < 0) throw new TapeError('not-found', `There is no anchor "${anchor.slice(0, 60)}". ,anchors lists them.`);
  const [from, to] = at < 0 ? [1, row.entries + 1] : [anchors[at]?.seq ?? 1, anchors[at + 1]?.seq ?? row.entries + 1];
  return lines(
    on,
    newest(on, [from, to], Math.min(limit, MOST), (entry) => kind === undefined || entry.kind === kind),
  );
};

/** Looks from the end, so that the log of a long tape costs what it shows. */
const newest = ({ catalog, row }: On, [from, end]: [number, number], limit: number, wanted: (entry: EntryRow) => boolean): number[] => {
  let kept: number[] = [];
  for (let to = end; to > from && kept.length < limit; to -= WINDOW) {
    const some = catalog.entries(row.id, Math.max(from, to - WINDOW), to).filter(wanted);
    kept = [...some.map(({ seq }) => seq), ...kept];
  }
  return kept.slice(-limit);
};

const found = async (on: On, { query, limit, kinds }: Extract<Command, { run: 'search' }>): Promise<Ran> => {
  const { catalog, handlers, row, context } = on;
  const { hits, note } = await handlers['search.run']({ query, limit: Math.min(limit, MOST), tape: row.id }, context);
  const seqs = hits.map(({ seq }) => seq);
  const wanted = new Set(
    catalog.entriesAt(row.id, seqs).flatMap(({ seq, kind }) => (kinds.length === 0 || kinds.includes(kind) ? [seq] : [])),
  );
  if (wanted.size === 0) return did([note ?? `Nothing holds ${query}.`]);
  return lines(
    on,
    seqs.filter((seq) => wanted.has(seq)),
  );
};
