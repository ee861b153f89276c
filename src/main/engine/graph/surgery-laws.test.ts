import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { CheckRule, EntryRow, SurgeryChange, TapeRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { openCatalog } from '../catalog/open-catalog.ts';
import { surgery } from '../formats/claude-code/surgery.ts';
import { createLegal } from '../formats/context/legal.ts';
import { bringSource } from '../sources/bring-source.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { claudeTree } from '../testing/tree.ts';
import { activePath, checkRows } from './check.ts';
import { transcriptOf } from './check-tape.ts';
import { drawings } from './surgery-drawings.ts';
import { type Patient, type Plan, planSurgery } from './surgery-plan.ts';
import { thinkThrough } from './surgery-preview.ts';
import { applyPlan } from './surgery-rows.ts';

const folder = tempFolder();
const store = openCatalog(tempFolder());
afterAll(() => store.close());
let files = 0;

/** A drawn session, read as any log is. */
const patientOf = (drawing: string): Patient & { tape: TapeRow } => {
  files += 1;
  const { id } = bringSource(store.db, writeFile(folder, `session-${files}.jsonl`, claudeTree(drawing))).source;
  return { ...transcriptOf(store.catalog, id), refOf: () => null, lastWins: surgery.lastWins, tape: store.catalog.tape(id) };
};

const legalOf = ({ rows }: Patient): number[] => {
  const legal = createLegal(false);
  for (const row of rows) legal.add(row);
  return rows.flatMap(({ seq }) => (legal.fault(seq) ? [] : [seq]));
};

/** The plan, or null where the change is refused, which is an answer too. */
const planOrNull = (patient: Patient & { tape: TapeRow }, change: SurgeryChange): Plan | null => {
  const { plan, preview } = thinkThrough(patient, change, { tape: patient.tape, busy: null });
  expect([preview.allowed, preview.reason === null]).toEqual(plan ? [true, true] : [false, false]);
  return plan;
};

const ancestry = (rows: readonly EntryRow[], id: string | null): (string | null)[] => {
  const found: (string | null)[] = [];
  for (let row = rows.find((each) => each.id === id); row; row = rows[(row.parentSeq ?? 0) - 1]) found.push(row.id);
  return found;
};

const broken = (rules: readonly CheckRule[]): Record<string, number> => Object.fromEntries(rules.map((rule) => [rule.rule, rule.broken]));

const isTyped = ({ flags }: EntryRow): boolean => has(flags, Flag.Prompt) && !has(flags, Flag.Queued | Flag.Sidechain);

const RUNS = { numRuns: 200 };

describe('properties of surgery', () => {
  it('a fork keeps the ancestry of its point, and the contract', () => {
    let forks = 0;
    fc.assert(
      fc.property(drawings, fc.nat(), (drawing, choice) => {
        const patient = patientOf(drawing);
        const points = legalOf(patient);
        const at = points[choice % Math.max(points.length, 1)];
        if (at === undefined) return;
        const plan = planSurgery(patient, { op: 'fork-session', at });
        const copy = applyPlan(patient, plan);
        const { id } = patient.rows[at - 1] ?? { id: null };
        expect(ancestry(copy.rows, id)).toEqual(ancestry(patient.rows, id));
        expect(broken(checkRows(copy))).toEqual({ ids: 0, parents: 0, tools: 0, roles: 0 });
        expect(activePath(copy).map((row) => row.id)).toContain(id);
        forks += 1;
      }),
      RUNS,
    );
    expect(forks).toBeGreaterThan(RUNS.numRuns / 2);
  });

  it('dropping whole turns keeps the contract, and everything that is not of the span', () => {
    let drops = 0;
    fc.assert(
      fc.property(drawings, fc.nat(), fc.nat(), (drawing, choice, length) => {
        const patient = patientOf(drawing);
        const points = legalOf(patient);
        const to = points[choice % Math.max(points.length, 1)];
        if (to === undefined) return;
        const up = ancestry(patient.rows, patient.rows[to - 1]?.id ?? null).flatMap(
          (id) => patient.rows.find((row) => row.id === id)?.seq ?? [],
        );
        const starts = up.filter((seq, at) => points.includes(up[at + 1] ?? 0) && !points.includes(seq));
        const from = starts[length % Math.max(starts.length, 1)];
        if (from === undefined) return;
        const plan = planOrNull(patient, { op: 'drop-span', from, to });
        if (!plan) return;
        const copy = applyPlan(patient, plan);
        const [before, after] = [broken(checkRows(patient)), broken(checkRows(copy))];
        expect(after).toMatchObject({ ids: 0, parents: 0 });
        expect(after.tools).toBeLessThanOrEqual(before.tools ?? 0);
        const kept = new Set(copy.rows.map((row) => row.id));
        expect(kept.has(patient.rows[from - 1]?.id ?? '')).toBe(false);
        // Prompts and answers of other turns are all there.
        const span = new Set(up.slice(0, up.indexOf(from) + 1));
        const spoken = patient.rows.filter(
          (row) => row.role === 'user' && row.results.length === 0 && row.kind === 'message' && !span.has(row.seq),
        );
        for (const row of spoken.filter((each) => (each.flags & 1) === 0)) expect(kept.has(row.id)).toBe(true);
        drops += 1;
      }),
      RUNS,
    );
    expect(drops).toBeGreaterThan(RUNS.numRuns / 4);
  });

  it('a compaction is the drop of a prefix: one summary, and the last turns as they were', () => {
    let compactions = 0;
    fc.assert(
      fc.property(drawings, fc.integer({ min: 1, max: 3 }), (drawing, keep) => {
        const patient = patientOf(drawing);
        const plan = planOrNull(patient, { op: 'compact', keep });
        if (!plan) return;
        const copy = applyPlan(patient, plan);
        const [path, old] = [activePath(copy), activePath(patient)];
        expect(path[0]?.id).toBe('summary');
        expect(path.slice(1).map((row) => row.id)).toEqual(old.slice(old.length - path.length + 1).map((row) => row.id));
        expect(plan.sources?.length).toBeGreaterThan(0);
        // What is kept is what a person would call turns: the first kept entry is a prompt, and there are `keep` of them.
        expect(path.flatMap((row, at) => (isTyped(row) ? [at] : []))).toEqual([1, ...Array(keep - 1).fill(expect.any(Number))]);
        const [before, after] = [broken(checkRows(patient)), broken(checkRows(copy))];
        expect(after).toMatchObject({ ids: 0, parents: 0 });
        expect(after.tools).toBeLessThanOrEqual(before.tools ?? 0);
        expect(after.roles).toBeLessThanOrEqual(before.roles ?? 0);
        compactions += 1;
      }),
      RUNS,
    );
    expect(compactions).toBeGreaterThan(RUNS.numRuns / 4);
  });

  it('at an illegal point nothing is planned, whatever the point', () => {
    fc.assert(
      fc.property(drawings, fc.nat(), (drawing, choice) => {
        const patient = patientOf(drawing);
        const legal = new Set(legalOf(patient));
        const illegal = patient.rows.filter(({ seq }) => !legal.has(seq));
        const row = illegal[choice % Math.max(illegal.length, 1)];
        if (row) expect(planOrNull(patient, { op: 'fork-session', at: row.seq })).toBeNull();
      }),
      RUNS,
    );
  });
});
