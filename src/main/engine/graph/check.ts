import type { AnchorRow, CheckRule, EntryRow } from '../../../shared/model/index.ts';
import { DANGLING, Flag, has } from '../../../shared/model/vocabulary.ts';
import { walkChain } from '../views/chain.ts';

/** What the rules look at. Plain rows: a transcript on disk and one that is only planned are checked alike. */
export interface Transcript {
  rows: readonly EntryRow[];
  anchors: readonly AnchorRow[];
  /** Each entry follows the one before; there are no parents. */
  linear: boolean;
}

type Offender = CheckRule['offenders'][number];

const MOST_TOLD = 10;

const TITLES: Readonly<Record<CheckRule['rule'], string>> = {
  ids: 'every id is there once',
  parents: 'every parent is in the file',
  tools: 'on the active path every call has a result and every result a call',
  roles: 'on the active path model and user take turns',
  agents: 'every sub-agent is reached from a call',
  lines: 'every line can be read',
};

/** The outcome of a rule that looked at `looked` entries; the first offenders are told, all are counted. */
export const ruleOf = (rule: CheckRule['rule'], looked: number, offenders: readonly Offender[], applies = true): CheckRule => ({
  rule,
  title: TITLES[rule],
  verdict: applies ? (offenders.length === 0 ? 'kept' : 'broken') : 'none',
  looked,
  broken: offenders.length,
  offenders: offenders.slice(0, MOST_TOLD),
});

/** The rules that rows alone can tell (seed 003 §4 and §5). Pure. */
export const checkRows = (transcript: Transcript): CheckRule[] => {
  const path = activePath(transcript);
  return [ids(transcript), parents(transcript), tools(transcript, path), roles(path)];
};

const at = (row: EntryRow, text: string): Offender => ({ seq: row.seq, line: row.line, text });

const ids = ({ rows }: Transcript): CheckRule => {
  const seen = new Map<string, EntryRow>();
  const offenders: Offender[] = [];
  for (const row of rows) {
    if (row.id === null) continue;
    const first = seen.get(row.id);
    if (first) offenders.push(at(row, `entry ${row.seq} has the id ${row.id} of entry ${first.seq}`));
    else seen.set(row.id, row);
  }
  return ruleOf('ids', seen.size + offenders.length, offenders, seen.size > 0);
};

const parents = ({ rows, linear }: Transcript): CheckRule => {
  const nodes = rows.filter((row) => row.parentSeq !== null);
  const lost = nodes.filter((row) => row.parentSeq === DANGLING);
  const offenders = lost.map((row) => at(row, `entry ${row.seq} names the parent ${row.danglingParent ?? '?'}, which is not in the file`));
  return ruleOf('parents', nodes.length, offenders, !linear);
};

/** Results count wherever they hang: parallel calls leave them beside the path (FORMATS.md §1.4). */
const tools = ({ rows }: Transcript, path: readonly EntryRow[]): CheckRule => {
  const answered = new Set(rows.flatMap((row) => row.results));
  const asked = new Set(rows.flatMap((row) => row.calls));
  const offenders = path.flatMap((row) => [
    ...row.calls.filter((id) => !answered.has(id)).map((id) => at(row, `the call ${row.label} (${id}) of entry ${row.seq} has no result`)),
    ...row.results.filter((id) => !asked.has(id)).map((id) => at(row, `entry ${row.seq} answers the call ${id}, which nobody made`)),
  ]);
  const looked = path.reduce((sum, row) => sum + row.calls.length + row.results.length, 0);
  return ruleOf('tools', looked, offenders);
};

/** Lines of one answer are one turn of the model; all that the user's side says between two answers is one turn of the user. */
const roles = (path: readonly EntryRow[]): CheckRule => {
  const offenders: Offender[] = [];
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
    if (!said && !goesOn && before !== null) offenders.push(at(row, `entries ${before.seq} and ${row.seq} are two answers in a row`));
    if (said) turns += 1;
    // What the program says in the model's name may stand anywhere, and may be answered by another answer.
    if (has(row.flags, Flag.Synthetic)) continue;
    said = false;
    before = row;
  }
  return ruleOf('roles', turns, offenders);
};

const isRead = (row: EntryRow): boolean =>
  (has(row.flags, Flag.Sent) || row.results.length > 0) && (row.flags & (Flag.Excluded | Flag.Sidecar)) === 0;

/** The chain that a resumed session goes on from: up from its newest entry, as far as the last compaction. */
export const activePath = (transcript: Transcript): EntryRow[] => {
  const { rows, anchors, linear } = transcript;
  if (linear) return rows.filter((row) => (row.flags & (Flag.Sidecar | Flag.Sidechain)) === 0);
  const start = activeLeaf(rows);
  if (!start) return [];
  const byNumber = new Map(rows.map((row) => [row.seq, row]));
  const { path } = walkChain({ start, rows: byNumber, anchors, from: 1, floor: 1, past: 'stop' });
  return [...path.flatMap((seq) => byNumber.get(seq) ?? []), start];
};

/** The newest entry of the main conversation; of a sub-agent's own file the newest of all. */
const activeLeaf = (rows: readonly EntryRow[]): EntryRow | null =>
  rows.findLast((row) => isSpoken(row) && !has(row.flags, Flag.Sidechain)) ?? rows.findLast(isSpoken) ?? null;

const isSpoken = (row: EntryRow): boolean => row.id !== null && !has(row.flags, Flag.Progress) && !has(row.flags, Flag.Sidecar);
