import type { CheckRule, EntryRow, SurgeryChange, SurgeryPreview, TapeRow } from '../../../shared/model/index.ts';
import { rangesOf } from '../../../shared/model/ranges.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { scaleFor } from '../formats/context/models.ts';
import { estimate } from '../formats/context/tokens.ts';
import { type Finding, findFaults, ruleOf, ruleOfCopy } from './check.ts';
import { type AgentFile, agentNotes, type Sorted, sortAgents } from './surgery-agents.ts';
import { type Patient, type Plan, planSurgery } from './surgery-plan.ts';
import { applyPlan } from './surgery-rows.ts';

/** A change thought through: what to show of it, and the plan where it may be carried out. */
export interface Thought {
  preview: SurgeryPreview;
  plan: Plan | null;
  /** The plan also where it may not be carried out yet, because the source is being written. */
  made: Plan | null;
  /** What the rules find in the source. */
  faults: readonly Finding[];
  agents: Sorted;
}

/** `busy` says that the source is still being written, or null. */
export interface Circumstances {
  tape: TapeRow;
  busy: string | null;
  /** Files of its agents. */
  agents?: readonly AgentFile[];
}

/** What a change would do; the text of a summary is left to whoever can read. Never throws for a change that may not be: the preview then says why. Pure. */
export function thinkThrough(patient: Patient, change: SurgeryChange, { tape, busy, agents: files = [] }: Circumstances): Thought {
  const faults = findFaults(patient);
  const before = faults.map(ruleOf);
  const found = planned(patient, change);
  if ('reason' in found) {
    const preview = { ...shown(patient, change, tape, null), reason: found.reason, before, after: [] };
    return { plan: null, made: null, faults, agents: sortAgents([], () => false), preview };
  }
  const after = rulesOfCopy(findFaults(applyPlan(patient, found)), faults);
  const against = worse(after, change);
  const reason = busy ?? against;
  const keep = new Set(found.keep);
  const agents = sortAgents(files, (seq) => keep.has(seq));
  const { notes, ...share } = shown(patient, change, tape, found);
  const preview = { ...share, allowed: reason === null, reason, before, after, notes: [...agentNotes(agents), ...notes] };
  return { plan: reason === null ? found : null, made: against === null ? found : null, faults, agents, preview };
}

/** The rules on a copy, next to what they find in its source. Pure. */
export function rulesOfCopy(copy: readonly Finding[], source: readonly Finding[]): CheckRule[] {
  return copy.map((each) =>
    ruleOfCopy(
      each,
      source.find(({ rule }) => rule === each.rule),
    ),
  );
}

const planned = (patient: Patient, change: SurgeryChange): Plan | { reason: string } => {
  try {
    return planSurgery(patient, change);
  } catch (failure) {
    if (failure instanceof TapeError && failure.code === 'refused') return { reason: failure.message };
    throw failure;
  }
};

/** A copy may have the faults that its source has, and no other; a prefix that one is to resume has none in its turns. */
const worse = (after: readonly CheckRule[], change: SurgeryChange): string | null => {
  for (const rule of after) {
    const strict = change.op === 'fork-session' && (rule.rule === 'tools' || rule.rule === 'roles');
    const reason = strict && rule.broken > 0 ? rule : addsFault(rule) ? rule : null;
    if (reason) return breaks(reason);
  }
  return null;
};

/** Whether a copy has a fault that its source does not have. */
export function addsFault({ broken, inherited = 0 }: CheckRule): boolean {
  return broken > inherited;
}

export function breaks({ title, offenders }: CheckRule): string {
  return `The copy would break the contract (${title}): ${offenders[0]?.text ?? ''}.`;
}

const shown = ({ rows }: Patient, change: SurgeryChange, tape: TapeRow, plan: Plan | null): Omit<SurgeryPreview, 'before' | 'after'> => {
  const keep = new Set(plan?.keep ?? rows.map((row) => row.seq));
  const [stays, goes] = [rows.filter((row) => keep.has(row.seq)), rows.filter((row) => !keep.has(row.seq))];
  const summary = plan?.sources ? { text: '', sources: plan.sources.length } : null;
  return {
    ...{ tape: tape.id, title: tape.title, file: tape.file, change, allowed: false, reason: null, summary },
    stays: share(stays, tape.model),
    goes: share(goes, tape.model),
    reparented: plan?.parents.size ?? 0,
    notes: notesOf(change, goes),
  };
};

const share = (rows: readonly EntryRow[], model: string | null): SurgeryPreview['stays'] => {
  const scale = scaleFor(model);
  return {
    entries: rows.length,
    steps: new Set(rows.flatMap((row) => (row.role === 'assistant' && row.step !== null ? [row.step] : []))).size,
    ranges: rangesOf(rows.map(({ seq }) => seq)),
    tokens: rows.reduce((sum, row) => (isRead(row) ? sum + estimate(row, scale) : sum), 0),
  };
};

const isRead = ({ flags }: EntryRow): boolean => has(flags, Flag.Sent) && (flags & (Flag.Excluded | Flag.Sidechain)) === 0;

const notesOf = (change: SurgeryChange, goes: readonly EntryRow[]): string[] => {
  const side = goes.filter((row) => has(row.flags, Flag.Sidechain)).length;
  return [
    ...(side > 0 ? [`${side} entries of sub-agents go with the calls that started them.`] : []),
    ...(change.op === 'drop-span' ? ['The model gave its later answers with the span in its context.'] : []),
    'Files of long outputs stay with the source; the copy names them as before.',
  ];
};
