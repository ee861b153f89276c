import type { Policy } from '../../../shared/model/index.ts';

/** Names of all server data in the query cache. What belongs to a tape starts with ['tape', id]. */
export const keys = {
  info: ['info'],
  settings: ['settings'],
  library: ['library'],
  jobs: ['jobs'],
  browse: (path: string) => ['browse', path],
  search: (query: string, tape: string | null) => ['search', query, tape],
  tape: (tape: string) => ['tape', tape],
  head: (tape: string) => ['tape', tape, 'head'],
  receipt: (tape: string) => ['tape', tape, 'receipt'],
  timeline: (tape: string) => ['tape', tape, 'timeline'],
  steps: (tape: string, from: number, limit: number) => ['tape', tape, 'steps', from, limit],
  view: (tape: string, step: number, policy: Policy) => ['tape', tape, 'view', step, policy],
  entries: (tape: string, from: number, limit: number, kinds: readonly string[] | null) => ['tape', tape, 'entries', from, limit, kinds],
  previews: (tape: string, seqs: readonly number[], chars: number) => ['tape', tape, 'previews', chars, seqs],
  entry: (tape: string, seq: number) => ['tape', tape, 'entry', seq],
  graph: (tape: string, how: unknown) => ['tape', tape, 'graph', how],
  legal: (tape: string, seq: number) => ['tape', tape, 'legal', seq],
  refs: (tape: string) => ['tape', tape, 'refs'],
  surgery: (tape: string, change: unknown) => ['tape', tape, 'surgery', change],
  compare: (sides: readonly unknown[], pair: readonly number[]) => ['compare', sides, pair],
  compareText: (a: unknown, b: unknown) => ['compare', 'text', a, b],
  native: (tape: string, part: 'info' | 'forks') => ['tape', tape, 'native', part],
  merge: (tape: string, options: unknown) => ['tape', tape, 'merge', options],
  rawLine: (tape: string, offset: number, length: number) => ['tape', tape, 'raw', offset, length],
} as const;
