import type { EntryRow, OmissionReason } from '../../../../shared/model/index.ts';
import { Flag, has, TOOL_DEFINITION } from '../../../../shared/model/vocabulary.ts';
import { isSent, linear } from '../context/anchors.ts';
import { type Habits, PLAIN_HABITS } from '../context/habits.ts';
import type { Rules } from '../context/rules.ts';
import type { Finding, Material, Selection, Selector } from '../context/selection.ts';
import { sentBy } from '../context/sent-list.ts';
import { PLAIN_STATES } from '../context/states.ts';

/** What a request sent by its own record; before one that was not made, what the newest sent and what it was answered. */
const asRecorded: Selector = {
  byRow: true,
  from: () => 1,
  select: (material) => {
    if (material.from > 1) return grown(material);
    const { rows, step, own } = material;
    if (step.step !== null) {
      const [request] = own;
      return selectionOf(material, request === undefined ? null : sentIn(rows, request));
    }
    const newest = newestRequest(material);
    const list = newest === null ? null : sentIn(rows, newest);
    return selectionOf(material, newest === null || list === null ? list : [...list, ...answers(rows, newest, list)]);
  },
};

const sentIn = (rows: ReadonlyMap<number, EntryRow>, request: EntryRow): number[] | null =>
  sentBy(request.seq, (seq) => (seq === request.seq ? request : rows.get(seq))?.sends);

/** The request that one which was not made continues from. */
function newestRequest({ rows, step }: Material): EntryRow | null {
  let newest: EntryRow | null = null;
  for (const row of rows.values())
    if (row.kind === REQUEST && row.seq < step.first && has(row.flags, Flag.Sidechain) === step.sidechain && row.seq > (newest?.seq ?? 0))
      newest = row;
  return newest;
}

/** What the entries of requests are called. */
const REQUEST = 'request';

/** What a request was answered, in order; an answer that says again what was said before is sent as that. */
function answers(rows: ReadonlyMap<number, EntryRow>, request: EntryRow, sent: readonly number[]): number[] {
  const known = new Set(sent);
  const found: number[] = [];
  for (const row of rows.values()) {
    const seq = row.twin ?? row.seq;
    if (row.step !== request.step || row.seq <= request.seq || row.role !== 'assistant' || known.has(seq)) continue;
    known.add(seq);
    found.push(seq);
  }
  return found;
}

/** What a request sent beyond the one before, where it sent all of that first; null where it did not, or where that takes older entries. */
function grown(material: Material): Selection | null {
  const { rows, from, own, step } = material;
  const sends = own[0]?.sends;
  if (step.step === null || sends === undefined || sends.base !== from || sends.keep !== rows.get(from)?.sends?.count) return null;
  if (sends.runs.some(([first]) => first < from)) return null;
  return selectionOf(
    material,
    sends.runs.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at)),
  );
}

function selectionOf({ rows, step }: Material, list: readonly number[] | null): Selection {
  const sent = new Set(list);
  const reasons = new Map<number, OmissionReason>();
  for (const row of rows.values()) if (row.seq < step.first && !sent.has(row.seq)) reasons.set(row.seq, reasonFor(row));
  return {
    ...{ picks: [...sent].map((seq) => ({ seq })), lead: 0, floor: null, reasons, otherwise: 'not-selected', shaping: [] },
    findings: list === null && step.step !== null ? [NOT_LOGGED] : [],
  };
}

function reasonFor(row: EntryRow): OmissionReason {
  if (!isSent(row)) return 'sidecar';
  return has(row.flags, Flag.Sidechain) ? 'subagent' : 'not-sent';
}

const NOT_LOGGED: Finding = {
  type: 'unknown',
  rule: 'The log has this request without its content: what it sent is not known.',
};

/** A request that is at hand hides nothing: what it has was sent. */
const HABITS: Habits = { ...PLAIN_HABITS, forgets: () => false };

/** The rules of a log that repeats its history with each request: the context is what was sent. `whole`: system prompt and tools are part of it. */
export function snapshotRules(evidence: { step: string; next: string }): Rules {
  return {
    selectors: { ...linear(isSent), 'as-recorded': asRecorded },
    ...{ ownPrompt: false, tree: false, begins: 'start', ordered: true, chain: null, habits: HABITS, states: PLAIN_STATES },
    evidence: { ...evidence, recorded: true },
    lacking: ({ labels }) => [
      ...([...labels].some((label) => label.startsWith(TOOL_DEFINITION))
        ? []
        : [{ what: 'tools', note: 'tool definitions, if there were any' }]),
    ],
  };
}
