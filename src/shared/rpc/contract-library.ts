import { z } from 'zod';
import { OptionalKinds, Receipt, TapeRow } from '../model/index.ts';
import { empty, path } from './inputs.ts';

export const Settings = z.object({
  claudeProjects: path,
  bubTapes: path,
  /** Where native workspaces are kept: `~/.tape` or TAPE_HOME. */
  tapeHome: path,
  theme: z.enum(['system', 'light', 'dark']),
  /** Policies by name, for tapes that are in no workspace. */
  policies: z.record(z.string(), z.string()),
  /** Kinds of private text that reports leave out besides those that they always do. */
  redact: OptionalKinds,
});
export type Settings = z.infer<typeof Settings>;

export const Job = z.object({
  id: z.string(),
  /** What is being done, for people: "Reading 12 sources". */
  title: z.string(),
  phase: z.enum(['structure', 'text', 'search', 'residency', 'report', 'float']),
  done: z.number(),
  total: z.number(),
  unit: z.enum(['bytes', 'characters', 'entries', 'blocks', 'files', 'steps', 'folders']),
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  tape: z.string().nullable(),
  message: z.string().nullable(),
});
export type Job = z.infer<typeof Job>;

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
      /** One sentence where the catalog had to be made anew at this start. */
      note: z.string().nullable(),
    }),
  },
  'settings.get': { input: empty, output: Settings },
  'settings.set': { input: Settings.partial(), output: Settings, writes: true },
  /** All tapes, light rows. */
  'library.list': { input: empty, output: z.object({ tapes: z.array(TapeRow), scanning: z.boolean() }) },
  /** Imports files or folders; answers with the tapes found and one receipt per source. */
  'library.open': {
    input: z.object({ paths: z.array(path).min(1).max(1000) }),
    output: z.object({
      receipts: z.array(Receipt),
      tapes: z.array(TapeRow),
      refused: z.array(z.object({ path: z.string(), reason: z.string() })),
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
