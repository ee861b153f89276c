import type {
  Appended,
  AppendInput,
  ForkRow,
  HandoffInput,
  MergeDedup,
  MergeOrder,
  NativeAnchor,
  NativeEntry,
  NativeInfo,
  OnConflict,
} from '../../../shared/model/native.ts';

/** `config.json` of a workspace: written once by `tape init`, after that a person's. */
export interface WorkspaceConfig {
  /** Raised with every change that an older program must not write to. */
  schema: number;
  /** The directory that it is bound to: the newest of its moves (moves.ts), else what the file says. */
  root: string;
  created: string;
  defaultSession: string;
  /** Command that judges merges, as words; run without a shell. */
  gate?: readonly string[];
  /** Policies by name, each a line. */
  policies?: Readonly<Record<string, string>>;
  run?: RunDefaults;
}

/** An MCP server of the user's: a program with its words and variables, or an address. */
export type McpServer = { command: string; args?: readonly string[]; env?: Readonly<Record<string, string>> } | { url: string };

/** What `tape run` takes where the command line does not say it. */
export interface RunDefaults {
  /** `PROVIDER:NAME`. */
  model?: string;
  /** Tools that a run may call. */
  tools?: readonly string[];
  /** What nobody is asked about before each call: a tool, or with `TOOL:…` one command or file of it. */
  allow?: readonly string[];
  /** Tools that are not run here, whoever allows them. */
  deny?: readonly string[];
  /** MCP servers by name, whose tools a run may be given as `mcp.NAME`. */
  mcp?: Readonly<Record<string, McpServer>>;
  /** Lines of an answer that begin with a comma are run as commands of the tape. */
  commands?: boolean;
}

/** A folder `workspace-<slug>-<hash>` that is bound to a directory. */
export interface Workspace {
  folder: string;
  config: WorkspaceConfig;
}

/** Which tape of a workspace: a session, or an open fork of it. */
export interface Which {
  session: string;
  fork: string | null;
}

/** The line of an entry as it is in its file, in the order of its keys. */
export interface Line {
  id: number;
  kind: string;
  at: string;
  anchor: string;
  payload: unknown;
  meta: Record<string, unknown>;
  corrects?: number;
}

/** Everything is an index lookup; what is absent does not narrow. Answers come in the order of ids. */
export interface EntryQuery {
  kind?: string;
  /** Anchor sequence numbers, both inclusive. */
  phases?: readonly [from: number, to: number];
  /** Ids, both inclusive. */
  ids?: readonly [from: number, to: number];
  /** ISO times, both inclusive. */
  since?: string;
  until?: string;
  /** Only this many, the newest. */
  limit?: number;
  /** Of entries: numbers that JavaScript would round are kept as they are written (formats/exact.ts). */
  exact?: boolean;
}

export interface NativeHit {
  entry: NativeEntry;
  snippet: string;
  matches: [number, number][];
}

/** One row of the index: where a line is and what makes it the same fact elsewhere. */
export interface IndexRow {
  id: number;
  kind: string;
  anchor_name: string;
  anchor_seq: number;
  /** Relative to the folder of the tape it belongs to. */
  file_path: string;
  /** 1-based line in that file. */
  line_offset: number;
  created_at: string;
  summary: string;
  byte_offset: number;
  byte_length: number;
  /** Characters of what the entry says. */
  chars: number;
  /** SHA-256 of kind and payload in canonical form: the same fact has the same digest in every fork. */
  digest: Buffer;
  /** SHA-256 over the chain digest of the entry before and this digest: witnesses everything up to here. */
  chain: Buffer;
  corrects: number | null;
}

/**
 * One native tape, opened. All calls are synchronous: the writes wait for the lock, which is an SQLite write transaction on the
 * tape's `index.db`. Throws TapeError: 'refused' (closed fork, broken state contract, unknown source ids), 'bad-input',
 * 'not-found', 'unwritable' (full disk, read-only folder, locked for too long), 'unreadable' (a newer schema).
 */
export interface Tape {
  readonly workspace: Workspace;
  readonly which: Which;
  readonly folder: string;
  /** What opening had to mend or to leave aside, as sentences: a torn line, an index rebuilt. */
  readonly notes: readonly string[];

  /** Highest id, those of a fork's shared prefix included; 0 for an empty tape. */
  head(): number;
  rows(query: EntryQuery): IndexRow[];
  /** The entries of `rows`, read from their files: coalesced reads, no scan. */
  entries(query: EntryQuery): NativeEntry[];
  entry(id: number): NativeEntry | null;
  anchors(): NativeAnchor[];
  /** By name (the newest of that name) or by sequence number as text. */
  anchor(nameOrSeq: string): NativeAnchor | null;
  search(query: string, narrow: Omit<EntryQuery, 'ids'>): NativeHit[];
  info(): NativeInfo;
  forks(): ForkRow[];

  append(entries: readonly AppendInput[]): Appended;
  /** The same while `head` is the newest entry; null, with nothing written, where another writer came first. */
  appendAfter(head: number, entries: readonly AppendInput[]): Appended | null;
  /** Appends an anchor and opens its folder. */
  handoff(input: HandoffInput): Appended;
  close(): void;
}

export interface OpenOptions {
  /** Makes a session that does not exist yet; forks are made by `fork` alone. */
  create?: boolean;
  /** What the first anchor of a tape that is made says besides its phase. */
  start?: Record<string, unknown>;
  /** Never writes, not even to mend: torn lines are left where they are and only noted. */
  readOnly?: boolean;
  /** Takes the index as it is, even where something else has changed it: for whoever looks for differences. */
  asIs?: boolean;
  /** For tests. */
  now?: () => Date;
}

export interface MergePlanOptions {
  order: MergeOrder;
  dedup: MergeDedup;
  onConflict: OnConflict;
  insightsOnly: boolean;
}

/** The command that judges a union. */
export interface Gate {
  words: readonly string[];
  timeoutMs: number;
}

export interface MergeCommand extends MergePlanOptions {
  names: readonly string[];
  gate: Gate | null;
  /** Refused where the parent has another head by now; null takes it as it is. */
  head: number | null;
  who?: string;
}
