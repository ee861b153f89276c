import type { Draft } from '../format.ts';

/** What the reducer has to know of a record and the catalog does not keep. Plain and small. */
export type Hint =
  /** `session_meta`: whose rollout this is, and where it came from. */
  | { is: 'meta'; id: string; from: Source | null; parent: string | null }
  /** Where a turn or a request begins or ends. `id`: of the turn, where it is a UUID. */
  | { is: 'bound'; id: string | null; turn: boolean; model?: string; review?: boolean }
  /** An item that the model wrote. `summary`: for a compaction. */
  | { is: 'answer'; id: string | null; summary: boolean; said: string }
  /** Any other item of the history. */
  | { is: 'item'; id: string | null; said: string; output: boolean }
  /** Cumulative tokens of the thread, and those of the last request, as [input, cached, written to the cache, output]. */
  | { is: 'usage'; total: Tokens | null; last: Tokens | null; record: boolean }
  /** `summary`: which part of the record holds it. */
  | { is: 'compacted'; summary: number | null }
  | { is: 'instructions' }
  /** An event that says what an item says, with the role of that item. */
  | { is: 'twin'; id: string | null; role: 'user' | 'assistant' | null; said: string };

/** As `Facts.forkedFrom`. */
export type Source = { session: string } | { session: string; file: string };

export type Tokens = [input: number, cached: number, written: number, output: number];

/** A mark of a text by which a twin is known without keeping the text. */
export function saidOf(text: string, chars = text.length): string {
  return `${chars}:${text.slice(0, 24)}`;
}

/** Gives a draft what the reducer has to know of it. */
export function give(draft: Draft, hint: Hint): void {
  draft.hint = hint;
}
