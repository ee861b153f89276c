import { z } from 'zod';
import { TextDiff } from '../model/compare.ts';
import {
  BuildReceipt,
  ContextState,
  FloatBuild,
  FloatChange,
  FloatContext,
  FloatFolder,
  FloatGraph,
  FloatLogEntry,
  FloatRead,
  FloatReference,
  FloatStatus,
  GenerateReceipt,
  LogStatus,
  ScanReceipt,
  Tier,
  ValidateRow,
} from '../model/float.ts';

/** The folder of a project, an absolute path. */
const root = z.string().min(1).max(4096);
/** A folder in it: '/' is the project itself, '/src/auth' a folder below. */
const path = z.string().min(1).max(4096).startsWith('/');
const text = z.string().max(1_000_000);

/** Calls of the context builder. Long ones tell their progress as jobs and can be cancelled. */
export const floatContract = {
  /** Projects that could have context files: those of the library's tapes and those opened by hand; `built` have a `.float` folder. */
  'float.projects': {
    input: z.object({}),
    output: z.object({ items: z.array(z.object({ root: z.string(), built: z.boolean(), tapes: z.number().int() })) }),
  },
  /** A person names the folder of a project: from then on it is known, and links may lead into it. Nothing is read or written there. */
  'float.open': { input: z.object({ root }), output: z.object({ root: z.string() }) },
  'float.init': { input: z.object({ root }), output: FloatStatus, writes: true },
  /** `watchFailure` is what went wrong in the last round of a watch, until one goes well. */
  'float.status': { input: z.object({ root }), output: FloatStatus.extend({ watching: z.boolean(), watchFailure: z.string().nullable() }) },
  /** Every folder, without its texts. */
  'float.folders': { input: z.object({ root }), output: z.object({ items: z.array(FloatFolder) }) },
  'float.folder': {
    input: z.object({ root, path }),
    output: z.object({ folder: FloatFolder, references: z.array(FloatReference), referrers: z.array(FloatReference) }),
  },
  /** The context of a folder as it would be built now, and the file as it is on the disk. Writes nothing. */
  'float.context': {
    input: z.object({ root, path, tier: Tier.default('standard') }),
    output: FloatContext.extend({ onDisk: z.string().nullable(), state: ContextState }),
  },
  'float.scan': { input: z.object({ root }), output: ScanReceipt, writes: true },
  /** Fills in what nobody has described, from what is in the folders. A command or an endpoint never comes over the bridge. */
  'float.generate': { input: z.object({ root, stale: z.boolean().default(false) }), output: GenerateReceipt, writes: true },
  /** All folders, or one; only what is stale by default. */
  'float.build': {
    input: z.object({ root, path: path.optional(), tier: Tier.optional(), stale: z.boolean().default(true) }),
    output: BuildReceipt,
    writes: true,
  },
  'float.watch': { input: z.object({ root, on: z.boolean() }), output: z.object({ watching: z.boolean() }), writes: true },
  'float.validate': { input: z.object({ root }), output: z.object({ items: z.array(ValidateRow) }) },
  /** Decisions of a folder, or of the whole project; the newest first. */
  'float.decisions': { input: z.object({ root, path: path.optional() }), output: z.object({ items: z.array(FloatLogEntry) }) },
  'float.decide': {
    input: z.object({
      root,
      path,
      title: z.string().min(1).max(500),
      date: z
        .string()
        .regex(/^\d{4}-\d{2}-\d{2}$/)
        .optional(),
      decision: text.optional(),
      rationale: text.optional(),
      tags: z.array(z.string().min(1).max(60)).max(50).default([]),
      status: LogStatus.default('open'),
      supersedes: z.number().int().optional(),
    }),
    output: z.object({ entry: FloatLogEntry }),
    writes: true,
  },
  'float.describe': {
    input: z.object({ root, path, description: text.nullable().optional(), content: text.nullable().optional() }),
    output: z.object({ folder: FloatFolder }),
    writes: true,
  },
  /** `boot` null: no scope of its own. */
  'float.scope': { input: z.object({ root, path, boot: text.nullable() }), output: z.object({ folder: FloatFolder }), writes: true },
  'float.link': {
    input: z.object({ root, from: path, to: path, why: z.string().max(1000).optional() }),
    output: z.object({ reference: FloatReference }),
    writes: true,
  },
  'float.unlink': { input: z.object({ root, from: path, to: path }), output: z.object({ removed: z.boolean() }), writes: true },
  /** What one context is made of, and the contexts that would be built again if something in the folder changed. */
  'float.graph': { input: z.object({ root, path, tier: Tier.default('standard') }), output: FloatGraph },
  /** The contexts that a change would make stale; nothing is changed. */
  'float.wouldRebuild': { input: z.object({ root, change: FloatChange }), output: z.object({ paths: z.array(z.string()) }) },
  /** Builds of one file, the newest first, as many as are wanted of `total`. Of those that are `kept` the text can be compared. */
  'float.builds': {
    input: z.object({ root, path, tier: Tier, limit: z.number().int().min(1).max(1000).default(100) }),
    output: z.object({ items: z.array(FloatBuild.extend({ kept: z.boolean() })), total: z.number().int() }),
  },
  /** Two builds of one file by their digests, word by word; `now` is what would be built now, `disk` the file as it stands. */
  'float.diff': {
    input: z.object({ root, path, tier: Tier, a: z.string().max(100), b: z.string().max(100) }),
    output: TextDiff,
  },
  /**
   * Where a transcript shows that an agent read a context file: which build that was, and whether it was stale at that moment. Of a tape that
   * grows only the rest need be asked for: from the entry after `upTo`, up to which nothing more is to come.
   */
  'float.reads': {
    input: z.object({ tape: z.string().min(1).max(200), from: z.number().int().min(1).default(1) }),
    output: z.object({ items: z.array(FloatRead), upTo: z.number().int() }),
  },
  /** Tapes that name context files, wherever they were written: those to look into besides the tapes of the project itself. */
  'float.readers': { input: z.object({ root }), output: z.object({ tapes: z.array(z.string()) }) },
} as const;
