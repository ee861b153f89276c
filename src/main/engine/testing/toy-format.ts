import { Flag } from '../../../shared/model/vocabulary.ts';
import { emptyDraft } from '../formats/draft.ts';
import type { Draft, Drafted, Format, Json, JsonObject, Thread } from '../formats/format.ts';
import { asList, asNumber, asObject, asString, asStrings } from '../formats/json.ts';
import { part } from '../formats/part.ts';

/**
 * A format that has what real ones have not all of: records that make no entry or several, and what only the order of entries tells.
 * `say` is an entry, `note` none, `many` a compaction with the texts that it keeps, `echo` says an earlier text again, `total` is what was used
 * so far, `own` ends what was copied from another tape.
 */
export const toy: Format = {
  id: 'toy',
  name: 'Toy',
  detect: ({ records }) => (records.some((record) => asString(asObject(record)?.toy) !== null) ? 1 : 0),
  locate: () => ({}),
  read,
  part: (record, at) => (record.toy !== 'many' || at === 0 ? record : (partsOf(record)[at - 1] ?? {})),
  text: textOf,
  parts: (record) => [part('text', textOf(record))],
  preview: (record) => textOf(record).slice(0, 300),
  messages: (records) => records.map((record) => ({ role: 'user', content: textOf(record) })),
  payload: (record) => record,
  thread: threadOf(),
};

function textOf(record: Json): string {
  return asString(asObject(record)?.text) ?? '';
}

function partsOf(record: JsonObject): JsonObject[] {
  return asStrings(asList(record.items)).map((text) => ({ toy: 'say', text }));
}

function read(record: Json): Drafted {
  const value = asObject(record) ?? {};
  const kind = asString(value.toy);
  if (kind === 'note') return [];
  if (kind !== 'many') return entry(value, kind);
  const anchor: Draft = { ...entry(value, kind), flags: Flag.Boundary, anchor: { name: 'many', type: 'compaction' } };
  return [anchor, ...partsOf(value).map((one) => entry(one, 'say'))];
}

function entry(value: JsonObject, kind: string | null): Draft {
  const text = textOf(value);
  const draft = emptyDraft(kind === 'say' ? 'message' : (kind ?? 'odd'), kind === null ? Flag.Unknown : 0, asNumber(value.time));
  Object.assign(draft, { id: asString(value.id), role: kind === 'say' ? 'user' : null, chars: text.length });
  const hint = { text, total: asNumber(value.total) };
  return kind === null ? draft : { ...draft, hint };
}

interface State {
  step: number;
  total: number;
  texts: [text: string, seq: number][];
  own: boolean;
}

function threadOf(): Thread<State> {
  return {
    begin: () => ({ step: 1, total: 0, texts: [], own: true }),
    next(state, { seq, kind, hint, part: at }) {
      const { text, total } = (hint ?? {}) as { text?: string; total?: number | null };
      if (kind === 'copied') state.own = false;
      if (kind === 'own') state.own = true;
      const flags = state.own ? 0 : Flag.Shared;
      if (kind === 'echo') {
        const twin = state.texts.find(([known]) => known === text)?.[1];
        return twin === undefined ? { flags } : { flags: flags | Flag.Twin, twin, label: 'again' };
      }
      if (kind === 'total') return ended(state, total ?? 0, flags);
      if (kind !== 'message' || at > 0) return { flags };
      state.texts = [[text ?? '', seq] as [string, number], ...state.texts].slice(0, 4);
      return { flags, step: `request ${state.step}` };
    },
  };
}

function ended(state: State, total: number, flags: number) {
  const used = total >= state.total ? total - state.total : total;
  state.total = total;
  const step = `request ${state.step++}`;
  const usage = { input: used, output: 0, cacheRead: 0, cacheWrite: 0 };
  return { flags, step, usage, model: `model-${state.step % 2}`, facts: { model: `model-${state.step % 2}` } };
}
