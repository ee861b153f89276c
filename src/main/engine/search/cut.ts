import type { SearchHit, SearchLine, TapeRow } from '../../../shared/model/index.ts';
import { loadWhatIsThere } from '../bytes/load.ts';
import type { Catalog } from '../catalog/types.ts';
import { formatById } from '../formats/index.ts';
import { snippetOf } from '../text/snippet.ts';
import type { Found } from '../text/terms.ts';
import type { Gathered } from './narrow.ts';

/** Characters of one line that are shown. */
const WIDE = 400;
/** A match that begins after this many characters may be out of sight, and then this many are left before it. */
const SEEN = 64;
const LEAD = 48;
/** Lines on each side from which on there is room to wrap them. */
const ROOMY = 20;

/** Lines of a text around the one of its first match, `around` on each side, with the matches in them; and how many lines there are. */
export function linesAround(text: string, places: readonly Found[], around: number): { lines: SearchLine[]; of: number } {
  const all = text.split('\n');
  const first = places[0]?.from ?? 0;
  const starts: number[] = [];
  let at = 0;
  for (const line of all) {
    starts.push(at);
    at += line.length + 1;
  }
  const own = Math.max(
    0,
    starts.findLastIndex((start) => start <= first),
  );
  const lines = all.slice(Math.max(0, own - around), own + around + 1).map((line, index) => {
    const no = Math.max(0, own - around) + index;
    return lineOf(line, no + 1, starts[no] ?? 0, places, around < ROOMY ? SEEN : WIDE - LEAD);
  });
  return { lines, of: all.length };
}

/** One line, cut around its first match where it is long. */
function lineOf(line: string, no: number, start: number, places: readonly Found[], seen: number): SearchLine {
  const own = places.filter(({ from, to }) => from < start + line.length && to > start);
  const first = (own[0]?.from ?? start) - start;
  const lead = first > seen ? first - LEAD : 0;
  const text = `${lead > 0 ? '…' : ''}${line.slice(lead, lead + WIDE)}${lead + WIDE < line.length ? '…' : ''}`.toWellFormed();
  const shift = (lead > 0 ? 1 : 0) - lead - start;
  const matches = own.map(({ from, to }): [number, number] => [Math.max(0, from + shift), Math.min(text.length, Math.max(0, to + shift))]);
  return { line: no, text, matches: matches.filter(([from, to]) => to > from) };
}

/** Hits as they are shown: with their words, read from the source. One whose bytes have changed since says nothing. */
export async function cutHits(
  catalog: Catalog,
  rows: readonly { hit: Gathered; same: readonly Gathered[] }[],
  around: number,
): Promise<SearchHit[]> {
  const texts = new Map<string, string>();
  for (const [id, group] of Map.groupBy(rows, ({ hit }) => hit.tape)) {
    const tape: TapeRow = catalog.tape(id);
    const entries = catalog.entriesAt(
      id,
      group.map(({ hit }) => hit.seq),
    );
    const records = await loadWhatIsThere(tape, entries);
    const format = formatById(tape.format);
    for (const [at, { seq }] of entries.entries()) {
      const record = records[at];
      if (record) texts.set(`${id} ${seq}`, format.text(record));
    }
  }
  return rows.map(({ hit, same }) => {
    const { tape, seq, kind, what, role, time, step, tool, file, found, places } = hit;
    const text = texts.get(`${tape} ${seq}`) ?? '';
    const cut = { ...snippetOf(text, places), ...linesAround(text, places, around) };
    return { ...{ tape, seq, kind, what, role, time, step, tool, file, found }, ...cut, same: same.map((one) => one.seq) };
  });
}
