import type { CacheTold, Part, Role, Usage } from '../../../shared/model/index.ts';
import type { RequestLog } from './request.ts';
import type { Json, JsonObject, WireMessage } from './values.ts';

export type { Json, JsonObject, WireMessage } from './values.ts';

/** What one record says about the tape as a whole. Later ones win, but for `titleRank`. */
export interface Facts {
  title?: string;
  /**
   * A custom title beats an AI title beats a summary beats the first prompt. Higher wins; equals: the later one. Rank 0 is a
   * prompt, the last resort: there the first one wins.
   */
  titleRank?: number;
  session?: string;
  cwd?: string;
  writer?: string;
  model?: string;
  /** Id of the sub-agent that wrote this file. */
  agent?: string;
  /** Prompt at the root of a chain (the first one wins); the last resort to link a sub-agent to its call. */
  prompt?: string;
  /** Sub-agents that this record names: the agent's id and the call that started it. */
  spawns?: { agent: string; call: string }[];
  /**
   * The session that this tape was forked from: its id, and its file where the record tells that, as a path or as the end of a file's name without
   * endings. The first one wins.
   */
  forkedFrom?: { session?: string; file?: string };
  /** Id of the session that started this tape, whose sub-agent it is. The first one wins. */
  spawnedBy?: string;
  /** A tape that this one continues from (Bub: `state.archived`), as the source names it. */
  archived?: string;
  /** This file is a copy that Tapescope made: by which change, and of which file; `sizes` as in `TapeRow`. */
  copy?: { op: string; file: string; sizes?: { from: number; to: number } };
}

/** Numbers of entries: the one that holds the summary, and those from before it that stay in context. */
export interface Kept {
  summary: number | null;
  preserved: readonly number[];
}

/** What a compaction record says, in the ids of the source. The catalog resolves them to sequence numbers. */
export interface CompactionDraft {
  trigger: string | null;
  preTokens: number | null;
  postTokens: number | null;
  /** `from`: all on its chain from an entry on, by its id or by its number. */
  preserved: { head: string; anchor: string; tail: string } | { anchor: string; ids: string[] } | { from: string | number } | null;
  clearedCalls: string[];
  /** The same in numbers of entries, where the thread of a format says it. */
  kept?: Kept;
}

/**
 * Where a turn (`turn`) or a request begins or ends, for writers that log requests and not only answers. `opens`: a request begins here, and its own
 * records follow. `begins`: this is the first record of a request, although its key may have been seen before. `ends`: this is the last
 * record of a request; where nothing of a request that was opened was written, it failed, and this record is all that is known of it.
 */
export interface Bound {
  at: 'turn' | 'opens' | 'begins' | 'ends';
  /** When the request was sent, epoch ms, where the record tells it; null where it does not. */
  time: number | null;
}

/** One entry as a format reads it from a record. */
export interface Draft {
  kind: string;
  role: Role | null;
  time: number | null;
  id: string | null;
  parent: string | null;
  /** A parent that the record names for reading, not for the tree (Claude's logicalParentUuid). */
  logicalParent: string | null;
  /** Key of the request this record belongs to: message.id, run_id. Null outside of steps. */
  step: string | null;
  /** Absent where a step is what shares a key. */
  bound?: Bound;
  model: string | null;
  usage: Usage | null;
  /** What the request cost in dollars, where the record says it. Absent for none. */
  cost?: number;
  /** What the record says of the cache of its request. Absent for nothing. */
  told?: CacheTold;
  calls: { id: string; name: string; prompt?: string }[];
  results: string[];
  /** Results in this record that name no call: they answer the waiting calls of its step by place (Bub). Absent for none. */
  positional?: number;
  /** Number of the earlier entry that this one corrects (native tapes). Absent for none. */
  corrects?: number;
  /** Words by which other records name this one, such as the hash of what it holds. Absent for none. */
  names?: string[];
  /**
   * Name of what this entry holds, in a log that repeats its history with each request: such a block is an entry where the tape first has it, and
   * nowhere else. Two blocks of one request have two names. Absent for an entry that is always one.
   */
  block?: string;
  /** For the entry of a request: the names of all blocks that it sent, in order. Entries before it have them. Absent where the log does not say. */
  sends?: readonly string[];
  anchor: { name: string; type: 'anchor' | 'compaction' | 'micro-compaction' } | null;
  compaction: CompactionDraft | null;
  flags: number;
  label: string;
  chars: number;
  facts: Facts | null;
  /** What the format's `thread` must know of the record besides its draft: small and plain, gone once the entry is linked. Absent for none. */
  hint?: Json;
}

/** What a record makes: one entry as a rule, none, or several. The place in the list is the entry's `part`. */
export type Drafted = Draft | readonly Draft[];

/** An entry as its draft has it, in the order of the source. One object is used for all of them: keep none of it but plain values. */
export interface ThreadEntry extends Readonly<Pick<Draft, 'kind' | 'flags' | 'label' | 'step' | 'model'>> {
  readonly seq: number;
  readonly part: number;
  readonly role: Role | null;
  readonly time: number | null;
  readonly usage: Usage | null;
  readonly hint: Json | null;
}

/** What the order tells of an entry, in the place of what its draft says; `flags` are added. Absent for what stays. */
export interface ThreadChange {
  step?: string | null;
  usage?: Usage;
  model?: string;
  flags?: number;
  label?: string;
  bound?: Bound;
  /** The earlier entry that this one says again. */
  twin?: number;
  /** The earlier entry that says what this one says, and is the twin of the two. */
  twinBefore?: number;
  /** What the compaction of this entry left in context. */
  kept?: Kept;
  /** Facts that no draft of the format says: what would win otherwise depends on where a source was cut. */
  facts?: Facts;
}

/**
 * Reads a source as one thread: entry by entry, with a state that is plain JSON and stays small, since it is stored with the tape. It runs where
 * entries are linked, in one thread and in order, however the source was cut or grew. `next` changes `state` in place, is pure otherwise, and never throws.
 */
export interface Thread<S = unknown> {
  begin(): S;
  next(state: S, entry: ThreadEntry): ThreadChange | null;
}

/** A request as an agent makes it of a context. */
export interface Built {
  system: string;
  tools: JsonObject[];
  messages: WireMessage[];
}

/** For formats whose tapes may begin in another file: a fork that holds only its own lines. */
export interface Beginning {
  /** What the first record of a file says: which file comes before it, and how many bytes of that. Null where nothing does. */
  of(record: JsonObject): { name: string; bytes: number } | null;
  /** Folders that may hold the file of that name, the likeliest first, from the path of the one that names it. */
  folders(path: string, name: string): string[];
  /** Whether a file is the one of that name. */
  isNamed(file: string, name: string): boolean;
}

/** For formats whose long results are whole only in another tape (relation `spill`), in pieces. */
export interface Spilling {
  /** The results that this record refers to. */
  handles(record: Json): string[];
  /** Whether an anchor of the other tape announces a piece of that result: the entry after it is the piece. */
  announces(anchor: string, handle: string): boolean;
  chunk(record: Json): { handle: string; chunk: number; text: string } | null;
}

/** What detection may look at: the path and up to 30 records from the head of the file. */
export interface Sample {
  path: string;
  records: Json[];
  /** For a JSON document, whose records are the items of any top-level list, and the members around them. Absent for lines. */
  document?: DocumentSample;
}

/** The top of a JSON document, as far as the sample reaches. */
export interface DocumentSample {
  /** It is a list itself. */
  list: boolean;
  /** Keys of its members; none of a list. */
  keys: readonly string[];
}

/** For agents that write JSON documents: where the records are. */
export interface Documents {
  /**
   * Paths from the document's root: `messages.*` is each item of its member `messages`, `*` each item of a document that is a list, `info` the object
   * there. What is around them is a record too, one for each run of members: `read` gets an object of them.
   */
  readonly records: readonly string[];
  /** A record may be a list: `read` gets it as `{ list }`. Absent where none is. */
  readonly lists?: true;
  /** Matches the paths of documents that are one record each, whatever is in them. Absent where there are none. */
  readonly whole?: RegExp;
}

/**
 * One log format. `read` and the functions below it take one parsed record, never throw and never look at the disk.
 * To add a format: add a file and a row in `index.ts`.
 */
export interface Format {
  readonly id: string;
  /** Name for people. */
  readonly name: string;
  /** How sure this format is about a sample: 0 no, 1 certain. Must be cheap. */
  detect(sample: Sample): number;
  /** Why a sample that it is sure about cannot be read yet, as the rest of a sentence about the file; null where it can. Absent for none. */
  doubt?(sample: Sample): string | null;
  /** What the path alone tells: a sub-agent's id, a relation, a parent session, candidates for a name. */
  locate(path: string): Located;
  read(record: Json): Drafted;
  /**
   * For a record that makes several entries, the one that entry `part` is shown, searched and sent as: a record again, of which `read` makes this
   * entry first. Asked for part 0 too; answers the record itself where it makes one entry, and {} for a part that it does not have. Absent where
   * no record makes several.
   */
  part?(record: JsonObject, part: number): JsonObject;
  /** Absent for an agent that writes lines only: then no document is asked to be its. */
  readonly document?: Documents;
  /** Absent where every tape begins in its own file. */
  readonly beginning?: Beginning;
  /** Absent where each result is in the tape itself. */
  readonly spilling?: Spilling;
  /** What only the order of the entries tells: steps, usage, what says something again. Absent where each record tells it all. */
  readonly thread?: Thread;
  /** The id that the API gave to the answer in a record, or by which its request was kept, where that is not the key of its step; null for none. Absent where no record has one. */
  answerId?(record: JsonObject): string | null;
  /** What the request of a record cost in dollars, as the record says; null where it says nothing. Absent for an agent that logs none. */
  cost?(record: JsonObject): number | null;
  /** All text that a search should find. */
  text(record: Json): string;
  /**
   * As much of a record as `text` reads, from its bytes, where the rest is much: parsing is most of what a text pass does besides indexing. Null for
   * a record that is to be parsed whole. Absent where records hold little that no search looks for.
   */
  searched?(bytes: Buffer): JsonObject | null;
  /** What the inspector draws. */
  parts(record: Json): Part[];
  /** One to three lines for a list: the first thing a person would read. */
  preview(record: Json): string;
  /**
   * Messages in the agent's own wire shape for the given records, the entries of a view's blocks in order; `model` reads them, and `own` are
   * the records of its answer.
   */
  messages(records: Json[], model?: string | null, own?: readonly Json[]): WireMessage[];
  /** The same with system prompt and tools, for an agent that logs them. */
  built?(records: readonly Json[], own?: readonly Json[]): Built;
  /** A record with as much of it as is sent, which is what it weighs. Absent where all of a record is sent. */
  shortened?(record: JsonObject): JsonObject;
  /** A record as it is sent once its content was cleared without a word in the log. */
  cleared?(record: JsonObject): JsonObject;
  /** A record as it is sent where `by`, another one, has what was sent in the place of a part of it (`Pick.instead`). Absent where `messages` does that itself. */
  replaced?(record: JsonObject, by: JsonObject): JsonObject;
  /** The part of a record that makes it the same fact when it is copied to another file: no session, file or machine. */
  payload(record: Json): Json;
  /** How the log keeps the requests themselves. Absent for an agent that logs none. */
  readonly requests?: RequestLog;
}

export interface Located {
  /** Session id from the path, where the layout has one. */
  session?: string;
  agent?: string;
  /** Session id of the parent, from a `SESSION/subagents/` folder. */
  parentSession?: string;
  relation?: 'sub-agent' | 'compaction-copy' | 'aside' | 'archive' | 'spill';
  /** Path or name of the tape that this one belongs to (Bub: sidecars and archives). */
  parentFile?: string;
  project?: string;
  title?: string;
  /** One sentence, where a file of this name is known to be no tape although it is stored among them. */
  ignore?: string;
}
