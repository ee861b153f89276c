import { figure } from '../../../shared/model/figure.ts';
import type { PreviewedNext, SurgeryChange, TapeRow, View } from '../../../shared/model/index.ts';
import type { Origin, Part, PolicyChoice } from '../../../shared/model/policy.ts';
import { previewed } from '../../../shared/model/previewed.ts';
import type { Surgery } from '../formats/surgery.ts';
import { assemble } from '../views/assemble.ts';
import { LONGEST_PREVIEWED, nextOf, withScratch } from '../views/next-request.ts';
import type { Rim } from '../views/rim.ts';
import type { Patient, Plan } from './surgery-plan.ts';
import { copiedRecords } from './surgery-records.ts';

/** A copy that is not written yet. */
export interface Planned {
  surgery: Surgery;
  tape: TapeRow;
  patient: Patient;
  plan: Plan;
  change: SurgeryChange;
  /** Text of its summary, where it has one. */
  summary: string | null;
}

/** What the copy's next request would be under a policy; entries that the policy names are those of the source. A sentence where it cannot be looked at. */
export async function nextOfCopy(rim: Rim, planned: Planned, choice: PolicyChoice): Promise<PreviewedNext | string> {
  const { tape, patient, plan } = planned;
  const rows = new Map(patient.rows.map((row) => [row.seq, row]));
  const bytes = plan.keep.reduce((sum, seq) => sum + (rows.get(seq)?.length ?? 0), 0);
  if (plan.keep.length > LONGEST_PREVIEWED.entries || bytes > LONGEST_PREVIEWED.bytes)
    return `The copy would have ${figure(plan.keep.length)} entries, too many to preview its next request.`;
  const moved = mover(plan);
  const asked = movedChoice(choice, moved);
  if (asked === null) return 'The anchor of the policy is not in the copy.';
  const now = await assemble(rim, tape.id, { next: true }, choice);
  const given = await givenBy(rim, planned, now, moved);
  const recall: Rim['recall'] = async (query) => {
    const found = await rim.recall({ ...query, tape: tape.id, before: tape.entries + 1 });
    return { ...found, seqs: found.seqs.flatMap((seq) => moved(seq) ?? []) };
  };
  return withScratch(async ({ append, next }) => {
    await append(linesOf(planned));
    const made = await next(asked.choice, { dress: (scratch) => ({ ...scratch, given, recall }) });
    return previewed(nextOf(now), { ...made, warnings: [...asked.notes, ...made.warnings] }, moved);
  });
}

type Moved = (seq: number) => number | null;

/** The number that an entry of the source has in the copy; null where it goes. */
const mover = ({ keep, sources }: Plan): Moved => {
  const added = sources === null ? 1 : 2;
  const numbers = new Map(keep.map((seq, at) => [seq, at + added]));
  return (seq) => numbers.get(seq) ?? null;
};

/** What entries weigh in the source, and the base there. A prefix weighs what it weighed when it was the whole. */
const givenBy = async (rim: Rim, { tape, change }: Planned, now: View, moved: Moved): Promise<NonNullable<Rim['given']>> => {
  const like = change.op === 'fork-session' ? await assemble(rim, tape.id, { after: change.at }, { type: 'as-recorded' }) : now;
  const weights = new Map<number, number>();
  for (const { entries, tokens, cleared } of [...now.blocks, ...like.blocks]) {
    const number = entries.length === 1 && !cleared ? moved(entries[0] ?? 0) : null;
    if (number !== null) weights.set(number, tokens.value);
  }
  const { base, events, counted, estimated } = like.tokens;
  const known = (base ?? 0) + (events ?? 0);
  // A prefix continues from the request that it was cut after, with what that one left unexplained.
  const unexplained = change.op === 'fork-session' && like.expected ? like.expected.tokens - known - counted - estimated : 0;
  const growth = { base: base === null ? null : known, added: 0, unexplained };
  return { weights, measured: base === null ? null : { growth, last: like.expected?.last ?? null } };
};

async function* linesOf({ surgery, tape, patient, plan, change, summary }: Planned): AsyncGenerator<string> {
  const copying = {
    surgery,
    tape,
    rows: patient.rows,
    plan,
    change,
    summary,
    session: 'preview',
    newId: () => 'preview',
    now: new Date(0),
  };
  for await (const records of copiedRecords(copying)) for (const record of records) yield JSON.stringify(record);
}

/** The policy with the numbers that its entries have in the copy, and sentences about those that go; null where its anchor does. */
const movedChoice = (choice: PolicyChoice, moved: Moved): { choice: PolicyChoice; notes: string[] } | null => {
  if (choice.type === 'from-anchor') {
    const origin = movedOrigin(choice, moved);
    return origin && { choice: origin, notes: [] };
  }
  if (choice.type !== 'composed') return { choice, notes: [] };
  const origin = movedOrigin(choice.origin, moved);
  const gone = choice.parts.flatMap((part) => (part.type === 'pin' ? part.seqs.filter((seq) => moved(seq) === null) : []));
  const notes =
    gone.length === 0 ? [] : [`Not in the copy, so not pinned: ${gone.map((seq) => `#${figure(seq)}`).join(', ')} of the source.`];
  return origin && { choice: { ...choice, origin, parts: choice.parts.flatMap((part) => movedPart(part, moved)) }, notes };
};

const movedOrigin = (origin: Origin, moved: Moved): Origin | null => {
  if (origin.type !== 'from-anchor' || origin.seq === undefined) return origin;
  const seq = moved(origin.seq);
  return seq === null ? null : { ...origin, seq };
};

const movedPart = (part: Part, moved: Moved): Part[] => {
  if (part.type !== 'pin' && part.type !== 'without') return [part];
  const seqs = part.seqs.flatMap((seq) => moved(seq) ?? []).sort((a, b) => a - b);
  return seqs.length === 0 ? [] : [{ ...part, seqs }];
};
