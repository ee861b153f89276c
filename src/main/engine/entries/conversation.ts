import type { EntryRow, Part, Read, Started, TapeRow } from '../../../shared/model/index.ts';
import { loadRecords } from '../bytes/load.ts';
import type { Catalog } from '../catalog/types.ts';
import type { Format, JsonObject } from '../formats/format.ts';
import { tools } from '../formats/tools.ts';
import { CHANGED, cut } from '../text/excerpt.ts';
import { alteredIn } from './altered.ts';
import { askedBy, type Called, callsOf, lineOf } from './called.ts';
import { bounded, MOST, withForms } from './forms.ts';
import { detach, withImages } from './images.ts';
import { sidechainLinks } from './sidechains.ts';
import { withChanges } from './since.ts';

/** Characters of one part, parts of one entry, and results of one call that cross to a window. */
const CHARS = 24_000;
const PARTS = 40;
const RESULTS = 20;

/** Entries as they are read one after the other, each call with what answered it. Reads the records of these entries and of their results, and no others but the calls that a lone result answers. */
export async function conversationOf(
  { catalog, format, tape, more = false }: { catalog: Catalog; format: Format; tape: TapeRow; more?: boolean | undefined },
  seqs: readonly number[],
): Promise<Read[]> {
  const rows = catalog.entriesAt(tape.id, seqs);
  const answers = new Map(rows.map((row) => [row.seq, resultsOf(catalog, tape, row)] as const));
  const asked = new Set(rows.map(({ seq }) => seq));
  const others = [...new Set([...answers.values()].flat())].filter((seq) => !asked.has(seq));
  const all = [...rows, ...catalog.entriesAt(tape.id, others)];
  const records = await loadRecords(tape, all);
  const calls = await callsOf(catalog, tape, format, all);
  const altered = await alteredIn(tape, all, records);
  const agents = agentsOf(catalog, tape);
  const chars = more ? MOST : CHARS;
  const told = new Map(
    all.map((row, at) => [row.seq, toldOf(format, tape, row, records[at] ?? null, calls.get(row.seq) ?? [], chars)] as const),
  );
  return Promise.all(
    rows.map(async (row, at): Promise<Read> => {
      const record = records[at] ?? null;
      const own = told.get(row.seq) ?? { row, parts: [] };
      const agent = row.calls.length > 0 ? agents.get(row.seq) : undefined;
      return {
        ...{ ...own, parts: await withChanges(catalog, format, tape, row, own.parts) },
        results: (answers.get(row.seq) ?? []).flatMap((seq) => told.get(seq) ?? []),
        links: record !== null && agent === undefined ? await sidechainLinks(catalog, tape, row, record, format) : [],
        ...(agent && { agent }),
        ...(altered.has(row.seq) && { altered: true as const }),
      };
    }),
  );
}

function resultsOf(catalog: Catalog, tape: TapeRow, row: EntryRow): number[] {
  const found = row.calls.slice(0, RESULTS).flatMap((call) => catalog.tool(tape.id, call).results.slice(0, RESULTS));
  return [...new Set(found)].filter((seq) => seq !== row.seq).slice(0, RESULTS);
}

function toldOf(format: Format, tape: TapeRow, row: EntryRow, record: JsonObject | null, calls: readonly Called[], chars: number) {
  if (record === null) return { row, parts: [{ type: 'text' as const, text: CHANGED }] };
  const { record: bare, payloads } = detach(record);
  const parts = withImages(format.parts(bare), payloads).slice(0, PARTS);
  const shaped = withForms(tools[format.id], parts, (part) => askedBy(calls, part));
  const line = lineOf(shaped, calls, tape.project);
  return { row, parts: shaped.map((part) => cutPart(part, chars)), ...(line && { line }) };
}

const cutPart = (part: Part, chars: number): Part => {
  const text = cut(part.text, chars);
  const left = part.text.length - text.length;
  const form = part.form && bounded(part.form, chars);
  return { ...part, text, ...(form && { form }), ...(left > 0 && { cut: (part.cut ?? 0) + left }) };
};

const agentsOf = (catalog: Catalog, tape: TapeRow): ReadonlyMap<number, Started> =>
  new Map(
    catalog
      .subagents(tape.id)
      .toReversed()
      .flatMap(({ id, title, steps, caller, started, ended }) =>
        caller === null
          ? []
          : [[caller, { tape: id, title, steps, ms: started === null || ended === null ? null : ended - started }] as const],
      ),
  );
