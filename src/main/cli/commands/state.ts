import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Run } from '../command.ts';
import { formatState } from '../format/handoffs-state.ts';
import { namedAt, pointOf } from '../points.ts';
import type { Session } from '../session.ts';

const MOST_PHASES = 2000;
const MOST_NODES = 5000;

/** The phase of a tape that holds an entry; the newest one without. Throws TapeError('not-found'). */
const phaseAt = async ({ call }: Session, tape: string, seq: number | null) => {
  const { phases } = await call('handoffs.get', { tape, family: false, limit: MOST_PHASES });
  const found = phases.findLast(({ from }) => seq === null || from <= seq);
  if (found) return found;
  throw new TapeError('not-found', seq === null ? 'This tape has no entries.' : `Entry ${seq} is before the newest ${MOST_PHASES} phases.`);
};

export const run: Run = async ({ given, json, terminal, session }) => {
  const open = await session();
  const { row, point } = await namedAt(open, given);
  const phase = await phaseAt(open, row.id, point?.seq ?? null);
  const against = typeof given.options.against === 'string' ? await pointOf(open, given.options.against) : null;
  const other = against === null ? null : await phaseAt(open, against.row.id, against.seq);
  const at = { tape: row.id, seq: phase.seq, path: [], limit: MOST_NODES };
  const tree = await open.call('handoffs.state', other === null ? at : { ...at, against: { tape: other.tape, seq: other.seq } });
  if (json) terminal.json(tree);
  else terminal.print(formatState(row, { phase, against: other, tree }, terminal.layout));
  return undefined;
};
