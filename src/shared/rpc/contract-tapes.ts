import { z } from 'zod';
import {
  Abilities,
  AnchorName,
  CacheFate,
  CacheMisses,
  EntryDetail,
  EntryRow,
  ImageType,
  Memory,
  Overview,
  Preview,
  Problem,
  Read,
  Receipt,
  SEARCH_MODES,
  SearchAnswer,
  SearchFilters,
  Stats,
  StepRow,
  TapeRow,
  Timeline,
} from '../model/index.ts';
import { seq, tape } from './inputs.ts';

export const Hit = z.object({
  tape: z.string(),
  seq: z.number(),
  kind: z.string(),
  role: z.string().nullable(),
  time: z.number().nullable(),
  step: z.number().nullable(),
  /** Text around the first match, cut from the source bytes. */
  snippet: z.string(),
  /** Start and end of each match within the snippet, in UTF-16 units. */
  matches: z.array(z.tuple([z.number(), z.number()])),
  /** Its line in a native tape is not what was written. */
  altered: z.literal(true).optional(),
});
export type Hit = z.infer<typeof Hit>;

/** Calls that read what is on a tape: columns, steps, entries, and what a search or the memory finds. */
export const tapesContract = {
  'tapes.get': {
    input: z.object({ tape }),
    output: z.object({ tape: TapeRow, anchors: z.array(AnchorName), related: z.array(TapeRow), ...Abilities.shape }),
  },
  'tapes.receipt': {
    input: z.object({ tape, limit: z.number().int().min(1).max(1000).default(200) }),
    output: z.object({ receipt: Receipt, problems: z.array(Problem), problemCount: z.number() }),
  },
  'tapes.stats': { input: z.object({ tape }), output: Stats },
  /**
   * Columns from entry `from` and step `fromStep` on; call with what you have to get only what is new. With `rows` no more entries and steps
   * than that, and only the marks that these carry: details of an overview.
   */
  'tapes.timeline': {
    input: z.object({ tape, from: seq.default(1), fromStep: seq.default(1), rows: seq.optional() }),
    output: Timeline,
  },
  /** A tape as it is first drawn: its timeline, or of a long one an overview in place of that. */
  'tapes.overview': { input: z.object({ tape }), output: z.union([Overview, Timeline]) },
  /** The raw bytes of an unreadable line, as text, cut at 100,000 characters. */
  'tapes.rawLine': {
    input: z.object({ tape, offset: z.number().int().min(0), length: z.number().int().min(0) }),
    output: z.object({ text: z.string() }),
  },
  /** `costs`: with what each request cost, which is read from the source. */
  'steps.list': {
    input: z.object({
      tape,
      from: seq.default(1),
      limit: z.number().int().min(1).max(5000).default(500),
    }),
    output: z.object({ items: z.array(StepRow), total: z.number() }),
  },
  /**
   * Why the cache of each step that records its usage was read or missed, what was sent again, and what that cost by the list of prices of a day:
   * from a step up to another, or of all.
   */
  'cache.steps': {
    input: z.object({ tape, from: seq.optional(), to: seq.optional() }),
    output: z.object({ items: z.array(CacheFate), prices: z.string() }),
  },
  /** Where caches were missed, and the worst of it: by what it cost or, where nobody wants money, by tokens. */
  'cache.misses': {
    input: z.object({ tape, by: z.enum(['cost', 'tokens']).default('cost'), limit: z.number().int().min(0).max(100).default(5) }),
    output: CacheMisses,
  },
  /**
   * What the derived memory index knows, most relevant first. `tape` alone looks in that tape, across its phases; `workspace` in
   * the sessions and forks of its workspace, or else in its project; `family` in the tapes that belong with it; `all` everywhere. `before` leaves out entries from that one on (of `tape`). A missing or broken index has no hits, and says so.
   */
  'memory.query': {
    input: z.object({
      query: z.string().min(1).max(500),
      tape,
      scope: z.enum(['tape', 'workspace', 'family', 'all']).default('tape'),
      before: seq.optional(),
      limit: z.number().int().min(1).max(200).default(20),
    }),
    output: Memory,
  },
  'entries.list': {
    input: z.object({
      tape,
      from: seq.default(1),
      limit: z.number().int().min(1).max(2000).default(200),
      kinds: z.array(z.string()).optional(),
    }),
    output: z.object({ items: z.array(EntryRow), total: z.number() }),
  },
  /** `lines` asks for calls and results as one line each, where their tools are known. */
  'entries.previews': {
    input: z.object({
      tape,
      seqs: z.array(seq).max(300),
      chars: z.number().int().min(20).max(2000).default(280),
      lines: z.boolean().optional(),
    }),
    output: z.object({ items: z.array(Preview) }),
  },
  /** Entries as they are read one after the other: calls with their results, each part as what it is. `more` asks for more of a long text. */
  'entries.read': {
    input: z.object({ tape, seqs: z.array(seq).max(60), more: z.boolean().optional() }),
    output: z.object({ items: z.array(Read) }),
  },
  'entries.get': { input: z.object({ tape, seq }), output: EntryDetail },
  /** One image of an entry (`Part.image.at`), as base64 of one of the types that a browser decodes safely. */
  'entries.image': {
    input: z.object({ tape, seq, at: z.number().int().min(0) }),
    output: z.object({ type: ImageType, data: z.string() }),
  },
  /** Full text. Without `tape` over all tapes, newest first. `before` is the cursor of the last answer. */
  'search.run': {
    input: z.object({
      query: z.string().min(1).max(500),
      tape: tape.optional(),
      limit: z.number().int().min(1).max(200).default(50),
      before: z.string().optional(),
    }),
    output: z.object({
      hits: z.array(Hit),
      total: z.number().nullable(),
      next: z.string().nullable(),
      indexed: z.number(),
      of: z.number(),
      /** Why nothing can be found, where the query holds no word; null as a rule. */
      note: z.string().nullable(),
    }),
  },
  /**
   * All hits of a query with what they can be narrowed by: a page from the hit `from` on. Sessions follow one another, the newest first or that
   * of the best hit; of each no more than `each` hits. Without words, all that fits the filters. Stops after two seconds, and says so.
   */
  'search.find': {
    input: z.object({
      query: z.string().max(500),
      mode: z.enum(SEARCH_MODES).default('words'),
      filters: SearchFilters.default({}),
      sort: z.enum(['newest', 'best']).default('newest'),
      from: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(200).default(50),
      each: z.number().int().min(1).max(200).optional(),
      around: z.number().int().min(0).max(400).default(1),
      /** Finds out for another while whether the model received the hits; with a condition on that it does so anyway. */
      looks: z.boolean().default(false),
      /** One of the hits alone, of the one session in `filters`. */
      only: seq.optional(),
      /** Looks again, and for longer, where the time did not suffice. */
      longer: z.boolean().optional(),
    }),
    output: SearchAnswer,
  },
} as const;
