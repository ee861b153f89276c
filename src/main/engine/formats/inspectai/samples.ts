import type { Archived, ArchiveShape, ReadArchived, TapeInArchive } from '../archive.ts';
import { asList, asNumber, asObject, asString, isObject } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';

/** One sample of an evaluation: in a document, or in a folder in which lists are cut into pieces. */
const SAMPLE = /^samples\/([^/]+?)(?:\.json|\/(?:sample|metadata|events|messages|attachments).*\.json)$/;

const HEADER = 'header.json';

/** The archive that an evaluation is logged to: a tape for each sample. */
export const inspectSamples: ArchiveShape = {
  format: 'inspectai',
  fits: (names) => names.has('_journal/start.json') || (names.has(HEADER) && [...names].some((name) => SAMPLE.test(name))),
  tapes(files) {
    const found = new Map<string, Archived[]>();
    for (const file of files) {
      const key = SAMPLE.exec(file.name)?.[1];
      if (key !== undefined) found.set(key, [...(found.get(key) ?? []), file]);
    }
    return [...found].map(([key, own]) => ({ key, files: own }));
  },
  records: (tape, read) => recordsOf(sampleOf(tape, read), headerOf(read)),
};

/** A sample with what its events refer to. */
interface Sample {
  head: JsonObject;
  events: JsonObject[];
  messages: readonly Json[];
  attachment(name: string): Json | undefined;
}

const headerOf = (read: ReadArchived): JsonObject => {
  const head = asObject(read(HEADER)) ?? asObject(read('_journal/start.json')) ?? {};
  const { task = null, model = null, created = null, run_id = null, packages = null } = asObject(head.eval) ?? {};
  return { task, model, created, run_id, packages };
};

function sampleOf({ key, files }: TapeInArchive, read: ReadArchived): Sample {
  const whole = asObject(read(`samples/${key}.json`));
  if (whole === null) return chunked(key, files, read);
  const { events = [], events_data: data = null, attachments = null, messages: _messages, ...head } = whole;
  const named = asObject(attachments) ?? {};
  return {
    head,
    events: asList(events).filter(isObject),
    messages: asList(asObject(data)?.messages),
    attachment: (name) => (Object.hasOwn(named, name) ? named[name] : undefined),
  };
}

/** Pieces of a list, each named by the number of its first item. */
function chunked(key: string, files: readonly Archived[], read: ReadArchived): Sample {
  const listOf = (list: string): Json[] =>
    files
      .flatMap(({ name }) => {
        const at = new RegExp(`/${list}/(\\d+)\\.json$`).exec(name)?.[1];
        return at === undefined ? [] : [{ name, at: Number(at) }];
      })
      .sort((a, b) => a.at - b.at)
      .flatMap(({ name }) => asList(read(name)));
  const attachments = listOf('attachments');
  return {
    head: { ...asObject(read(`samples/${key}/sample.json`)), metadata: read(`samples/${key}/metadata.json`) },
    events: listOf('events').filter(isObject),
    messages: listOf('messages'),
    attachment: (name) => attachments[Number(name)],
  };
}

/** The record of the sample, those of its events in order, and what came of it. */
function recordsOf(sample: Sample, evaluation: JsonObject) {
  const { output = null, scores = null, model_usage = null, error = null, ...head } = sample.head;
  const { messages: _messages, events: _events, ...own } = head;
  const spans = spansOf(sample.events);
  const all: (() => JsonObject)[] = [
    () => ({ sample: own, evaluation }),
    ...sample.events.map((event, at) => () => resolved(sample, event, spans[at] ?? [])),
    () => ({ result: { output, scores, model_usage, error } }),
  ];
  return { count: all.length, at: (index: number): JsonObject => all[index]?.() ?? {} };
}

/** For each event the spans that it is in, from the outside: the type and the name of each. */
function spansOf(events: readonly JsonObject[]): string[][] {
  const known = new Map<string, string[]>();
  const steps: string[] = [];
  return events.map((event) => {
    const id = asString(event.id) ?? '';
    if (event.event === 'span_begin') known.set(id, [...(known.get(asString(event.parent_id) ?? '') ?? []), wordsOf(event)]);
    if (event.event === 'step' && event.action === 'begin') steps.push(wordsOf(event));
    const within = known.get(asString(event.span_id) ?? '') ?? [...steps];
    if (event.event === 'step' && event.action === 'end') steps.pop();
    return within;
  });
}

const wordsOf = ({ type, name }: JsonObject): string => [asString(type) ?? '', asString(name) ?? ''].join(' ').trim();

/** An event with what it refers to in its place; the request in the words of the provider stays as it is. */
function resolved(sample: Sample, event: JsonObject, within: readonly string[]): JsonObject {
  const { call, input_refs: refs, ...rest } = event;
  const input = Array.isArray(refs)
    ? [...asList(rest.input), ...asList(refs).flatMap((range) => slice(sample.messages, range))]
    : rest.input;
  const whole = { ...rest, ...(input !== undefined && { input }), ...(within.length > 0 && { within: [...within] }) };
  const attached = asObject(attach(sample, whole, DEPTH)) ?? whole;
  return call === undefined ? attached : { ...attached, call };
}

const slice = (messages: readonly Json[], range: Json): Json[] => {
  const [from, to] = asList(range).map((one) => asNumber(one));
  return messages.slice(from ?? 0, to ?? 0);
};

/** How deep a value is looked into. */
const DEPTH = 40;
const ATTACHMENT = 'attachment://';

function attach(sample: Sample, value: Json, depth: number): Json {
  if (typeof value === 'string') return value.startsWith(ATTACHMENT) ? (sample.attachment(value.slice(ATTACHMENT.length)) ?? value) : value;
  if (typeof value !== 'object' || value === null || depth === 0) return value;
  if (Array.isArray(value)) return value.map((one) => attach(sample, one, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, attach(sample, one, depth - 1)]));
}
