import { setImmediate } from 'node:timers/promises';
import { lineThrough } from '../../../shared/model/branches.ts';
import type {
  Costly,
  Policy,
  Residency,
  ResidencyBy,
  ResidencyGroups,
  StepRow,
  TapeBranches,
  TapeRow,
} from '../../../shared/model/index.ts';
import { parsePolicy } from '../../../shared/model/policy.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Catalog } from '../catalog/types.ts';
import { filesIn, type NamedFile } from '../compare/paths.ts';
import { formatById } from '../formats/index.ts';
import type { Asker } from '../jobs/ask.ts';
import { branchesOf } from '../views/branches.ts';
import { type Counter, createCounter, encodingFor } from '../views/tokenizer.ts';
import { costliest, costsOf, described } from './costly.ts';
import { byFile, byPhase, byTool, type Grouping, groupsOf } from './groups.ts';
import { beforeIn, brings, hasContext, type Line, lineOf, loadWhole, type Outline, outlineOf, type Whole, withRows } from './material.ts';
import { reachOf, stretchesWith } from './reach.ts';
import { startWalk, type Walk } from './residency.ts';

/** What is asked for; plain data, so that it can be sent to a thread. */
export interface ResidencyQuery {
  tape: string;
  policy: Policy;
  by: ResidencyBy;
  /** A step of the branch to follow; the newest one where there is none. */
  step?: number | undefined;
}

export type ResidencyAnswer = Residency & { costly: Costly[]; cost: number; groups: ResidencyGroups | null };

/** How far the work is: tokens of entries are counted, contexts followed from step to step, calls looked into for files, entries asked why. */
export interface Far {
  doing: 'count' | 'follow' | 'files' | 'why';
  done: number;
  /** Total of entries, steps or calls. */
  of: number;
}

export interface ResidencyService {
  /** Throws TapeError('cancelled') where `signal` says so. */
  answer(query: ResidencyQuery, watch: Asker<Far>): Promise<ResidencyAnswer>;
  /**
   * What is known of some entries: the residencies of the stretches, on every branch, whose contexts may hold one of them. Costs what those
   * stretches do; the whole tape where a policy may bring in anything. Throws as `answer` does.
   */
  holding(query: Omit<ResidencyQuery, 'by'>, seqs: readonly number[], watch: Asker<Far>): Promise<Holding>;
}

export interface Holding {
  /** All steps that have a context, ascending, but for those that were passed over because they are too many; the last one of the line that was asked for. */
  steps: readonly number[];
  newest: number | null;
  /** The request before a step on its branch, as far back as the policy has contexts. */
  before: (step: StepRow) => StepRow | null;
  /** Whether the policy has a context at a step. */
  hasContext: (step: StepRow) => boolean;
  /** The line that was asked for first. */
  parts: Residency[];
  notes: readonly string[];
}

const COSTLIEST = 10;
/** Answers that are kept while their tapes stay as they are: a chart asks for one, its entries for the same again. */
const KEPT = 4;
/** Steps between two looks at whether to continue, and milliseconds between two pauses in which others are heard. */
const LOOK = 64;
const PAUSE = 40;
/** The newest calls that are looked into for files. */
const MOST_CALLS = 50_000;

/** Answers over one connection to the catalog; `home` has the memory index. Work pauses now and then, so that a terminal receives an interrupt and a thread its cancel. */
export function createResidencyService(catalog: Catalog, home: string | null = null): ResidencyService {
  const kept = new Map<string, ResidencyAnswer>();
  let counter: Counter | null = null;
  const files = new Map<string, { found: NamedFile[]; complete: boolean }>();
  const branches = new Map<string, TapeBranches>();

  /** The last step of the line through a step: the same for all steps of a branch. */
  const lines = (tape: TapeRow, state: string, step: number): number => {
    const known = branches.get(state) ?? branchesOf(catalog, tape, catalog.anchors(tape.id));
    keep(branches, state, known, 1);
    const [[, last] = [0, 0]] = lineThrough(known, step);
    return last;
  };

  /** Loaded when asked for: the terminal starts without the parts that views are made with. */
  const hintsFor = async ({ whole }: Walk) => (await import('./hints.ts')).createHints(catalog, home, whole);

  const weighed = async (whole: Whole, rest: ReturnType<typeof createRest>): Promise<Whole> => {
    if (encodingFor(whole.tape.model) === null) return whole;
    const { counted, encodingOf } = await import('./counts.ts');
    const encoding = encodingOf(whole);
    if (encoding === null) return whole;
    counter ??= createCounter();
    return { ...whole, weights: await counted(whole, encoding, counter, (done) => rest({ doing: 'count', done, of: whole.rows.length })) };
  };

  const walked = async (all: Whole, watch: Asker<Far>): Promise<{ residency: Residency; whole: Whole }> => {
    const rest = createRest(watch);
    const walk = startWalk(await weighed(all, rest));
    const hints = brings(all.asked.choice) || logsRequests(all) ? await hintsFor(walk) : null;
    for (let step = walk.step; step !== null; step = walk.step) {
      walk.next(await hints?.of(step));
      if (hints !== null || walk.done % LOOK === 0) await rest({ doing: 'follow', done: walk.done, of: walk.of });
    }
    return { residency: { ...walk.end(), notes: hints?.notes() ?? [] }, whole: walk.whole };
  };

  /** The stretches of one line that may hold some entries. */
  const stretched = async (
    outline: Outline,
    line: Line,
    { seqs, reach }: { seqs: readonly number[]; reach: (step: StepRow) => number },
    watch: Asker<Far>,
  ): Promise<{ parts: Residency[]; steps: number[] }> => {
    const parts: Residency[] = [];
    const followed = new Set<StepRow>();
    for (const { from, steps } of stretchesWith(line.steps, seqs, reach)) {
      const to = steps.reduce((most, { first, last }) => Math.max(most, first, last), from) + 1;
      parts.push((await walked(withRows(catalog, outline, { ...line, steps }, from, to), watch)).residency);
      for (const step of steps) followed.add(step);
    }
    const beyond = line.steps.filter((step) => !followed.has(step)).map(({ step }) => step);
    return { parts, steps: [...beyond, ...parts.flatMap((part) => [...part.steps])] };
  };

  const follow = async (query: ResidencyQuery, watch: Asker<Far>): Promise<ResidencyAnswer> => {
    const { tape, policy, step } = query;
    const { residency, whole } = await walked(loadWhole(catalog, tape, parsePolicy(policy), { at: step }), watch);
    const costs = costsOf(residency);
    const { rows } = whole;
    const costly = described(
      costliest(costs, COSTLIEST),
      (seq) => rows[seq - 1],
      (call) => catalog.tool(residency.tape, call).calls,
    );
    return { ...residency, costly, cost: costs.reduce((sum, { cost }) => sum + cost, 0), groups: null };
  };

  const filesOf = async (tape: TapeRow, state: string, watch: Asker<Far>): Promise<{ found: NamedFile[]; complete: boolean }> => {
    const known = files.get(state);
    if (known) return known;
    const calls = catalog.entries(tape.id, 1, tape.entries + 1).filter((row) => row.calls.length > 0 || row.kind === 'tool_call');
    const looked = calls.slice(-MOST_CALLS);
    const rest = createRest(watch);
    const found: NamedFile[] = [];
    let done = 0;
    for await (const batch of filesIn(tape, formatById(tape.format), looked)) {
      for (const file of batch) found.push(file);
      done = Math.min(looked.length, done + 256);
      await rest({ doing: 'files', done, of: looked.length });
    }
    const answer = { found, complete: looked.length === calls.length };
    keep(files, state, answer, 1);
    return answer;
  };

  const groupingOf = async (tape: TapeRow, by: ResidencyGroups['by'], state: string, watch: Asker<Far>): Promise<Grouping> => {
    if (by === 'phase') return byPhase(catalog.anchors(tape.id));
    const rows = catalog.entries(tape.id, 1, tape.entries + 1);
    if (by === 'tool') return byTool(rows);
    const { found, complete } = await filesOf(tape, state, watch);
    return byFile(rows, found, complete);
  };

  return {
    async holding({ tape, policy, step }, seqs, watch) {
      const outline = outlineOf(catalog, tape, parsePolicy(policy));
      // What a policy brings in may be anywhere.
      const reach = brings(outline.asked.choice) ? (): number => 1 : reachOf(catalog, outline);
      const line = lineOf(outline, { at: step });
      const lines = [line, ...[...new Set(line.otherBranches.map(({ branch }) => branch))].map((branch) => lineOf(outline, { branch }))];
      const found: Awaited<ReturnType<typeof stretched>>[] = [];
      for (const one of lines) found.push(await stretched(outline, one, { seqs, reach }, watch));
      const parts = found.flatMap((one) => one.parts);
      const steps = [...new Set(found.flatMap((one) => one.steps))].sort((a, b) => a - b);
      const notes = [...new Set(parts.flatMap((part) => part.notes))];
      const reaches = hasContext(outline.asked);
      const any = beforeIn(catalog, outline);
      const before = (step: StepRow): StepRow | null => {
        const found = any(step);
        return found !== null && reaches(found) ? found : null;
      };
      return { steps, newest: line.steps.at(-1)?.step ?? null, before, hasContext: reaches, parts, notes };
    },
    async answer(query, watch) {
      const tape = catalog.tape(query.tape);
      const state = JSON.stringify([tape.id, tape.entries, tape.steps, tape.bytes, tape.textTo, catalog.receipt(tape.id).reread]);
      const line = lines(tape, state, query.step ?? tape.steps);
      const keyOf = (by: ResidencyBy): string => JSON.stringify([state, query.policy, by, line]);
      const known = kept.get(keyOf(query.by));
      if (known) return known;
      goOn(watch.signal);
      const plain = kept.get(keyOf('entry')) ?? (await follow(query, watch));
      keep(kept, keyOf('entry'), plain, KEPT);
      if (query.by === 'entry') return plain;
      const grouped = { ...plain, groups: groupsOf(plain, await groupingOf(tape, query.by, state, watch)) };
      keep(kept, keyOf(query.by), grouped, KEPT);
      return grouped;
    },
  };
}

/** Whether some requests themselves are in the log, and asked for. */
const logsRequests = ({ asked, tape, rows }: Whole): boolean => {
  const log = asked.choice.type === 'as-recorded' ? formatById(tape.format).requests : undefined;
  return log !== undefined && rows.some(({ kind }) => kind === log.kinds.request);
};

const goOn = ({ aborted }: Asker['signal']): void => {
  if (aborted) throw new TapeError('cancelled', 'The residency was cancelled.');
};

const keep = <T>(kept: Map<string, T>, key: string, value: T, most: number): void => {
  kept.delete(key);
  kept.set(key, value);
  const [oldest] = kept.size > most ? kept.keys() : [];
  if (oldest !== undefined) kept.delete(oldest);
};

/** Tells how far it is, receives whether to stop, and lets others have their turn. */
const createRest = ({ signal, progress }: Asker<Far>): ((far: Far) => Promise<void>) => {
  let last = performance.now();
  return async (far) => {
    if (performance.now() - last >= PAUSE) {
      await setImmediate();
      progress(far);
      last = performance.now();
    }
    goOn(signal);
  };
};
