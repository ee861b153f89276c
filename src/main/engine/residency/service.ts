import { setImmediate } from 'node:timers/promises';
import { lineThrough } from '../../../shared/model/branches.ts';
import type { Costly, Policy, Residency, ResidencyBy, ResidencyGroups, TapeBranches, TapeRow } from '../../../shared/model/index.ts';
import { parsePolicy } from '../../../shared/model/policy.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Asker } from '../catalog/ask.ts';
import type { Catalog } from '../catalog/types.ts';
import { filesIn, type NamedFile } from '../compare/paths.ts';
import { formatById } from '../formats/index.ts';
import { branchesOf } from '../views/branches.ts';
import { type Counter, createCounter, encodingFor } from '../views/tokenizer.ts';
import { costliest, costsOf, described } from './costly.ts';
import { byFile, byPhase, byTool, type Grouping, groupsOf } from './groups.ts';
import { brings, loadWhole, type Part, type Whole } from './material.ts';
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
  /** Of so many entries, steps or calls. */
  of: number;
}

export interface ResidencyService {
  /** Throws TapeError('cancelled') where `signal` says so. */
  answer(query: ResidencyQuery, watch: Asker<Far>): Promise<ResidencyAnswer>;
  /** The same of each branch beside its line, each by its own steps alone; not kept. */
  beside(query: ResidencyQuery, watch: Asker<Far>): Promise<Residency[]>;
}

const COSTLIEST = 10;
/** Answers that are kept while their tapes stay as they are: a chart asks for one, its entries for the same again. */
const KEPT = 4;
/** Steps between two looks at whether to go on, and milliseconds between two pauses in which others are heard. */
const LOOK = 64;
const PAUSE = 40;
/** The newest calls that are looked into for files. */
const MOST_CALLS = 50_000;

/** Answers over one connection to the catalog; `home` has the memory index. Work pauses now and then, so that a terminal hears an interrupt and a thread its cancel. */
export const createResidencyService = (catalog: Catalog, home: string | null = null): ResidencyService => {
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

  const walked = async (
    { tape, policy }: ResidencyQuery,
    part: Part,
    watch: Asker<Far>,
  ): Promise<{ residency: Residency; whole: Whole }> => {
    const choice = parsePolicy(policy);
    const rest = createRest(watch);
    const walk = startWalk(await weighed(loadWhole(catalog, tape, choice, part), rest));
    const hints = brings(choice) ? await hintsFor(walk) : null;
    for (let step = walk.step; step !== null; step = walk.step) {
      walk.next(await hints?.of(step));
      if (hints !== null || walk.done % LOOK === 0) await rest({ doing: 'follow', done: walk.done, of: walk.of });
    }
    return { residency: { ...walk.end(), notes: hints?.notes() ?? [] }, whole: walk.whole };
  };

  const follow = async (query: ResidencyQuery, watch: Asker<Far>): Promise<ResidencyAnswer> => {
    const { residency, whole } = await walked(query, { at: query.step }, watch);
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
    async beside(query, watch) {
      const { beside } = await this.answer({ ...query, by: 'entry' }, watch);
      const others: Residency[] = [];
      for (const branch of new Set(beside.map((aside) => aside.branch))) others.push((await walked(query, { branch }, watch)).residency);
      return others;
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

/** Tells how far it is, hears whether to stop, and lets others have their turn. */
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
