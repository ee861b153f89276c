import type { AnchorRow, CheckRule, EntryRow } from '../../../shared/model/index.ts';
import { DANGLING, Flag, has } from '../../../shared/model/vocabulary.ts';
import { walkChain } from '../formats/context/chain.ts';

/** What the rules look at. Plain rows: a transcript on disk and one that is only planned are checked alike. */
export interface Transcript {
  rows: readonly EntryRow[];
  anchors: readonly AnchorRow[];
  /** Each entry follows the one before; there are no parents. */
  linear: boolean;
}

type Offender = CheckRule['offenders'][number];

/** A place where a rule is broken. `key` names it by the ids of the log, so that a copy's fault is known as its source's. */
export interface Fault extends Offender {
  key: string;
}

/** A rule with every fault that was found. */
export interface Finding {
  rule: CheckRule['rule'];
  looked: number;
  faults: readonly Fault[];
  applies: boolean;
}

const MOST_TOLD = 10;

const TITLES: Readonly<Record<CheckRule['rule'], string>> = {
  ids: 'every id is there once',
  parents: 'every parent is in the file',
  tools: 'on the active path every call has a result and every result a call',
  roles: 'on the active path model and user take turns',
  agents: 'every sub-agent is reached from a call',
  lines: 'every line can be read',
  links: 'every other entry that a record names is in the file',
  totals: 'counted tokens grow by what each request used',
  twins: 'every event that repeats a message has its item',
};

/** The outcome of a rule: the first offenders are listed, all are counted. */
export function ruleOf({ rule, looked, faults, applies }: Finding): CheckRule {
  return {
    rule,
    title: TITLES[rule],
    verdict: applies ? (faults.length === 0 ? 'kept' : 'broken') : 'none',
    looked,
    broken: faults.length,
    offenders: faults.slice(0, MOST_TOLD).map(({ seq, line, text }) => ({ seq, line, text })),
  };
}

/** The rules that rows alone can tell. Pure. */
export function findFaults(transcript: Transcript): Finding[] {
  const path = activePath(transcript);
  return [ids(transcript), parents(transcript), tools(transcript, path), roles(path)];
}

/** Events say for people what items say for the model. */
export function twins({ rows }: Transcript): Finding {
  const said = rows.filter(
    (row) => has(row.flags, Flag.Twin) && !has(row.flags, Flag.Shared) && (row.role === 'user' || row.role === 'assistant'),
  );
  const faults = said
    .filter(({ twin }) => twin === undefined)
    .map((row) => at(row, `twin ${row.line}`, `the ${row.label} of entry ${row.seq} has no matching item`));
  return { rule: 'twins', looked: said.length, faults, applies: said.length > 0 };
}

export function checkRows(transcript: Transcript): CheckRule[] {
  return findFaults(transcript).map(ruleOf);
}

/** The rules of a copy: faults that its source does not have come first, the others are counted as `inherited`. */
export function ruleOfCopy(after: Finding, before: Finding | undefined): CheckRule {
  const left = new Map<string, number>();
  for (const { key } of before?.faults ?? []) left.set(key, (left.get(key) ?? 0) + 1);
  const added = after.faults.filter(({ key }) => {
    const had = left.get(key) ?? 0;
    left.set(key, had - 1);
    return had <= 0;
  });
  const faults = [...added, ...after.faults.filter((fault) => !added.includes(fault))];
  return { ...ruleOf({ ...after, faults }), inherited: after.faults.length - added.length };
}

const at = (row: EntryRow, key: string, text: string): Fault => ({ seq: row.seq, line: row.line, text, key });

const ids = ({ rows }: Transcript): Finding => {
  const seen = new Map<string, EntryRow>();
  const faults: Fault[] = [];
  for (const row of rows) {
    if (row.id === null) continue;
    const first = seen.get(row.id);
    if (first) faults.push(at(row, row.id, `entry ${row.seq} has the id ${row.id} of entry ${first.seq}`));
    else seen.set(row.id, row);
  }
  return { rule: 'ids', looked: seen.size + faults.length, faults, applies: seen.size > 0 };
};

const parents = ({ rows, linear }: Transcript): Finding => {
  const nodes = rows.filter((row) => row.parentSeq !== null);
  const lost = nodes.filter((row) => row.parentSeq === DANGLING);
  const faults = lost.map((row) => {
    const text = `entry ${row.seq} names the parent ${row.danglingParent ?? '?'}, which is not in the file`;
    return at(row, `${row.id} ${row.danglingParent}`, text);
  });
  return { rule: 'parents', looked: nodes.length, faults, applies: !linear };
};

/** Results count wherever they hang: parallel calls leave them next to the path. */
const tools = ({ rows }: Transcript, path: readonly EntryRow[]): Finding => {
  const answered = new Set(rows.flatMap((row) => row.results));
  const asked = new Set(rows.flatMap((row) => row.calls));
  const faults = path.flatMap((row) => [
    ...row.calls
      .filter((id) => !answered.has(id))
      .map((id) => at(row, `call ${id}`, `the call ${row.label} (${id}) of entry ${row.seq} has no result`)),
    ...row.results
      .filter((id) => !asked.has(id))
      .map((id) => at(row, `result ${id}`, `entry ${row.seq} answers the call ${id}, which was never made`)),
  ]);
  const looked = path.reduce((sum, row) => sum + row.calls.length + row.results.length, 0);
  return { rule: 'tools', looked, faults, applies: true };
};

/** Lines of one answer are one turn of the model; all that the user's side says between two answers is one turn of the user. */
const roles = (path: readonly EntryRow[]): Finding => {
  const faults: Fault[] = [];
  let before: EntryRow | null = null;
  let said = true;
  let turns = 0;
  for (const row of path) {
    if (!isRead(row)) continue;
    if (row.role !== 'assistant') {
      if (!said || turns === 0) turns += 1;
      said = true;
      continue;
    }
    const goesOn = before !== null && row.step !== null && row.step === before.step;
    if (!said && !goesOn && before !== null)
      faults.push(at(row, row.id ?? '', `entries ${before.seq} and ${row.seq} are two answers in a row`));
    if (said) turns += 1;
    // What the program says in the model's name may be anywhere, and may be answered by another answer.
    if (has(row.flags, Flag.Synthetic)) continue;
    said = false;
    before = row;
  }
  return { rule: 'roles', looked: turns, faults, applies: true };
};

const isRead = (row: EntryRow): boolean =>
  (has(row.flags, Flag.Sent) || row.results.length > 0) && (row.flags & (Flag.Excluded | Flag.Sidecar)) === 0;

/** The chain that a resumed session continues from: up from its newest entry, as far as the last compaction. */
export function activePath(transcript: Transcript): EntryRow[] {
  const { rows, anchors, linear } = transcript;
  if (linear) return rows.filter((row) => (row.flags & (Flag.Sidecar | Flag.Sidechain)) === 0);
  const start = activeLeaf(rows);
  if (!start) return [];
  const byNumber = new Map(rows.map((row) => [row.seq, row]));
  const { path } = walkChain({ start, rows: byNumber, anchors, from: 1, floor: 1, past: 'stop' });
  return [...path.flatMap((seq) => byNumber.get(seq) ?? []), start];
}

/** The newest entry of the main conversation; of a sub-agent's own file the newest of all. */
const activeLeaf = (rows: readonly EntryRow[]): EntryRow | null =>
  rows.findLast((row) => isSpoken(row) && !has(row.flags, Flag.Sidechain)) ?? rows.findLast(isSpoken) ?? null;

const isSpoken = (row: EntryRow): boolean => row.id !== null && !has(row.flags, Flag.Progress) && !has(row.flags, Flag.Sidecar);
