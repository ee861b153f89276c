import { Flag } from '../../../../shared/model/vocabulary.ts';
import { emptyDraft } from '../../formats/draft.ts';
import type { Draft, Format, Json } from '../../formats/format.ts';
import { asNumber, asObject, asString, fewLines, timeOf } from '../../formats/json.ts';
import { part } from '../../formats/part.ts';

const textOf = (record: Json): string => asString(asObject(record)?.says) ?? '';
const roleOf = (who: string | null) => (who === 'user' || who === 'assistant' ? who : null);

const read = (record: Json): Draft => {
  const { who: said, at, read: input, wrote: output } = asObject(record) ?? {};
  const who = asString(said);
  const role = roleOf(who);
  const draft = emptyDraft(role ? 'message' : (who ?? 'untyped'), role ? Flag.Sent : Flag.Unknown, timeOf(at));
  Object.assign(draft, { role, chars: textOf(record).length });
  if (role !== 'assistant') return draft;
  const usage = { input: asNumber(input) ?? 0, output: asNumber(output) ?? 0, cacheRead: 0, cacheWrite: 0 };
  return { ...draft, step: `answer ${timeOf(at)}`, usage };
};

export const parrot = {
  id: 'parrot',
  name: 'Parrot',
  detect: ({ records }) => (records.every((record) => asString(asObject(record)?.says) !== null) && records.length > 0 ? 1 : 0),
  locate: () => ({}),
  read,
  text: textOf,
  parts: (record) => [part('text', textOf(record))],
  preview: (record) => fewLines(textOf(record)),
  messages: (records) => records.map((record) => ({ role: roleOf(asString(asObject(record)?.who)) ?? 'user', content: textOf(record) })),
  payload: (record) => record,
} as const satisfies Format;
