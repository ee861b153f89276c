import type { Apart, ApartRequest, EntryRow, TapeRow } from '../../../shared/model/index.ts';
import { CAPTURED } from '../formats/abouts.ts';
import { bodyOf, sentBlocks } from '../formats/captured/request.ts';
import { asList, asString } from '../formats/json.ts';
import type { Rim } from '../views/rim.ts';
import { exchangeAt } from './at-hand.ts';
import { capturesOf, joinsOf } from './joins.ts';

/** Requests that were captured of a session and are none of its steps: an agent asks for titles and summaries, and counts tokens, without a line in its log. */

/** Requests that are looked into. */
const MOST = 200;

/** Steps of captured tapes that are those of a session or of its sub-agents. */
const joinedOf = async ({ catalog }: Rim, tape: TapeRow): Promise<Set<string>> => {
  const joined = new Set<string>();
  for (const own of [tape, ...catalog.subagents(tape.id)])
    for (const join of (await joinsOf(catalog, own)).values()) joined.add(`${join.tape} ${join.step}`);
  return joined;
};

const SUMMARY = /\b(summary|summari[sz]e|compact)/i;
const TITLE = /\btitle\b/i;

/** What a request is for: as whoever captured it says, else as its own words do. */
const purposeOf = async (rim: Rim, tape: TapeRow, { step, label }: EntryRow): Promise<ApartRequest['what']> => {
  if (step === null) return /count_?tokens/i.test(label) ? 'counting' : 'other';
  const exchange = await exchangeAt(rim, tape, step);
  const body = exchange === null ? null : bodyOf(exchange);
  if (exchange === null || body === null) return 'other';
  const source = exchange.join.query_source ?? '';
  if (source !== '' && (TITLE.test(source.replaceAll('_', ' ')) || SUMMARY.test(source)))
    return SUMMARY.test(source) ? 'compaction' : 'title';
  const texts = (sentBlocks(body, exchange.before) ?? []).filter(({ block }) => block === 'text');
  const asks = [texts.filter(({ role }) => role === 'system').at(-1), texts.at(-1)].map((one) => asString(one?.text) ?? '');
  if (SUMMARY.test(asks[1] ?? '')) return 'compaction';
  return asList(body.tools).length === 0 && asks.some((text) => TITLE.test(text)) ? 'title' : 'other';
};

/** Requests and other exchanges of a session without a step, in order of time. `total` counts those that are not told too. */
export async function apartOf(rim: Rim, tape: TapeRow): Promise<Apart> {
  if (tape.format === CAPTURED || tape.relation === 'sub-agent') return { items: [], total: 0 };
  const captures = capturesOf(rim.catalog, tape);
  if (captures.length === 0) return { items: [], total: 0 };
  const joined = await joinedOf(rim, tape);
  const found = captures.flatMap((of) =>
    rim.catalog
      .entries(of.id, 1, of.entries + 1)
      .filter(({ kind, step }) => (kind === 'request' && step !== null && !joined.has(`${of.id} ${step}`)) || kind === 'exchange')
      .map((row) => ({ of, row })),
  );
  const items: ApartRequest[] = [];
  for (const { of, row } of found.toSorted((a, b) => (a.row.time ?? 0) - (b.row.time ?? 0)).slice(0, MOST)) {
    const step = row.step === null ? null : rim.catalog.step(of.id, row.step);
    items.push({
      ...{ tape: of.id, step: row.kind === 'request' ? row.step : null, entry: row.seq, time: row.time },
      ...{ what: await purposeOf(rim, of, row.kind === 'request' ? row : { ...row, step: null }), label: row.label },
      ...{ model: step?.model ?? null, usage: step?.usage ?? null, failed: step?.failed ?? false },
    });
  }
  const inferred = found.find(({ of }) => of.inferred !== undefined)?.of.inferred;
  return { items, total: found.length, ...(inferred !== undefined && { inferred: inferred.why }) };
}
