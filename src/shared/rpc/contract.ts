import { z } from 'zod';
import {
  AnchorRow,
  Annotation,
  AnnotationTarget,
  Appended,
  AppendInput,
  BranchClass,
  Breakdown,
  Check,
  CompareInput,
  Comparison,
  Costly,
  Departure,
  EntryDetail,
  EntryRow,
  Fidelity,
  Finding,
  ForkPoints,
  ForkRow,
  Graph,
  HandoffInput,
  Handoffs,
  Legality,
  Memory,
  Merged,
  MergeOptions,
  MergePreview,
  NativeAnchor,
  NativeInfo,
  Policy,
  Preview,
  Problem,
  Receipt,
  Ref,
  Report,
  ReportFormat,
  ReportSubject,
  Residency,
  ResidencyBy,
  ResidencyGroups,
  StatePath,
  StateTree,
  Stats,
  Stay,
  StepDiff,
  StepRow,
  SurgeryChange,
  SurgeryPreview,
  SurgeryWritten,
  TapeRow,
  TextDiff,
  Timeline,
  Verdict,
  View,
} from '../model/index.ts';
import { floatContract } from './contract-float.ts';

const tape = z.string().min(1).max(200);
const seq = z.number().int().min(1);
const path = z.string().min(1).max(4096);
/** What `engine/graph/point.ts` reads as the name of a point. */
const refName = z.string().min(1).max(100);
const empty = z.object({});

export const Settings = z.object({
  claudeProjects: path,
  bubTapes: path,
  /** Where native workspaces are kept: `~/.tape` or TAPE_HOME. */
  tapeHome: path,
  theme: z.enum(['system', 'light', 'dark']),
});
export type Settings = z.infer<typeof Settings>;

export const Job = z.object({
  id: z.string(),
  /** What is being done, for people: "Reading 12 sources". */
  title: z.string(),
  phase: z.enum(['structure', 'text', 'search', 'residency', 'float']),
  done: z.number(),
  total: z.number(),
  unit: z.enum(['bytes', 'entries', 'files', 'steps', 'folders']),
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  tape: z.string().nullable(),
  message: z.string().nullable(),
});
export type Job = z.infer<typeof Job>;

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
});
export type Hit = z.infer<typeof Hit>;

/**
 * Every call there is: name → what goes in, what comes out. Inputs are parsed at the door by every host; outputs are
 * parsed in tests. `writes` marks calls that a read-only host refuses.
 */
export const contract = {
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
  'tapes.get': { input: z.object({ tape }), output: z.object({ tape: TapeRow, anchors: z.array(AnchorRow), related: z.array(TapeRow) }) },
  'tapes.receipt': {
    input: z.object({ tape, limit: z.number().int().min(1).max(1000).default(200) }),
    output: z.object({ receipt: Receipt, problems: z.array(Problem), problemCount: z.number() }),
  },
  'tapes.stats': { input: z.object({ tape }), output: Stats },
  /** Columns from entry `from` and step `fromStep` on; call with what you have to get only what is new. */
  'tapes.timeline': { input: z.object({ tape, from: seq.default(1), fromStep: seq.default(1) }), output: Timeline },
  /** The raw bytes of an unreadable line, as text, cut at 100,000 characters. */
  'tapes.rawLine': {
    input: z.object({ tape, offset: z.number().int().min(0), length: z.number().int().min(0) }),
    output: z.object({ text: z.string() }),
  },
  'steps.list': {
    input: z.object({ tape, from: seq.default(1), limit: z.number().int().min(1).max(5000).default(500) }),
    output: z.object({ items: z.array(StepRow), total: z.number() }),
  },
  'views.assemble': { input: z.object({ tape, step: seq, policy: Policy.default('as-recorded') }), output: View },
  /** The messages that the policy sends, in the agent's own wire shape. */
  'views.messages': {
    input: z.object({ tape, step: seq, policy: Policy.default('as-recorded') }),
    output: z.object({ messages: z.array(z.unknown()) }),
  },
  /** What came, went and changed between the contexts of two steps; `against` is the request before by default. At most 5,000 of each. */
  'views.changes': {
    input: z.object({ tape, step: seq, against: seq.optional(), policy: Policy.default('as-recorded') }),
    output: StepDiff,
  },
  /**
   * What the derived memory index knows, most relevant first. `tape` alone looks in that tape, across its phases; `family` and `all`
   * look further. `before` leaves out entries from that one on (of `tape`). A missing or broken index has no hits, and says so.
   */
  'memory.query': {
    input: z.object({
      query: z.string().min(1).max(500),
      tape,
      scope: z.enum(['tape', 'family', 'all']).default('tape'),
      before: seq.optional(),
      limit: z.number().int().min(1).max(200).default(20),
    }),
    output: Memory,
  },
  /** Phases as they followed one another, with what was carried and left behind. `family` takes the tapes that belong together. */
  'handoffs.get': {
    input: z.object({ tape, family: z.boolean().default(false), limit: z.number().int().min(1).max(2000).default(500) }),
    output: Handoffs,
  },
  /** The state of the phase that begins at entry `seq`, or the value at `path` in it; `against` marks what is different from another. */
  'handoffs.state': {
    input: z.object({
      tape,
      seq,
      path: StatePath.default([]),
      against: z.object({ tape, seq }).optional(),
      limit: z.number().int().min(1).max(5000).default(1000),
    }),
    output: StateTree,
  },
  /** Values of a state that hold a text, as key or value. */
  'handoffs.find': {
    input: z.object({ tape, seq, query: z.string().min(1).max(500), limit: z.number().int().min(1).max(1000).default(200) }),
    output: z.object({ paths: z.array(StatePath), total: z.number() }),
  },
  /** One value of a state as JSON text (a string as it is), cut at a million characters. */
  'handoffs.value': {
    input: z.object({ tape, seq, path: StatePath }),
    output: z.object({ text: z.string(), chars: z.number() }),
  },
  /** A summary beside its sources: claims, what they cite, what nothing cites, whether it reached the model. */
  'handoffs.fidelity': { input: z.object({ tape, seq }), output: Fidelity },
  /** What left the context at the anchor or compaction `seq`. */
  'handoffs.left': { input: z.object({ tape, seq }), output: Departure },
  /** Notes and labels of readers, newest last: of all tapes, of one, or those about one entry of it. */
  'annotations.list': {
    input: z.object({ tape: tape.optional(), seq: seq.optional() }),
    output: z.object({
      items: z.array(Annotation),
      /** All labels in use, the most used first. */
      labels: z.array(z.string()),
      /** What became of a database that could not be read. */
      notes: z.array(z.string()),
    }),
  },
  /** A new one, or with `id` another text, label or target for one that is there. */
  'annotations.set': {
    input: z.object({
      id: z.string().max(100).optional(),
      tape,
      target: AnnotationTarget,
      text: z.string().max(10_000),
      label: z.string().min(1).max(60).nullable().default(null),
    }),
    output: z.object({ annotation: Annotation }),
    writes: true,
  },
  'annotations.remove': { input: z.object({ id: z.string().max(100) }), output: z.object({ removed: Annotation }), writes: true },
  /** What an export would show that may be private: to be read before anything leaves the machine. */
  'report.review': {
    input: z.object({ subject: ReportSubject, annotations: z.boolean().default(true) }),
    output: z.object({ findings: z.array(Finding), chars: z.number(), notes: z.array(z.string()) }),
  },
  /** Draws up a report in which only the findings in `keep` can still be read: what nobody reviewed is taken out. Writes no file. */
  'report.make': {
    input: z.object({
      subject: ReportSubject,
      format: ReportFormat,
      keep: z.array(z.string().max(100)).max(100_000).default([]),
      annotations: z.boolean().default(true),
    }),
    output: Report,
  },
  'report.page': {
    input: z.object({ id: z.string().max(100), at: z.number().int().min(0) }),
    output: z.object({ text: z.string(), next: z.number().nullable() }),
  },
  /** Contexts beside each other; `pair` says which two of them are aligned block by block. */
  'compare.run': {
    input: z.object({
      sides: z.array(CompareInput).min(2).max(8),
      pair: z.tuple([z.number().int().min(0).max(7), z.number().int().min(0).max(7)]).default([0, 1]),
    }),
    output: Comparison,
  },
  /** What two entries show, word by word; huge texts are cut. */
  'compare.text': { input: z.object({ a: z.object({ tape, seq }), b: z.object({ tape, seq }) }), output: TextDiff },
  /** What a change would do to a copy of a transcript: what stays, what goes, whether it may be done. Writes nothing. */
  'surgery.preview': { input: z.object({ tape, change: SurgeryChange }), output: SurgeryPreview },
  /** Writes the copy, beside its source or in the folder `out`; the source stays as it is. */
  'surgery.write': { input: z.object({ tape, change: SurgeryChange, out: path.optional() }), output: SurgeryWritten, writes: true },
  /** A tape held against the contract of a transcript, and its records against the schemas of their versions. Reads all of it. */
  'tapes.check': { input: z.object({ tape }), output: Check },
  /** Whether one may resume or fork at an entry, and if not why. */
  'graph.legal': { input: z.object({ tape, seq }), output: Legality },
  /** The legal points from entry `from` on, or with `all` every entry with its verdict. */
  'graph.forkPoints': {
    input: z.object({
      tape,
      from: seq.default(1),
      limit: z.number().int().min(1).max(10_000).default(1000),
      only: z.enum(['legal', 'all']).default('legal'),
    }),
    output: ForkPoints,
  },
  /**
   * The session graph of a tape, or of its whole family. `show` names the classes of branch points that are drawn as forks; `from` and
   * `to` narrow it to nodes with entries of the tape in that range. Never more than `limit` nodes: what is folded for that is said.
   */
  'graph.get': {
    input: z.object({
      tape,
      family: z.boolean().default(false),
      show: z.array(BranchClass).max(8).default(['rewind']),
      agents: z.enum(['nested', 'siblings']).default('nested'),
      from: seq.optional(),
      to: seq.optional(),
      limit: z.number().int().min(10).max(5000).default(5000),
    }),
    output: Graph,
  },
  /** Counts over some tapes, or all of the library. */
  'graph.breakdown': {
    input: z.object({ tapes: z.array(tape).max(100_000).optional(), includeOwn: z.boolean().default(false) }),
    output: Breakdown,
  },
  /**
   * When each entry was in context, over all steps of the main line, in groups if asked for, and the ten that cost most. `cost` is what all
   * entries cost together. Throws 'refused' for `summary` and `memory`.
   */
  'residency.get': {
    input: z.object({ tape, policy: Policy.default('as-recorded'), by: ResidencyBy.default('entry') }),
    output: Residency.extend({ costly: z.array(Costly), cost: z.number(), groups: ResidencyGroups.nullable() }),
  },
  /** The stays of one entry: the first step that saw it, and the one at which it left, with the reason. */
  'residency.entry': {
    input: z.object({ tape, seq, policy: Policy.default('as-recorded') }),
    output: z.object({ stays: z.array(Stay) }),
  },
  /** Names for points, kept beside the catalog: of one tape, or all of them. */
  'refs.list': { input: z.object({ tape: tape.optional() }), output: z.object({ items: z.array(Ref) }) },
  /** At an entry, or at the end of a step; the newest entry where neither is given. A name that the tape has already moves. */
  'refs.set': {
    input: z.object({ name: refName, tape, seq: seq.optional(), step: seq.optional() }),
    output: z.object({ ref: Ref, moved: Ref.nullable() }),
    writes: true,
  },
  /** `tape` where tapes have refs of one name. */
  'refs.remove': { input: z.object({ name: refName, tape: tape.optional() }), output: z.object({ removed: Ref }), writes: true },
  'entries.list': {
    input: z.object({
      tape,
      from: seq.default(1),
      limit: z.number().int().min(1).max(2000).default(200),
      kinds: z.array(z.string()).optional(),
    }),
    output: z.object({ items: z.array(EntryRow), total: z.number() }),
  },
  'entries.previews': {
    input: z.object({ tape, seqs: z.array(seq).max(300), chars: z.number().int().min(20).max(2000).default(280) }),
    output: z.object({ items: z.array(Preview) }),
  },
  'entries.get': { input: z.object({ tape, seq }), output: EntryDetail },
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
    }),
  },
  /**
   * Native tapes (DESIGN.md §5 and §6). `tape` is the id of a native tape in the library; a foreign one is refused.
   * Starts a workspace for a folder, or finds the one it has.
   */
  'native.init': { input: z.object({ root: path }), output: z.object({ tape: TapeRow }), writes: true },
  'native.info': { input: z.object({ tape }), output: NativeInfo },
  'native.anchors': { input: z.object({ tape }), output: z.object({ items: z.array(NativeAnchor) }) },
  'native.forks': { input: z.object({ tape }), output: z.object({ items: z.array(ForkRow.extend({ tape: z.string().nullable() })) }) },
  'native.append': {
    input: z.object({ tape, entries: z.array(AppendInput).min(1).max(10_000) }),
    output: Appended,
    writes: true,
  },
  'native.handoff': { input: HandoffInput.extend({ tape }), output: Appended, writes: true },
  /** `at` is the last entry that the fork shares; the head by default. */
  'native.fork': {
    input: z.object({ tape, name: z.string().min(1).max(100), at: seq.optional(), note: z.string().max(10_000).optional() }),
    output: z.object({ tape: TapeRow, fork: ForkRow }),
    writes: true,
  },
  /** What a merge would do; appends nothing. `tape` is the parent or one of the forks. */
  'native.preview': { input: MergeOptions.extend({ tape }), output: MergePreview },
  /** Runs the gate that the workspace's `config.json` names on the union. A command never comes over the bridge. */
  'native.judge': { input: MergeOptions.extend({ tape }), output: Verdict, writes: true },
  /** `head` is what the preview answered: a parent that has grown since is refused, so that nobody merges what they have not seen. */
  'native.merge': {
    input: MergeOptions.extend({ tape, gate: z.boolean().default(false), head: z.number().int().min(0) }),
    output: Merged,
    writes: true,
  },
  'native.reset': { input: z.object({ tape, archive: z.boolean() }), output: z.object({ archive: z.string().nullable() }), writes: true },
  /** Starts a session in the workspace of the foreign tape's project, whose first anchor points back at entry `seq` of it. */
  'native.continue': { input: z.object({ tape, seq }), output: z.object({ tape: TapeRow }), writes: true },
  /** One line of the command line: after a comma a tape command in Bub's spelling, any other line is appended as a message. */
  'native.command': {
    input: z.object({ tape, line: z.string().min(1).max(100_000) }),
    output: z.object({
      /** What was done, in words; `unknown` ran nothing. */
      did: z.enum(['appended', 'command', 'unknown']),
      lines: z.array(z.string()),
      /** Entries that were appended, or that the answer is about. */
      ids: z.array(z.number().int()),
    }),
    writes: true,
  },
  ...floatContract,
  'jobs.list': { input: empty, output: z.object({ items: z.array(Job) }) },
  'jobs.cancel': { input: z.object({ id: z.string() }), output: z.object({ cancelled: z.boolean() }) },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType; writes?: true }>;

export type Contract = typeof contract;
export type Method = keyof Contract;
export type Input<M extends Method> = z.input<Contract[M]['input']>;
export type Parsed<M extends Method> = z.output<Contract[M]['input']>;
export type Output<M extends Method> = z.output<Contract[M]['output']>;

/** The part of an AbortSignal that calls rely on; Node's and the browser's both fit. */
export interface Signal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Context of one call: it may be told to stop. */
export interface CallContext {
  readonly signal: Signal;
}

export type Handlers = { [M in Method]: (input: Parsed<M>, context: CallContext) => Output<M> | Promise<Output<M>> };

/** What the engine tells every window without being asked. */
export const Push = z.discriminatedUnion('type', [
  z.object({ type: z.literal('library') }),
  /** A tape has more (or, after a rewrite underneath, other) entries. */
  z.object({ type: z.literal('tape'), tape: z.string(), entries: z.number(), steps: z.number(), reread: z.boolean() }),
  z.object({ type: z.literal('job'), job: Job }),
  /** A reader wrote, changed or removed an annotation; `tape` is null where nobody knows of which. */
  z.object({ type: z.literal('annotations'), tape: z.string().nullable() }),
  /** Something of a project's context files changed: what was scanned, written about it or built. */
  z.object({ type: z.literal('float'), root: z.string() }),
]);
export type Push = z.infer<typeof Push>;
