import { z } from 'zod';
import { DEPENDENCY_TYPES, PIECE_KINDS, TIERS } from './float-kinds.ts';

// Words of the context builder. Folder paths are written as the seed writes them: '/' is the project, '/src/auth' a folder in it.
// Times are epoch ms, tokens are counted (o200k_base), hashes are lower-case hex.

export const Tier = z.enum(TIERS);
export type Tier = z.infer<typeof Tier>;

const count = z.number().int();
const time = z.number();

/** Who wrote a text: what a person wrote is never overwritten by the other two. */
export const TextBy = z.enum(['person', 'model', 'extracted']);
export type TextBy = z.infer<typeof TextBy>;

/** State of a context file. `pending` was never built, `missing` was built and is gone, `foreign` belongs to no folder, `changed` is not as it was built. */
export const ContextState = z.enum(['current', 'stale', 'pending', 'missing', 'changed', 'foreign', 'over-budget']);
export type ContextState = z.infer<typeof ContextState>;

export const LogStatus = z.enum(['open', 'locked', 'superseded']);

/** One decision of a folder. Tags `architectural` and `breaking` are shown to all folders below, however old the decision is. */
export const FloatLogEntry = z.object({
  id: count,
  folder: z.string(),
  /** YYYY-MM-DD, as a person gave it. */
  date: z.string(),
  title: z.string(),
  topic: z.string().nullable(),
  status: LogStatus,
  decision: z.string().nullable(),
  rationale: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  tags: z.array(z.string()),
  supersedes: count.nullable(),
  supersededBy: count.nullable(),
  createdAt: time,
});
export type FloatLogEntry = z.infer<typeof FloatLogEntry>;

/** A folder says that another one matters to it. `inferred` ones come from imports and links, and `why` tells which. */
export const FloatReference = z.object({
  from: z.string(),
  to: z.string(),
  why: z.string().nullable(),
  origin: z.enum(['given', 'inferred']),
});
export type FloatReference = z.infer<typeof FloatReference>;

/** One folder as the database has it. */
export const FloatFolder = z.object({
  path: z.string(),
  parent: z.string().nullable(),
  name: z.string(),
  description: z.string().nullable(),
  descriptionBy: TextBy.nullable(),
  content: z.string().nullable(),
  contentBy: TextBy.nullable(),
  isScope: z.boolean(),
  boot: z.string().nullable(),
  /** Whether its extracted or model-written text is as old as its files: `pending` has none, `stale` is older. */
  textState: z.enum(['pending', 'current', 'stale']),
  /** Hash over all that is in it and below: files, texts, decisions, references. */
  sourceHash: z.string(),
  files: count,
  subfolders: count,
  /** Per tier that was built. */
  built: z.array(z.object({ tier: Tier, state: ContextState, builtAt: time, tokens: count })),
});
export type FloatFolder = z.infer<typeof FloatFolder>;

export const PieceKind = z.enum(PIECE_KINDS);
export type PieceKind = z.infer<typeof PieceKind>;

/** An input that is not in the file, or not whole. `tier`: this tier leaves it out; `window`: beyond the last few; `budget`: no room. */
export const Cut = z.object({
  kind: PieceKind,
  /** Names the input among those of its kind: a path, a decision's number, a file's name. */
  id: z.string(),
  reason: z.enum(['tier', 'window', 'budget']),
  /** Tokens that it would have taken; null where it was never put into words. */
  tokens: count.nullable(),
  /** True where its beginning is in the file. */
  shortened: z.boolean(),
});
export type Cut = z.infer<typeof Cut>;

const ContextSection = z.object({ name: z.string(), tokens: count });

/** A context file as an agent would read it. */
export const FloatContext = z.object({
  path: z.string(),
  tier: Tier,
  /** Its name in `.float/context/`. */
  file: z.string(),
  text: z.string(),
  /** Hash of its inputs; two files of one hash and tier differ in the time line only. */
  contextHash: z.string(),
  tokens: count,
  budget: count.nullable(),
  /** In order; their tokens sum to the whole. */
  sections: z.array(ContextSection),
  /** Ids of the inputs that are in the file, by kind. */
  included: z.array(z.object({ kind: PieceKind, id: z.string() })),
  cuts: z.array(Cut),
});
export type FloatContext = z.infer<typeof FloatContext>;

export const DependencyType = z.enum(DEPENDENCY_TYPES);
export type DependencyType = z.infer<typeof DependencyType>;

/** `context` depends on something of `on`. `id` narrows it where the type needs that (`log`: `all` or `marked`), else ''. */
export const FloatDependency = z.object({ context: z.string(), on: z.string(), type: DependencyType, id: z.string() });
export type FloatDependency = z.infer<typeof FloatDependency>;

/** Something that changed or would change: what depends on it is to be rebuilt. */
export const FloatChange = FloatDependency.omit({ context: true });
export type FloatChange = z.infer<typeof FloatChange>;

/** What one scan found. Paths of folders; counts of files. */
export const ScanReceipt = z.object({
  folders: count,
  files: count,
  /** Files whose bytes were read. */
  hashed: count,
  added: count,
  changed: count,
  removed: count,
  newFolders: z.array(z.string()),
  goneFolders: z.array(z.string()),
  movedFolders: z.array(z.object({ from: z.string(), to: z.string() })),
  /** Folders that are gone and no new one is like: what people wrote about them waits for their return, or for `float move`. */
  keptFolders: z.array(z.string()),
  /** Contexts that this scan made stale. */
  stale: z.array(z.string()),
  /** What could not be read or named, with the reason; the rest of the scan holds. */
  skipped: z.array(z.object({ path: z.string(), reason: z.string() })),
});
export type ScanReceipt = z.infer<typeof ScanReceipt>;

export const BuildReceipt = z.object({
  /** Names of the files that were written, in order. */
  written: z.array(z.string()),
  /** Folders that were looked at and were as they should be. */
  unchanged: count,
  /** Files of folders that are gone or have a file of another name now. */
  removed: z.array(z.string()),
  folders: count,
});
export type BuildReceipt = z.infer<typeof BuildReceipt>;

/** One context file against the database. `path` and `tier` are null for foreign files. */
export const ValidateRow = z.object({
  file: z.string(),
  path: z.string().nullable(),
  tier: Tier.nullable(),
  state: ContextState,
  tokens: count.nullable(),
  /** One sentence for people; '' where it is current. */
  words: z.string(),
});
export type ValidateRow = z.infer<typeof ValidateRow>;

/** One build of one context file, the newest first; `stale` from when on its inputs were others, null where it never was. */
export const FloatBuild = z.object({
  path: z.string(),
  tier: Tier,
  contextHash: z.string(),
  digest: z.string(),
  tokens: count,
  builtAt: time,
  staleAt: time.nullable(),
  replacedAt: time.nullable(),
});
export type FloatBuild = z.infer<typeof FloatBuild>;

/** Counts for a status line. */
export const FloatStatus = z.object({
  root: z.string(),
  folders: count,
  files: count,
  scopes: count,
  decisions: count,
  references: count,
  scannedAt: time.nullable(),
  /** Context files by state, from the database alone. */
  contexts: z.object({ current: count, stale: count, pending: count }),
  texts: z.object({ pending: count, current: count, stale: count }),
});
export type FloatStatus = z.infer<typeof FloatStatus>;

/** What `generate` filled in. */
export const GenerateReceipt = z.object({
  described: z.array(z.string()),
  /** Folders that a person wrote about, or where nothing was found to say. */
  kept: count,
  empty: z.array(z.string()),
  failed: z.array(z.object({ path: z.string(), reason: z.string() })),
});
export type GenerateReceipt = z.infer<typeof GenerateReceipt>;

/** One context with all that it is made of, and all that is made of its folder. Nodes are folders. */
export const FloatGraph = z.object({
  path: z.string(),
  tier: Tier,
  nodes: z.array(z.object({ path: z.string(), description: z.string().nullable(), isScope: z.boolean(), state: ContextState })),
  /** `from` goes into the context of `to`. */
  edges: z.array(z.object({ from: z.string(), to: z.string(), types: z.array(DependencyType) })),
  /** Contexts that would be built again if a file in the folder changed, the folder's own among them. */
  rebuilt: z.array(z.string()),
  /** Contexts made of the folder that are not drawn: the project's root goes into all of them. */
  omitted: count,
});
export type FloatGraph = z.infer<typeof FloatGraph>;

/** A call in a transcript that read a context file. */
export const FloatRead = z.object({
  seq: count,
  step: count.nullable(),
  /** The path as the transcript has it; it is compared, never opened. */
  file: z.string(),
  root: z.string().nullable(),
  path: z.string().nullable(),
  tier: Tier.nullable(),
  contextHash: z.string().nullable(),
  builtAt: time.nullable(),
  /** Whether its inputs had changed by then; null where nobody knows. */
  stale: z.boolean().nullable(),
  /** When the inputs of that build changed; null while they have not, or where nobody knows which build it was. */
  staleAt: time.nullable(),
  /** What told the build: the first lines in the answer, or the time of the call. Else what it fails on. */
  told: z.enum(['header', 'time', 'unknown-project', 'no-sign', 'unknown-build']),
});
export type FloatRead = z.infer<typeof FloatRead>;
