import type { EntryRow } from '../../../../shared/model/index.ts';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { scaleFor } from '../context/models.ts';
import { isThinking, opensTurn } from '../context/rows.ts';
import { estimate } from '../context/tokens.ts';
import { isSince } from './version.ts';

/** The first version known to find all parallel results again when it resumes. Earlier ones read the chain of parents and nothing else. */
const FINDS_ALL = '2.1.84';

/** The first version that continues from the order of writing when it resumes at a parent that the file lacks; 2.1.104 still stops there. */
const MENDS = '2.1.105';

/** Whether a program that resumes may lose what is next to the chain. */
export function mayLose(writer: string | null): boolean {
  return writer !== null && !isSince(writer, FINDS_ALL);
}

/** Whether a program that resumes stops at a parent that its file does not have. */
export function stopsAtGap(writer: string | null): boolean {
  return writer !== null && !isSince(writer, MENDS);
}

/** A start of the agent from its file at which it lost some of what it had. */
export interface Resumed {
  /** The prompt that came next. */
  at: EntryRow;
  /** How far the recorded size fell short of what it would have been. */
  tokens: number;
  /** The entry that the chain then began at, since its parent is not in the file; null where only what hung next to the chain was lost. */
  gap: number | null;
}

/** What recorded sizes say about the starts of an agent. */
export interface Starts {
  /** The last one at which something was lost. */
  lost: Resumed | null;
  /** Entries without a parent in the file of which a later request held what came before them all the same. */
  held: ReadonlySet<number>;
}

interface Asked {
  /** The chain, from its beginning to the entry before the step. */
  path: readonly number[];
  /** What is live next to it, and lost to a version that reads the chain alone. */
  beside: readonly EntryRow[];
  /** Entries on the chain whose parent is not in the file. */
  gaps: ReadonlySet<number>;
  rowOf: (seq: number) => EntryRow | undefined;
  /** Size of the context that the log records for a step. */
  recordedOf: (step: number) => number | null;
  /** The step that is looked at; null where no request was made yet. */
  step: number | null;
  model: string | null;
  /** Version of the program. */
  writer: string | null;
}

/** A gap that takes less than this many tokens with it is lost in the noise of estimates. */
const LEAST = 200;

/**
 * Where the agent lost something, by what it recorded: between two requests with a prompt between them the size grew by less than half way to
 * what it would be with everything. Costs prompts × chain.
 */
export function startsOn(asked: Asked): Starts {
  const { path, beside, gaps, rowOf, model, writer } = asked;
  const weigh = weigherFor(model);
  const rows = path.flatMap((seq) => rowOf(seq) ?? []);
  const held = new Set<number>();
  let lost = null as Resumed | null;
  for (const [at, prompt] of rows.entries()) {
    if (!opensTurn(prompt)) continue;
    const start = rows.findIndex(({ seq }) => seq === lost?.gap);
    const gap = stopsAtGap(writer) ? rows.findLastIndex(({ seq }, index) => index <= at && index > start && gaps.has(seq)) : -1;
    const above = gap < 0 ? [] : rows.slice(Math.max(0, start), gap);
    const end = rows[gap]?.seq ?? 0;
    const since = Math.max(lost?.at.seq ?? 0, rows[start]?.seq ?? 0);
    const hung = beside.filter(({ seq }) => seq < prompt.seq && seq > since && (mayLose(writer) || seq < end));
    const calls = rows.slice(Math.max(0, gap), at).filter((row) => isCallOf(row, hung));
    const weight = weigh([...above.filter((row) => !isThinking(row)), ...hung, ...calls]);
    const fall = weight < (gap < 0 ? 1 : LEAST) ? null : missingAt(asked, rows, at, weigh);
    if (fall === null) held.delete(end);
    else if (fall > weight / 2) lost = { at: prompt, tokens: fall, gap: gap < 0 ? (lost?.gap ?? null) : end };
    else if (gap >= 0) held.add(end);
  }
  return { lost, held };
}

/** By how much the request after a prompt fell short of holding everything, in tokens; null where no size is recorded before or after. */
const missingAt = ({ beside, recordedOf, step }: Asked, rows: readonly EntryRow[], at: number, weigh: Weigher): number | null => {
  const above = rows.slice(0, at);
  const before = above.findLast(isAnswer)?.step ?? null;
  const after = rows.slice(at).find(isAnswer);
  const next = after === undefined ? step : after.step;
  const [then, now] = [before, next].map((one) => (one === null ? null : recordedOf(one)));
  // A size of nothing was not recorded.
  if (!then || !now) return null;
  const answer = rows.filter((row) => row.step === before);
  const first = answer[0]?.seq ?? 0;
  const onChain = rows.filter(({ seq }) => seq >= first && (after === undefined || seq < after.seq));
  const came = [...onChain, ...beside.filter((row) => answer.some((call) => isCallOf(call, [row])))];
  return weigh(came.filter((row) => !isThinking(row))) - weigh(above.filter(isThinking)) - (now - then);
};

type Weigher = (rows: readonly EntryRow[]) => number;

const weigherFor = (model: string | null): Weigher => {
  const scale = scaleFor(model);
  return (rows) => rows.reduce((sum, row) => sum + (has(row.flags, Flag.Sent) ? estimate(row, scale) : 0), 0);
};

const isAnswer = ({ role, step, flags }: EntryRow): boolean => role === 'assistant' && step !== null && !has(flags, Flag.Synthetic);

/** A call goes with its result. */
const isCallOf = (row: EntryRow, results: readonly EntryRow[]): boolean =>
  row.calls.length > 0 && results.some((result) => result.results.some((call) => row.calls.includes(call)));
