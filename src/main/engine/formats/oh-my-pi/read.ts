import { Flag } from '../../../../shared/model/vocabulary.ts';
import { factsOf } from '../draft.ts';
import type { Draft } from '../format.ts';
import { asObject, asString, isObject, oneLine } from '../json.ts';
import { read as readPi, readUsage } from '../pi/read.ts';
import type { Json, JsonObject } from '../values.ts';

type Show = (record: JsonObject) => string | null;

/** Where the context was cleared: the next request begins below it, with nothing of what was above. */
const RESET = 'reset_boundary';

/** Bookkeeping that pi does not write, with what a list shows of it. */
export const OWN: ReadonlyMap<string, Show> = new Map<string, Show>([
  ['title', ({ title }) => asString(title)],
  ['title_change', ({ title }) => asString(title)],
  ['session_init', ({ agent }) => asString(agent)],
  ['mode_change', ({ mode }) => asString(mode)],
  ['model_usage', ({ purpose }) => asString(purpose)],
  ['service_tier_change', () => null],
  ['ttsr_injection', () => null],
  ['credential_pin', ({ provider }) => asString(provider)],
  ['archive', () => null],
  [RESET, () => null],
]);

/** A title that a person or the program gave; see `Facts.titleRank`. */
const NAMED = 4;
const CHARS = 120;

/** Reads a record as pi's, with what Oh My Pi alone writes. */
export function read(record: Json): Draft {
  const draft = readPi(record);
  if (!isObject(record)) return draft;
  const type = asString(record.type) ?? '';
  if (type === 'model_change') draft.label = asString(record.model) ?? draft.label;
  const show = OWN.get(type);
  if (show !== undefined) {
    draft.flags = (draft.flags & ~Flag.Unknown) | Flag.Sidecar;
    draft.label = oneLine(show(record) ?? '', CHARS);
    if (type === RESET) begin(draft);
    if (type === 'model_usage') readUsage(draft, asObject(record.usage) ?? {});
  }
  const title = type === 'session' || type.startsWith('title') ? oneLine(asString(record.title) ?? '', CHARS) : '';
  if (title !== '') Object.assign(factsOf(draft), { title, titleRank: NAMED });
  return draft;
}

function begin(draft: Draft): void {
  draft.flags |= Flag.Boundary;
  draft.logicalParent = draft.parent;
  draft.anchor = { name: 'reset', type: 'compaction' };
  draft.compaction = { trigger: 'reset', preTokens: null, postTokens: null, preserved: null, clearedCalls: [] };
}
