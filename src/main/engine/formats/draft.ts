import type { Draft, Drafted, Facts, Format, Json } from './format.ts';

/** The empty lists that most drafts share. Frozen: a draft is never changed after it was read. */
export const NO_CALLS = Object.freeze([]) as unknown as Draft['calls'];
export const NO_RESULTS = Object.freeze([]) as unknown as string[];

/** A draft with nothing in it. Every draft is made by this one literal, so that all of them have one shape in the engine. */
export function emptyDraft(kind: string, flags: number, time: number | null): Draft {
  return {
    kind,
    role: null,
    time,
    id: null,
    parent: null,
    logicalParent: null,
    step: null,
    model: null,
    usage: null,
    calls: NO_CALLS,
    results: NO_RESULTS,
    anchor: null,
    compaction: null,
    flags,
    label: '',
    chars: 0,
    facts: null,
  };
}

/** The draft's facts, begun where there are none yet. */
export function factsOf(draft: Draft): Facts {
  draft.facts ??= {};
  return draft.facts;
}

/** What a record made, as a list. */
export function draftsOf(drafted: Drafted): readonly Draft[] {
  return isList(drafted) ? drafted : [drafted];
}

/** Whether a record made a list of drafts. */
export function isList(drafted: Drafted): drafted is readonly Draft[] {
  return Array.isArray(drafted);
}

/** The draft of an entry whose record was loaded (source.ts): of a record that makes several, the first one. */
export function readOne(format: Pick<Format, 'read'>, record: Json): Draft {
  const drafted = format.read(record);
  return isList(drafted) ? (drafted[0] ?? emptyDraft('record', 0, null)) : drafted;
}
