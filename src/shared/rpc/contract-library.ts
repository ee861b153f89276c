import { z } from 'zod';
import {
  CostBy,
  Costs,
  Day,
  LIBRARY_GROUPS,
  LIBRARY_SORTS,
  LibraryOverview,
  LibraryRow,
  LostSums,
  OptionalKinds,
  Own,
  Prices,
  Receipt,
  RowHeights,
  TapeRow,
  ToolSums,
  Totals,
} from '../model/index.ts';
import { empty, path, tape } from './inputs.ts';

export const Settings = z.object({
  /** What a person said about where logs are looked for, by the id of the root (`formats.list`); the rest is as the agents have it. */
  logs: z.record(z.string().max(100), z.object({ path: path.optional(), off: z.literal(true).optional() })),
  /** Where native workspaces are kept: `~/.tape` or TAPE_HOME. */
  tapeHome: path,
  theme: z.enum(['system', 'light', 'dark']),
  /** Policies by name, for tapes that are in no workspace. */
  policies: z.record(z.string(), z.string()),
  /** Kinds of private text that reports leave out besides those that they always do. */
  redact: OptionalKinds,
  /** Filters of the library that a person keeps, by name, in the order of their tabs. */
  filters: z
    .array(z.object({ name: z.string().min(1).max(60), query: z.string().max(500) }))
    .max(30)
    .readonly(),
  /** Who pays a subscription sees tokens instead of money. */
  money: z.enum(['dollars', 'tokens']),
});
export type Settings = z.infer<typeof Settings>;

export const Job = z.object({
  id: z.string(),
  /** What is being done, for people: "Reading 12 sources". */
  title: z.string(),
  phase: z.enum(['structure', 'text', 'search', 'residency', 'report', 'float', 'run', 'what-if']),
  done: z.number(),
  total: z.number(),
  unit: z.enum(['bytes', 'characters', 'entries', 'blocks', 'files', 'steps', 'folders', 'answers']),
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  tape: z.string().nullable(),
  message: z.string().nullable(),
});
export type Job = z.infer<typeof Job>;

/** Sessions that fit a filter, and the days that count of them: those of `zone`. */
const sessionsOfDays = z.object({
  zone: z.string().max(100).default('UTC'),
  from: Day.optional(),
  to: Day.optional(),
  filter: z.string().max(500).default(''),
  limit: z.number().int().min(1).max(100_000).default(100),
});

/** Calls about the program, its settings, the list of tapes, and long work. */
export const libraryContract = {
  'app.info': {
    input: empty,
    output: z.object({
      version: z.string(),
      host: z.enum(['desktop', 'browser', 'terminal']),
      readOnly: z.boolean(),
      home: z.string(),
      samples: z.boolean(),
      /** One sentence where the catalog had to be rebuilt at this start. */
      note: z.string().nullable(),
    }),
  },
  'settings.get': { input: empty, output: Settings },
  'settings.set': { input: Settings.partial(), output: Settings, writes: true },
  /**
   * The rows of the library in a stretch of pixels, as they are drawn: `heights` says how tall each kind is. Where what was `seen` on screen
   * has moved since, the stretch moves along. `show` brings another row into the answer: by its key, `by` rows further, or by its number.
   * A tree has headings; a table has one row for each session, and the sums of all that fit the filter.
   */
  'library.rows': {
    input: z.object({
      look: z.enum(['tree', 'table']).default('tree'),
      sort: z.enum(LIBRARY_SORTS).default('newest'),
      /** The other end of the order first. */
      reverse: z.boolean().default(false),
      filter: z.string().max(500).default(''),
      /** For a table: a heading for each of these, with the sums of what is below it. */
      group: z.enum(LIBRARY_GROUPS).default('none'),
      /** Rows folded or unfolded by hand, by key. */
      toggled: z.array(z.string().max(5000)).max(10_000).default([]),
      heights: RowHeights,
      from: z.number().int().min(0).default(0),
      height: z.number().int().min(1).max(20_000),
      seen: z
        .array(z.object({ key: z.string().max(5000), top: z.number().int() }))
        .max(500)
        .default([]),
      show: z
        .union([
          z.object({ key: z.string().max(5000), by: z.number().int().min(-1).max(1).default(0) }),
          z.object({ index: z.number().int().min(0) }),
        ])
        .optional(),
    }),
    output: z.object({
      rows: z.array(z.intersection(LibraryRow, z.object({ top: z.number().int() }))),
      /** How many rows there are in all, and how tall they are together. */
      count: z.number(),
      height: z.number(),
      /** Pixels that what was seen has moved down by. */
      moved: z.number(),
      /** Number of the row to show; null where there is none such. */
      shown: z.number().nullable(),
      /** Where the filter asks for it: how many tapes with captured requests were compared by now, and how many there are. */
      comparing: z.object({ looked: z.number().int(), of: z.number().int() }).optional(),
      /** Tapes in the library, whatever the filter. */
      tapes: z.number(),
      scanning: z.boolean(),
      /** For a table: the sums of all that match, and short names of the projects in the rows, by repository or else by path. */
      table: z.object({ totals: Totals, names: z.record(z.string(), z.string()) }).optional(),
    }),
  },
  /**
   * Tapes of the library, the newest first: by id, or `under` a folder that they were written in; both where both are given, all where
   * neither is. `words` keeps those whose title or project has each word, the best first; `tops` those made from or for no other.
   */
  'library.find': {
    input: z.object({
      ids: z.array(tape).max(1000).optional(),
      under: path.optional(),
      words: z.string().max(500).optional(),
      tops: z.boolean().default(false),
      limit: z.number().int().min(1).max(5000).default(50),
    }),
    output: z.object({ tapes: z.array(TapeRow), total: z.number(), scanning: z.boolean() }),
  },
  /** The tapes that match a filter as comma-separated values, in their order. */
  'library.csv': {
    input: z.object({
      filter: z.string().max(500).default(''),
      sort: z.enum(LIBRARY_SORTS).default('newest'),
      reverse: z.boolean().default(false),
    }),
    output: z.object({ csv: z.string() }),
  },
  /** How many sessions fit each filter, sub-agents not counted. */
  'library.counts': {
    input: z.object({ queries: z.array(z.string().max(500)).max(50) }),
    output: z.object({ counts: z.array(z.number()) }),
  },
  /** Says something of a session as a whole: a favourite, a title, tags. What is not given stays as it is. */
  'library.own': { input: Own.partial().extend({ tape }), output: Own, writes: true },
  /** The list of prices that ships, with the user's own in front of it. */
  'prices.get': { input: empty, output: Prices },
  /**
   * What requests cost, each counted once: those of some tapes and their sub-agents, or of all sessions. What a log records wins; the rest is
   * computed by the list of prices. By step only of tapes that are named.
   */
  'cost.list': {
    input: z.object({
      tapes: z.array(tape).max(1000).optional(),
      by: CostBy.default('session'),
      zone: z.string().max(100).default('UTC'),
      from: Day.optional(),
      to: Day.optional(),
    }),
    output: Costs,
  },
  /**
   * What the library came to, by day, project, model and agent: days are those of `zone` (such as Europe/Berlin), `filter` is as in
   * `library.rows`. Each request counts once; money is what the logs record.
   */
  'library.overview': {
    input: sessionsOfDays,
    output: LibraryOverview,
  },
  /** How long tools took in the sessions that fit, days as in `library.overview`. Answers after a while with what is looked at by then: ask again for the rest. */
  'library.tools': { input: sessionsOfDays, output: ToolSums },
  /** What compactions lost of the instructions in the sessions that fit: a lexical measure, as in `handoffs.left`. Answers after a while, too. */
  'library.lost': { input: sessionsOfDays, output: LostSums },
  /**
   * Imports files or folders; answers with the tapes found and one receipt per source. `as` is the id of the format that new logs and documents among
   * them are of. Of a refused one that may be of several formats, `likely` has their ids.
   */
  'library.open': {
    input: z.object({ paths: z.array(path).min(1).max(1000), as: z.string().max(100).optional() }),
    output: z.object({
      receipts: z.array(Receipt),
      tapes: z.array(TapeRow),
      refused: z.array(z.object({ path: z.string(), reason: z.string(), likely: z.array(z.string()).optional() })),
    }),
  },
  /** Imports the sample tapes that ship with Tapescope. */
  'library.samples': { input: empty, output: z.object({ tapes: z.array(TapeRow) }) },
  /** Names in a folder of this machine, for the open dialog; never file content. */
  'files.browse': {
    input: z.object({ path: z.string().max(4096) }),
    output: z.object({
      path: z.string(),
      parent: z.string().nullable(),
      entries: z.array(z.object({ name: z.string(), path: z.string(), folder: z.boolean(), bytes: z.number() })),
    }),
  },
  'jobs.list': { input: empty, output: z.object({ items: z.array(Job) }) },
  'jobs.cancel': { input: z.object({ id: z.string() }), output: z.object({ cancelled: z.boolean() }) },
} as const;
