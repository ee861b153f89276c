import type { Usage } from '../../../../shared/model/index.ts';
import { Flag } from '../../../../shared/model/vocabulary.ts';
import { emptyDraft, factsOf } from '../draft.ts';
import type { Draft } from '../format.ts';
import { asNumber, asObject, asString, oneLine, timeOf } from '../json.ts';
import type { JsonObject } from '../values.ts';
import { isNotice } from './record.ts';

/** What sessions of the command line 3.x hold that tasks do not: what each answer used is in it, and two documents say what a session is. */

/** What a request used and cost, by its answer; the input holds what came from the cache. Empty where it is not said there. */
export function usedIn({ metrics }: JsonObject): Pick<Draft, 'usage' | 'cost'> | null {
  const said = asObject(metrics) ?? {};
  if (asNumber(said.inputTokens) === null) return null;
  const of = (name: string): number => Math.max(0, asNumber(said[name]) ?? 0);
  const [cacheRead, cacheWrite, cost] = [of('cacheReadTokens'), of('cacheWriteTokens'), of('cost')];
  const usage: Usage = {
    input: Math.max(0, of('inputTokens') - cacheRead - cacheWrite),
    output: of('outputTokens'),
    cacheRead,
    cacheWrite,
  };
  return { usage: usage.input + usage.output + cacheRead + cacheWrite > 0 ? usage : null, ...(cost > 0 && { cost }) };
}

/** Reads what is around the messages of a session, what it is, and what was shown and not sent; null for another record. */
export function readOfSession(record: JsonObject): Draft | null {
  if (isNotice(record)) return noticeOf(record);
  if (record.role !== undefined) return null;
  const id = asString(record.sessionId) ?? asString(record.session_id);
  if (id !== null) return headOf(record, id);
  const prompt = asString(record.system_prompt);
  return prompt === null ? null : { ...emptyDraft('session', Flag.Sidecar, null), label: 'system prompt', chars: prompt.length };
}

const TITLE_CHARS = 120;

/** The messages say which program wrote them, and the other document where the session ran and what it was forked from. */
function headOf(record: JsonObject, session: string): Draft {
  const draft = emptyDraft('session', Flag.Sidecar, timeOf(record.started_at));
  draft.label = record.sessionId === undefined ? 'title, place and use' : 'session';
  const { title, fork } = asObject(record.metadata) ?? {};
  const forked = asString(asObject(fork)?.forkedFromSessionId);
  const [cwd, writer, named] = [asString(record.cwd), asString(asObject(record.origin)?.version), asString(title)];
  const facts = factsOf(draft);
  facts.session = session;
  if (cwd) facts.cwd = cwd;
  if (writer !== null) facts.writer = writer;
  if (named) Object.assign(facts, { title: oneLine(named, TITLE_CHARS), titleRank: 1 });
  if (forked !== null) facts.forkedFrom = { session: forked };
  return draft;
}

function noticeOf(record: JsonObject): Draft {
  const role = asString(asObject(record.metadata)?.displayRole);
  return { ...emptyDraft('event', Flag.Sidecar, timeOf(record.ts)), label: role ?? 'notice', id: asString(record.id) };
}
