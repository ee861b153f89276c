import { randomUUID } from 'node:crypto';
import type { EntryRow, SurgeryChange, SurgeryPreview, SurgeryWritten } from '../../../shared/model/index.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Catalog } from '../catalog/types.ts';
import type { Format } from '../formats/format.ts';
import { asString } from '../formats/json.ts';
import { loadRecords } from '../source/source.ts';
import { transcriptOf } from './check-tape.ts';
import type { Patient } from './surgery-plan.ts';
import { aboutSomething, type Thought, thinkThrough } from './surgery-preview.ts';
import { copiedRecords, plainSummary } from './surgery-records.ts';
import { busyReason, lookAt, targetFor, writeWhole } from './surgery-write.ts';

/** What surgery needs of the engine. `now` is the wall clock, epoch ms. */
export interface Theatre {
  catalog: Catalog;
  formatOf: (id: string) => Format;
  now: () => number;
}

interface Prepared extends Thought {
  patient: Patient;
  look: ReturnType<typeof lookAt>;
}

/** What a change would do to a copy. Throws TapeError('refused') for a format that there is no surgery for. */
export const previewSurgery = async (theatre: Theatre, id: string, change: SurgeryChange): Promise<SurgeryPreview> =>
  (await prepare(theatre, id, change)).preview;

/**
 * Carries a change out on a copy, in a new file with a fresh session id beside the source or in `out`. The source is opened
 * read-only. Throws TapeError('refused') with the reason of the preview, 'unwritable' where the disk does not take it.
 */
export const writeSurgery = async (
  theatre: Theatre,
  id: string,
  change: SurgeryChange,
  out: string | null,
): Promise<Omit<SurgeryWritten, 'tape'>> => {
  const { catalog, now } = theatre;
  const tape = catalog.tape(id);
  const { preview, plan, patient, look } = await prepare(theatre, id, change);
  if (!plan) throw new TapeError('refused', preview.reason ?? 'This change may not be carried out.', { change });
  const { session, file } = targetFor(tape.file, out);
  const summary = preview.summary?.text ?? null;
  const copying = { tape, rows: patient.rows, plan, change, summary, session, newId: randomUUID, now: new Date(now()) };
  const entries = plan.keep.length + (plan.sources === null ? 1 : 2);
  const copy = await writeWhole(file, copiedRecords(copying), (read) => {
    const later = lookAt(tape.file);
    if (later.size !== look.size || later.mtimeMs !== look.mtimeMs) return `${tape.file} was written to while it was copied.`;
    if (read.entries !== entries) return `The copy has ${read.entries} entries instead of ${entries}.`;
    const broken = read.rules.find((rule) => rule.broken > (preview.after.find((each) => each.rule === rule.rule)?.broken ?? 0));
    return broken ? `The copy breaks the contract (${broken.title}): ${broken.offenders[0]?.text ?? ''}.` : null;
  });
  return {
    ...{ preview, file, session, cwd: tape.project },
    command: `claude -r ${session}`,
    bytes: copy.bytes,
    entries: copy.entries,
    checked: copy.rules,
  };
};

const prepare = async ({ catalog, formatOf, now }: Theatre, id: string, change: SurgeryChange): Promise<Prepared> => {
  const tape = catalog.tape(id);
  if (tape.format !== 'claude-code')
    throw new TapeError('refused', `There is surgery for transcripts of Claude Code only, and ${tape.file} is none (${tape.format}).`);
  const format = formatOf(tape.format);
  const look = lookAt(tape.file);
  const receipt = catalog.receipt(tape.id);
  const transcript = transcriptOf(catalog, tape.id);
  const refs = await refsOf(tape.file, transcript.rows.filter(aboutSomething));
  const patient: Patient = { ...transcript, refOf: (seq) => refs.get(seq) ?? null };
  const busy = busyReason(tape.file, look, receipt.bytes + receipt.waiting, now());
  const thought = thinkThrough(patient, change, { tape, busy });
  const summary = thought.preview.summary && {
    ...thought.preview.summary,
    text: (change.op === 'compact' ? change.summary : undefined) ?? (await plainSummary(tape, sourcesOf(thought, patient), format)),
  };
  return { ...thought, preview: { ...thought.preview, summary }, patient, look };
};

const sourcesOf = ({ plan }: Thought, { rows }: Patient): EntryRow[] => {
  const sources = new Set(plan?.sources ?? []);
  return rows.filter((row) => sources.has(row.seq));
};

/** Which entry each record of bookkeeping is about, by id. */
const refsOf = async (file: string, rows: readonly EntryRow[]): Promise<Map<number, string>> => {
  const records = await loadRecords(file, rows);
  return new Map(
    rows.flatMap((row, at): [number, string][] => {
      const ref = asString(records[at]?.messageId) ?? asString(records[at]?.leafUuid);
      return ref === null ? [] : [[row.seq, ref]];
    }),
  );
};
