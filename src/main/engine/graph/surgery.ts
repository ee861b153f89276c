import { randomUUID } from 'node:crypto';
import type { CheckRule, EntryRow, SurgeryChange, SurgeryPreview, SurgeryWritten, TapeRow } from '../../../shared/model/index.ts';
import type { PolicyChoice } from '../../../shared/model/policy.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { loadRecords, type Source } from '../bytes/load.ts';
import type { Catalog } from '../catalog/types.ts';
import { refusal } from '../formats/abouts.ts';
import type { Format } from '../formats/format.ts';
import { surgeryOf } from '../formats/surgeries.ts';
import type { Surgery } from '../formats/surgery.ts';
import type { Rim } from '../views/rim.ts';
import { faultsOf, transcriptOf } from './check-tape.ts';
import { agentFilesOf, makeRoomFor } from './surgery-agents.ts';
import { nextOfCopy } from './surgery-next.ts';
import { type Patient, type Plan, sizesOf } from './surgery-plan.ts';
import { addsFault, breaks, rulesOfCopy, type Thought, thinkThrough } from './surgery-preview.ts';
import { copiedRecords, plainSummary } from './surgery-records.ts';
import { busyReason, type CopyFile, type Look, lookAt, targetFor, writeWhole } from './surgery-write.ts';

/** What surgery needs of the engine. `now` is the wall clock, epoch ms. */
export interface Theatre {
  catalog: Catalog;
  formatOf: (id: string) => Format;
  now: () => number;
}

const DEEDS = { 'fork-session': 'fork', 'drop-span': 'dropSpan', compact: 'compact' } as const;

interface Prepared extends Thought {
  surgery: Surgery;
  patient: Patient;
  /** The files that are copied, as they were when they were looked at. */
  looks: readonly { path: string; look: Look }[];
}

/**
 * What a change would do to a copy, with the copy's next request under a policy. Throws TapeError('refused') for a format that there is no
 * surgery for, and for a policy that the tape has no answer to as a view of it does.
 */
export async function previewSurgery(
  theatre: Theatre & { rim: Rim },
  id: string,
  change: SurgeryChange,
  choice: PolicyChoice = { type: 'as-recorded' },
): Promise<SurgeryPreview> {
  const { preview, made: plan, patient, surgery } = await prepare(theatre, id, change);
  if (plan === null) return { ...preview, next: null };
  const planned = { surgery, tape: theatre.catalog.tape(id), patient, plan, change, summary: preview.summary?.text ?? null };
  const next = await nextOfCopy(theatre.rim, planned, choice);
  return typeof next === 'string' ? { ...preview, next: null, notes: [...preview.notes, next] } : { ...preview, next };
}

/**
 * Carries a change out on a copy, in a new file with a fresh session id next to the source or in `out`. The source is opened
 * read-only. Throws TapeError('refused') with the reason of the preview, 'unwritable' where the disk does not take it.
 */
export async function writeSurgery(
  theatre: Theatre,
  id: string,
  change: SurgeryChange,
  out: string | null,
): Promise<Omit<SurgeryWritten, 'tape'>> {
  const { catalog, formatOf, now } = theatre;
  const tape = catalog.tape(id);
  const { preview, plan, patient, looks, agents, surgery } = await prepare(theatre, id, change);
  if (!plan) throw new TapeError('refused', preview.reason ?? 'This change is not allowed.', { change });
  const { session, file } = targetFor(tape.file, out, surgery);
  const shared = { surgery, change, session, newId: randomUUID, now: new Date(now()) };
  const summary = preview.summary?.text ?? null;
  const entries = plan.keep.length + (plan.sources === null ? 1 : 2);
  const source = await faultsOf({ catalog, formatOf, transcript: patient, id });
  let checked: CheckRule[] = [];
  const copiedAgents = (): CopyFile[] =>
    agents.along.map((agent) => {
      const rows = catalog.entries(agent.tape.id, 1, agent.tape.entries + 1);
      const copying = { ...shared, tape: agent.tape, rows, plan: wholeOf(rows), summary: null };
      return { file: makeRoomFor(agent, file, surgery.agents), batches: copiedRecords(copying) };
    });
  const batches = copiedRecords({ ...shared, tape, rows: patient.rows, plan, summary, sizes: sizesOf(plan, change) });
  const copy = await writeWhole({ file, batches }, { files: surgery.agents, copies: copiedAgents }, (read) => {
    const changed = looks.find(({ path, look }) => isOther(lookAt(path), look));
    if (changed) return `${changed.path} was written to while it was copied.`;
    if (read.entries !== entries) return `The copy has ${read.entries} entries instead of ${entries}.`;
    checked = rulesOfCopy(read.faults, source);
    const broken = checked.find(addsFault);
    return broken ? breaks(broken) : null;
  });
  return {
    ...{ preview, file, session, cwd: tape.project },
    command: surgery.command(session),
    bytes: copy.bytes,
    entries: copy.entries,
    checked,
    agents: agents.along.length,
  };
}

const isOther = (a: Look, b: Look): boolean => a.size !== b.size || a.mtimeMs !== b.mtimeMs;

/** A copy of everything. */
const wholeOf = (rows: readonly EntryRow[]): Plan => ({
  keep: rows.map(({ seq }) => seq),
  parents: new Map(),
  sources: null,
  tip: rows.at(-1)?.seq ?? 0,
});

const prepare = async ({ catalog, formatOf, now }: Theatre, id: string, change: SurgeryChange): Promise<Prepared> => {
  const tape = catalog.tape(id);
  const why = refusal(tape.format, DEEDS[change.op]);
  const surgery = await surgeryOf(tape.format);
  if (why !== null || surgery === null)
    throw new TapeError('refused', `${tape.file}: ${why ?? 'nobody knows how a copy of it is resumed.'}`);
  const format = formatOf(tape.format);
  const files = agentFilesOf(catalog, tape, surgery.agents);
  const transcript = transcriptOf(catalog, tape.id);
  const refs = await refsOf(tape, transcript.rows, surgery);
  const patient: Patient = { ...transcript, refOf: (seq) => refs.get(seq) ?? null, lastWins: surgery.lastWins };
  const look = lookAt(tape.file);
  const thought = thinkThrough(patient, change, { tape, busy: busyWith(catalog, tape, look, now()), agents: files });
  const looks = [{ path: tape.file, look }];
  const along = thought.plan === null ? [] : thought.agents.along;
  for (const agent of along) looks.push({ path: agent.tape.file, look: lookAt(agent.tape.file) });
  const busy = along.flatMap((agent, at) => busyWith(catalog, agent.tape, looks[at + 1]?.look ?? look, now()) ?? [])[0];
  const summary = thought.preview.summary && {
    ...thought.preview.summary,
    text: (change.op === 'compact' ? change.summary : undefined) ?? (await plainSummary(tape, sourcesOf(thought, patient), format)),
  };
  const preview = { ...thought.preview, summary, ...(busy !== undefined && { allowed: false, reason: busy }) };
  return { ...thought, surgery, plan: busy === undefined ? thought.plan : null, preview, patient, looks };
};

const busyWith = (catalog: Catalog, { id, file }: TapeRow, look: Look, now: number): string | null => {
  const receipt = catalog.receipt(id);
  return busyReason(file, look, receipt.bytes + receipt.waiting, now);
};

const sourcesOf = ({ made }: Thought, { rows }: Patient): EntryRow[] => {
  const sources = new Set(made?.sources ?? []);
  return rows.filter((row) => sources.has(row.seq));
};

/** Which entry each record of bookkeeping is about, by id. */
const refsOf = async (tape: Source, all: readonly EntryRow[], { about, refOf }: Surgery): Promise<Map<number, string>> => {
  const rows = all.filter((row) => row.id === null && about.has(row.kind));
  const records = await loadRecords(tape, rows);
  return new Map(
    rows.flatMap((row, at): [number, string][] => {
      const record = records[at];
      const ref = record ? refOf(record) : null;
      return ref === null ? [] : [[row.seq, ref]];
    }),
  );
};
