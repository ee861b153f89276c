import { isAgentTape } from '../../../shared/library/names.ts';
import type { AnchorRow, EntryRow, TapeRow } from '../../../shared/model/index.ts';
import { DANGLING, Flag, has } from '../../../shared/model/vocabulary.ts';
import type { Catalog } from '../catalog/types.ts';
import { rulesOf } from '../formats/rules.ts';
import { StepFlag } from '../pages/rows.ts';

/** Where a phase begins, and which records its state is in. */
export interface PhaseStart {
  seq: number;
  name: string;
  type: 'start' | 'anchor' | 'compaction' | 'reset' | 'plan';
  derived: boolean;
  anchor: AnchorRow | null;
  /** The entry that holds the summary of a compaction. */
  summary: number | null;
  /** The call that proposed a plan. */
  call: number | null;
  /** The entry that the writer's record of the beginning is in; behind `seq` where bookkeeping comes first. */
  record: number;
}

/**
 * The beginnings of all phases of a tape in file order; the first one is entry 1, so that every entry is in exactly one phase.
 * Plans that were approved and chains that were begun again are found here, where the rules of the agent name them.
 */
export function startsOf(catalog: Catalog, tape: TapeRow): PhaseStart[] {
  const starts = catalog.anchors(tape.id).flatMap((anchor) => (anchor.type === 'micro-compaction' ? [] : [ofAnchor(anchor)]));
  const known = new Set(starts.map(({ seq }) => seq));
  const { planTool, restarts } = rulesOf(tape.format).states;
  const derived = [...(planTool === null ? [] : plansOf(catalog, tape, planTool)), ...(restarts ? resetsOf(catalog, tape) : [])];
  const all = [...starts, ...derived.filter(({ seq }) => !known.has(seq))].sort((a, b) => a.seq - b.seq);
  return fromTheFirst(all, tape);
}

/** The phase that an anchor opens. */
export function ofAnchor(anchor: AnchorRow): PhaseStart {
  return {
    ...NOTHING,
    seq: anchor.seq,
    name: anchor.name,
    type: anchor.type === 'compaction' ? 'compaction' : anchor.type === 'start' || anchor.name === 'session/start' ? 'start' : 'anchor',
    derived: anchor.derived,
    anchor,
    summary: anchor.compaction?.summary ?? null,
    record: anchor.seq,
  };
}

const NOTHING = { derived: true, anchor: null, summary: null, call: null } as const;

/** Bookkeeping before the first node belongs to the start; entries before a first anchor are a phase without a name of its own. */
const fromTheFirst = (starts: PhaseStart[], { entries }: TapeRow): PhaseStart[] => {
  const [first] = starts;
  if (entries === 0 || first?.seq === 1) return starts;
  if (first?.type === 'start' && first.derived) return [{ ...first, seq: 1 }, ...starts.slice(1)];
  return [{ ...NOTHING, seq: 1, name: 'session/start', type: 'start', record: 1 }, ...starts];
};

/** An answer to the call that is not a failure approves the plan; a refusal is one. */
const plansOf = (catalog: Catalog, tape: TapeRow, tool: string): PhaseStart[] =>
  catalog.entriesAt(tape.id, catalog.labelled(tape.id, tool)).flatMap((row): PhaseStart[] => {
    if (row.kind !== 'tool_call' || isAside(row, tape)) return [];
    const results = catalog.entriesAt(
      tape.id,
      row.calls.flatMap((call) => catalog.tool(tape.id, call).results),
    );
    const approved = results.find((result) => result.seq > row.seq && !has(result.flags, Flag.Failed));
    return approved === undefined
      ? []
      : [{ ...NOTHING, seq: approved.seq, name: 'plan approved', type: 'plan', call: row.seq, record: approved.seq }];
  });

const isAside = (row: EntryRow, tape: TapeRow): boolean => has(row.flags, Flag.Sidechain) && tape.relation !== 'sub-agent';

/** Chains that begin at a root of their own, and from which something was asked: the context began again. */
const resetsOf = (catalog: Catalog, tape: TapeRow): PhaseStart[] => {
  const origins = new Set<number>();
  const aside = isAgentTape(tape) ? 0 : StepFlag.Sidechain;
  for (const { count, cols } of catalog.stepRuns(tape.id))
    for (let at = 0; at < count; at++) if (((cols.flags[at] ?? 0) & aside) === 0) origins.add(cols.origin[at] ?? 0);
  const [first = 0] = [...origins].filter((seq) => seq > 0).sort((a, b) => a - b);
  const roots = catalog.entriesAt(
    tape.id,
    [...origins].filter((seq) => seq > first),
  );
  return roots
    .filter((row) => row.parentSeq !== DANGLING && !has(row.flags, Flag.Boundary) && !isAside(row, tape))
    .map(({ seq }) => ({ ...NOTHING, seq, name: 'restart', type: 'reset', record: seq }));
};
