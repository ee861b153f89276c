import type { EntryRow, Form, Part, TapeRow } from '../../../shared/model/index.ts';
import { loadRecords } from '../bytes/load.ts';
import type { Catalog } from '../catalog/types.ts';
import type { Format } from '../formats/format.ts';
import { tools } from '../formats/tools.ts';
import { withForms } from './forms.ts';

/** Entries before a list that are looked at for the one before it. */
const BEFORE = 2000;

type List = Extract<Form, { as: 'list' }>;

const listIn = (parts: readonly Part[]): List | null => {
  const forms = parts.map(({ form }) => form);
  return forms.find((form): form is List => form?.as === 'list') ?? null;
};

/** The items of a list with what each was in the list before: another state, or not there at all. */
function changedSince(list: List, before: List): List {
  const states = new Map(before.items.map(({ text, state }) => [text, state]));
  return {
    ...list,
    items: list.items.map((item) => {
      const was = states.get(item.text) ?? 'none';
      return was === item.state ? item : { ...item, was };
    }),
  };
}

/** Parts in which each list says what changed since the last one on this tape. Reads one record more, and that only where there is a list. */
export async function withChanges(catalog: Catalog, format: Format, tape: TapeRow, row: EntryRow, parts: readonly Part[]): Promise<Part[]> {
  if (listIn(parts) === null) return [...parts];
  const names = new Set(parts.flatMap(({ name, form }) => (form?.as === 'list' && name !== undefined ? [name] : [])));
  const seqs = [...names].flatMap((name) => catalog.labelled(tape.id, name)).filter((seq) => seq < row.seq && seq >= row.seq - BEFORE);
  const [last] = catalog.entriesAt(tape.id, seqs.length === 0 ? [] : [Math.max(...seqs)]);
  if (last === undefined) return [...parts];
  const [record] = await loadRecords(tape, [last]);
  const before = record ? listIn(withForms(tools[format.id], format.parts(record), () => null)) : null;
  if (before === null) return [...parts];
  return parts.map((part) => (part.form?.as === 'list' ? { ...part, form: changedSince(part.form, before) } : part));
}
