import type { EntryDetail, EntryRow, ImageType, Part } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { createFinder } from '../bytes/finder.ts';
import { loadRaw, loadRecords } from '../bytes/load.ts';
import type { Catalog } from '../catalog/types.ts';
import { digest } from '../formats/digest.ts';
import type { Format, JsonObject } from '../formats/format.ts';
import { tools } from '../formats/tools.ts';
import { CHANGED, cut } from '../text/excerpt.ts';
import { alteredIn } from './altered.ts';
import { askedBy, callsOf, saidOf } from './called.ts';
import { withForms } from './forms.ts';
import { detach, imageAt, mayHoldImages, withImages } from './images.ts';
import { linksOf } from './links.ts';
import { nativeLinks } from './native-links.ts';
import { sidechainLinks } from './sidechains.ts';
import { withChanges } from './since.ts';
import { spillsOf } from './spill.ts';

/** Longest first line that a heading takes in. */
const LONGEST = 120;

const firstLine = (text: string): string => {
  const line = text.trimStart().split('\n', 1)[0]?.trim() ?? '';
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
};

/**
 * What a person would call an entry: "Result of Read src/errors/map.ts". `preview` is the entry's own first text, `call` that
 * of the call that it answers, where there is one.
 */
function titleOf(row: EntryRow, preview: string, call: string | null): string {
  const label = row.label === '' ? '' : ` ${row.label}`;
  if (row.kind === 'tool_result')
    return `${has(row.flags, Flag.Failed) ? 'Failed result' : 'Result'}${call ? ` of ${firstLine(call)}` : label}`;
  if (row.kind === 'tool_call') return firstLine(preview) || `Call of${label || ' a tool'}`;
  if (row.kind === 'message') return messageTitle(row);
  const name = NAMES[row.kind] ?? row.kind;
  return `${name}${label}`;
}

const NAMES: Readonly<Record<string, string>> = { system: 'System prompt', anchor: 'Anchor', event: 'Event', error: 'Error' };

const messageTitle = ({ flags, role }: EntryRow): string => {
  if (has(flags, Flag.Summary)) return 'Summary of a compaction';
  if (has(flags, Flag.Notification)) return 'A task reports back';
  if (has(flags, Flag.Queued)) return 'Prompt typed while the agent worked';
  if (has(flags, Flag.Thinking)) return 'Thinking';
  if (has(flags, Flag.Synthetic)) return 'Written by the agent program in the name of the model';
  if (role === 'assistant') return 'Answer';
  if (has(flags, Flag.Prompt)) return 'Prompt';
  if (has(flags, Flag.Meta)) return 'Added by the agent program';
  return has(flags, Flag.Sidechain) ? 'Prompt of a sub-agent' : 'Message';
};

/** Characters of one part, and of the raw record, that cross to a window. */
const PART_CHARS = 100_000;
const RAW_CHARS = 200_000;

/** One entry with all that belongs to it. Throws TapeError('not-found') for a number that the tape does not have. */
export async function detailOf(catalog: Catalog, formatOf: (id: string) => Format, tapeId: string, seq: number): Promise<EntryDetail> {
  const tape = catalog.tape(tapeId);
  const [row] = catalog.entriesAt(tape.id, [seq]);
  if (!row) throw new TapeError('not-found', `${tape.title} has no entry ${seq}; it has ${tape.entries}.`);
  const format = formatOf(tape.format);
  const { record, text } = await loadRaw(tape, row);
  const parts = record ? drawn(format, record, text) : [{ type: 'text' as const, text: CHANGED }];
  const spills = record ? await spillsOf(catalog, tape, record) : [];
  const agents = record ? await sidechainLinks(catalog, tape, row, record, format) : [];
  const natives = record ? nativeLinks(catalog, tape, row, record) : [];
  const links = [...natives, ...agents, ...linksOf(catalog, tape, row)];
  // A pointer into a native tape is of use only inside; people get the file and the byte in it.
  const place = createFinder()(tape.file, row.offset);
  const calls = (await callsOf(catalog, tape, format, [row])).get(seq) ?? [];
  const shaped = withForms(tools[format.id], [...parts, ...spills.map((spill) => spill.part)].map(cutPart), (part) => askedBy(calls, part));
  const altered = (await alteredIn(tape, [row], [record])).has(seq);
  const cost = (record && format.cost?.(record)) ?? null;
  return {
    row: { ...row, offset: place?.offset ?? row.offset },
    title: titleOf(
      row,
      saidOf(format, tape.project, shaped, record),
      calls[0] ? saidOf(format, tape.project, calls[0].parts, calls[0].record) : null,
    ),
    file: place?.file ?? tape.file,
    digest: record ? digest(format.payload(record)) : '',
    parts: await withChanges(catalog, format, tape, row, shaped),
    raw: cut(text, RAW_CHARS),
    rawChars: text.length,
    links: [...spills.map((spill) => spill.link), ...links],
    ...(cost !== null && { cost }),
    ...(altered && { altered }),
  };
}

const drawn = (format: Format, record: JsonObject, text: string): Part[] => {
  if (!mayHoldImages(text)) return format.parts(record);
  const { record: bare, payloads } = detach(record);
  return withImages(format.parts(bare), payloads);
};

/** One image of an entry. Throws TapeError('not-found') where the entry does not hold it (any more). */
export async function imageOf(catalog: Catalog, tapeId: string, seq: number, at: number): Promise<{ type: ImageType; data: string }> {
  const tape = catalog.tape(tapeId);
  const [record] = await loadRecords(tape, catalog.entriesAt(tape.id, [seq]));
  const image = record ? imageAt(record, at) : null;
  if (image === null) throw new TapeError('not-found', `Entry ${seq} of ${tape.title} has no image ${at} that can be drawn.`);
  return image;
}

const cutPart = (part: Part): Part => {
  if (part.text.length <= PART_CHARS) return part;
  const text = cut(part.text, PART_CHARS);
  return { ...part, text, cut: (part.cut ?? 0) + part.text.length - text.length };
};
