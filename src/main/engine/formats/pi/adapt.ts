import { asString } from '../json.ts';
import type { JsonObject } from '../values.ts';
import { readsPictures } from './abilities.ts';
import { callIdFor } from './call-ids.ts';
import type { AssistantSaid, ResultSaid, Said, Target } from './said.ts';
import { isImage } from './wire-parts.ts';

/**
 * What pi does to the messages of a context before it sends them to a model: pictures become a note for one that reads text alone, what other
 * models thought becomes plain text, ids of their calls are rewritten, failed and stopped answers are left out, and a call without a result gets one. `target` null: to whichever model wrote each.
 */
export function adapt(said: readonly Said[], target: Target | null): Said[] {
  const ids = new Map<string, string>();
  const blind = target !== null && readsPictures(target.model) === false;
  const adapted = (blind ? said.map(unseen) : said).map((one): Said => {
    if (one.role === 'assistant') return { ...one, content: target === null ? one.content : answerFor(one, target, ids) };
    return one.role === 'toolResult' ? { ...one, call: ids.get(one.call) ?? one.call } : one;
  });
  return answered(adapted);
}

const NO_PICTURE = '(image omitted: model does not support images)';
const NO_PICTURE_IN_RESULT = '(tool image omitted: model does not support images)';

function unseen(one: Said): Said {
  if (one.role === 'toolResult') return { ...one, content: noted(one.content, NO_PICTURE_IN_RESULT) };
  return one.role === 'user' && typeof one.content !== 'string' ? { ...one, content: noted(one.content, NO_PICTURE) } : one;
}

/** Pictures in a row are one note. */
const noted = (content: readonly JsonObject[], note: string): JsonObject[] =>
  content
    .map((piece) => (isImage(piece) ? { type: 'text', text: note } : piece))
    .filter((piece, at, all) => !isImage(content[at] ?? piece) || all[at - 1]?.text !== note);

const isSame = (a: Target, b: Target): boolean => a.provider === b.provider && a.api === b.api && a.model === b.model;

function answerFor({ content, from }: AssistantSaid, target: Target, ids: Map<string, string>): JsonObject[] {
  const same = isSame(from, target);
  return content.flatMap((piece): JsonObject[] => {
    if (piece.type === 'thinking') return thoughtFor(piece, same);
    if (same) return [piece];
    if (piece.type === 'text') return [{ type: 'text', text: asString(piece.text) ?? '' }];
    return piece.type === 'toolCall' ? [foreignCall(piece, target, ids)] : [piece];
  });
}

/** Signed thinking is kept for the model that signed it; what another one thought is text, where there is any. */
function thoughtFor(piece: JsonObject, same: boolean): JsonObject[] {
  if (piece.redacted === true) return same ? [piece] : [];
  if (same && asString(piece.thinkingSignature)) return [piece];
  const thought = asString(piece.thinking) ?? '';
  if (thought.trim() === '') return [];
  return [same ? piece : { type: 'text', text: thought }];
}

function foreignCall({ thoughtSignature: _, ...call }: JsonObject, target: Target, ids: Map<string, string>): JsonObject {
  const id = asString(call.id) ?? '';
  const now = callIdFor(target.api, id);
  if (now !== id) ids.set(id, now);
  return { ...call, id: now };
}

/** Drops answers that failed; a system message waits for the results of the calls before it, and what has none gets one. */
function answered(said: readonly Said[]): Said[] {
  const out: Said[] = [];
  let open: JsonObject[] = [];
  let has = new Set<string>();
  let held: Said[] = [];
  const close = (): void => {
    for (const call of open) if (!has.has(asString(call.id) ?? '')) out.push(noResult(call));
    out.push(...held);
    [open, has, held] = [[], new Set(), []];
  };
  for (const one of said) {
    if (one.role === 'toolResult') {
      has.add(one.call);
      out.push(one);
      continue;
    }
    if (one.role === 'system' && open.length > 0) {
      held.push(one);
      continue;
    }
    if (one.role !== 'system') close();
    if (one.role === 'assistant' && one.dropped) continue;
    if (one.role === 'assistant') open = one.content.filter(({ type }) => type === 'toolCall');
    out.push(one);
  }
  close();
  return out;
}

const noResult = ({ id, name }: JsonObject): ResultSaid => ({
  role: 'toolResult',
  call: asString(id) ?? '',
  tool: asString(name) ?? '',
  content: [{ type: 'text', text: 'No result provided' }],
  failed: true,
});
