// The part of the vocabulary that runs, without the schema library, so that the terminal starts without it.

/** What a reader found out about one record, as bits, so that a million of them stay small. */
export const Flag = {
  /** Written by or for a sub-agent inside the parent's own file. */
  Sidechain: 1 << 0,
  /** Typed by a person, as opposed to written by a tool, a hook or the agent. */
  Prompt: 1 << 1,
  /** Injected by the agent program (skill text, caveats); the model does see it. */
  Meta: 1 << 2,
  /** The agent's own rules put records like this one in front of the model. */
  Sent: 1 << 3,
  /** The writer itself marked the record as not for the context. */
  Excluded: 1 << 4,
  /** Bookkeeping about the session (titles, snapshots, queues): not part of the conversation. */
  Sidecar: 1 << 5,
  /** A compaction boundary. */
  Boundary: 1 << 6,
  /** A micro-compaction boundary: old tool results were cleared in place. */
  MicroBoundary: 1 << 7,
  /** The summary that a compaction put in place of what it removed. */
  Summary: 1 << 8,
  /** Written by the agent program in the model's name; no request was made. */
  Synthetic: 1 << 9,
  /** A tool, an API call or a run failed. */
  Failed: 1 << 10,
  /** The reader had to mend the line (two records on it, NUL bytes). */
  Repaired: 1 << 11,
  /** A prompt typed while the agent worked. */
  Queued: 1 << 12,
  /** An asynchronous task's answer. */
  Notification: 1 << 13,
  /** Progress of a running tool or hook. */
  Progress: 1 << 14,
  /** A type this version of the reader does not know; kept and shown. */
  Unknown: 1 << 15,
  /** Holds an image or a document. */
  Media: 1 << 16,
  /** Holds a model's thinking and nothing else. */
  Thinking: 1 << 17,
  /** Where it is within a step, it belongs to the prompt of that step although it was written after the answer began. */
  StepPrompt: 1 << 18,
  /** A turn of the agent's loop begins here: a prompt, the requests that it led to, and what they called. */
  Turn: 1 << 19,
  /** A request to the model is opened here. */
  Request: 1 << 20,
  /** A merge brought it here from a fork, in which its request had another context. */
  Merged: 1 << 21,
  /** Says again what another entry says: shown, never sent. */
  Twin: 1 << 22,
  /** Copied with the beginning of another tape: what it used is in that one's sums. */
  Shared: 1 << 23,
  /** Holds what only the provider can read: nobody can count it. */
  Opaque: 1 << 24,
} as const;

/** What a model was asked with, wherever it was written: never part of an answer. */
export function asks({ kind, role, flags }: { kind: string; role: string | null; flags: number }): boolean {
  return has(flags, Flag.Prompt | Flag.StepPrompt) || (kind === 'message' && role === 'user');
}

/** True where `flags` has the bit `flag`. */
export function has(flags: number, flag: number): boolean {
  return (flags & flag) !== 0;
}

/** Why a parent has several children. Only `rewind` is a person going back. The catalog stores places in this list. */
export const BRANCH_CLASSES = [
  'rewind',
  'parallelTools',
  'progress',
  'synthetic',
  'twoWriters',
  'compaction',
  'copiedPrefix',
  'other',
] as const;

/** `parentSeq` of an entry whose parent is named but not in the file. */
export const DANGLING = -1;

/** All that the model read at a step: new input plus both cache shares. */
export function contextSize(usage: { input: number; cacheRead: number; cacheWrite: number }): number {
  return usage.input + usage.cacheRead + usage.cacheWrite;
}

/** What a text that differs on the other side is called; `unlike` as in `TextDiff`. */
export function changedWord(unlike: boolean): string {
  return unlike ? 'changed, too different to compare by words' : 'changed';
}

/** What an export may hold that is nobody else's business, with its name for one and for many; worst first. */
export const FINDING_KINDS = {
  key: ['key', 'keys'],
  token: ['token', 'tokens'],
  password: ['password', 'passwords'],
  mail: ['mail address', 'mail addresses'],
  home: ['home path', 'home paths'],
  address: ['IP address', 'IP addresses'],
  phone: ['phone number', 'phone numbers'],
  iban: ['account number', 'account numbers'],
  card: ['card number', 'card numbers'],
  ssn: ['social security number', 'social security numbers'],
  mac: ['hardware address', 'hardware addresses'],
  encoded: ['secret in base64', 'secrets in base64'],
  hex: ['hex string', 'hex strings'],
  login: ['login name', 'login names'],
} as const;
export type FindingKind = keyof typeof FINDING_KINDS;

/** Kinds that are looked for only where somebody wants them. */
export const OPTIONAL_KINDS = ['phone', 'iban', 'card', 'ssn', 'mac', 'encoded', 'hex', 'login'] as const satisfies readonly FindingKind[];
export type OptionalKind = (typeof OPTIONAL_KINDS)[number];

/** What steps an overview (`tapes.overview`) tells apart. */
export const StepClass = { sized: 0, silent: 1, side: 2, synthetic: 3 } as const;

/** What holds the records of a log. */
export const CONTAINERS = ['jsonl', 'jsonl.zst', 'json', 'sqlite', 'folder', 'zip', 'yaml'] as const;

/** What surgery writes, and what a tape can be compared with. */
export const DEEDS = ['fork', 'dropSpan', 'compact', 'check'] as const;
export type Deed = (typeof DEEDS)[number];

/** What the definitions of tools are called where a log has them as entries, before their names. */
export const TOOL_DEFINITION = 'tool definition';
