import type { Run } from '../command.ts';
import { formatResidency } from '../format/residency.ts';
import { choiceOf, policyOf, wholeOf } from '../options.ts';
import { wholeTape } from '../points.ts';
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
  const tape = await wholeTape(open, given, 'residency');
  await indexedFor(policy, tape, open);
  const residency = await open.call('residency.get', { tape: tape.id, policy, by });
  const { anchors } = await open.call('tapes.get', { tape: tape.id });
  const { steps } = residency;
  const firsts = steps.length === 0 ? [] : await firstEntries(open, tape.id);
  const cuts = cutsOf(residency, anchors, firsts);
  const all = rowsOf(residency);
  const rows = await withNames(open, tape.id, all.slice(0, limit), json ? NAME : terminal.layout.width);
  const ledger = ledgerOf(residency);
  if (json) {
    const { policy: told, every, cost, notes } = residency;
    terminal.json({
      tape: tape.id,
      policy: told,
      by,
      every,
      steps: [...steps],
      cuts,
      ledger,
      ledgers: stepLedgers(residency),
      events: residency.events,
      cost,
      notes,
      rows: rows.map(({ bar, ...row }) => row),
    });
  } else {
    terminal.print(formatResidency(tape, { residency, rows, cuts, ledger, by, total: all.length }, terminal.layout));
  }
  return undefined;
};

const PAGE = 5000;

/** The first entry of each step of the tape, by its number minus one. */
const firstEntries = async ({ call }: Session, tape: string): Promise<number[]> => {
  const firsts: number[] = [];
  for (;;) {
    const { items, total } = await call('steps.list', { tape, from: firsts.length + 1, limit: PAGE });
    firsts.push(...items.map(({ first }) => first));
    if (firsts.length >= total || items.length === 0) return firsts;
  }
};
