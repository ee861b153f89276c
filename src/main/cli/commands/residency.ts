import type { Run } from '../command.ts';
import { formatResidency, MOST_BRANCHES } from '../format/residency.ts';
import { choiceOf, policyOf, wholeOf } from '../options.ts';
import { namedAt, stepIn } from '../points.ts';
import type { ResidencyRow } from '../residency.ts';
import { cutsOf, ledgerOf, rowsOf, stepLedgers } from '../residency.ts';
import { indexedFor } from '../scope.ts';
import type { Session } from '../session.ts';
import { whatsOf } from '../what.ts';

/** Characters that a program is told of how an entry begins. */
const NAME = 200;

const BY = ['entry', 'phase', 'file', 'tool'] as const;

/** Names rows that are entries by what they are. */
const withNames = async (session: Session, tape: string, rows: ResidencyRow[], width: number): Promise<ResidencyRow[]> => {
  const whats = await whatsOf(
    session,
    tape,
    rows.flatMap(({ entry }) => entry ?? []),
    width,
  );
  return rows.map((row) => (row.entry === null ? row : { ...row, name: whats.get(row.entry) ?? '' }));
};

export const run: Run = async ({ given, json, terminal, session }) => {
  const policy = policyOf(given);
  const by = choiceOf(given, 'by', BY);
  const limit = wholeOf(given, 'limit', 20, [1, 1000]);
  const open = await session();
  const { row: tape, point } = await namedAt(open, given);
  const step = point === null ? undefined : stepIn(point, 'branch to follow');
  await indexedFor(policy, tape, open);
  const residency = await open.call('residency.get', { tape: tape.id, policy, by, step });
  const { steps } = residency;
  const cuts = cutsOf(residency);
  const all = rowsOf(residency);
  const rows = await withNames(open, tape.id, all.slice(0, limit), json ? NAME : terminal.layout.width);
  const ledger = ledgerOf(residency);
  if (json) {
    const { every, cost, notes, otherBranches } = residency;
    terminal.json({
      tape: tape.id,
      policy: residency.policy,
      by,
      every,
      steps: [...steps],
      otherBranches,
      cuts,
      ledger,
      ledgers: stepLedgers(residency),
      events: residency.events,
      cost,
      notes,
      rows: rows.map(({ bar, ...row }) => row),
    });
  } else {
    const begins = await whatsOf(
      open,
      tape.id,
      residency.otherBranches.slice(0, MOST_BRANCHES).map(({ entry }) => entry),
      terminal.layout.width,
    );
    terminal.print(formatResidency(tape, { residency, rows, cuts, ledger, by, begins, total: all.length }, terminal.layout));
  }
  return undefined;
};
