import type { LostSums, TapeRow } from '../../../shared/model/index.ts';
import type { Waiting } from '../../../shared/rpc/contract.ts';
import { cutAt } from '../handoffs/cut.ts';
import { groupOf } from '../handoffs/groups.ts';
import { startsOf } from '../states/starts.ts';
import type { Rim } from '../views/rim.ts';

/** What one compaction did to what a person wrote: how much of it left the context there, and how much of that the summary does not carry. */
export interface Loss {
  seq: number;
  time: number | null;
  instructions: number;
  lost: number;
}

/** The losses at each compaction from entry `from` on, by the same measure as the list of what is lost at one. Reads what left there. */
export async function lossesOf(rim: Rim, tape: TapeRow, from: number, signal: Waiting): Promise<Loss[]> {
  const cuts = rim.catalog.anchors(tape.id).filter(({ type, seq }) => type === 'compaction' && seq >= from);
  const starts = cuts.length === 0 ? [] : startsOf(rim.catalog, tape);
  const losses: Loss[] = [];
  for (const { seq, time = null } of cuts) {
    const { around, fateOf } = await cutAt(rim, tape.id, seq, { signal, starts });
    const fates = around.left.flatMap(({ row }) => (groupOf(row, '') === 'instruction' ? (fateOf(row.seq)?.fate ?? []) : []));
    losses.push({ seq, time, instructions: fates.length, lost: fates.filter((fate) => fate === 'lost').length });
  }
  return losses;
}

type Session = LostSums['sessions'][number];
type Named = Pick<Session, 'tape' | 'title' | 'project' | 'format'>;

/** Adds losses up by session, where `counts` says that a compaction of that time does; only sessions that lost something are named. */
export function lostSumsOf(
  all: Iterable<readonly [Named, readonly Loss[]]>,
  counts: (time: number | null) => boolean,
): Pick<LostSums, 'total' | 'sessions'> {
  const total = { compactions: 0, instructions: 0, lost: 0 };
  const sessions: Session[] = [];
  for (const [named, losses] of all) {
    const own = losses.filter(({ time }) => counts(time));
    const [first] = own;
    if (first === undefined) continue;
    const sum = { compactions: own.length, instructions: 0, lost: 0 };
    let worst = first;
    for (const loss of own) {
      sum.instructions += loss.instructions;
      sum.lost += loss.lost;
      if (loss.lost > worst.lost) worst = loss;
    }
    for (const name of ['compactions', 'instructions', 'lost'] as const) total[name] += sum[name];
    if (sum.lost > 0) sessions.push({ ...named, ...sum, worst: worst.seq });
  }
  return { total, sessions: sessions.sort((a, b) => b.lost - a.lost || (a.tape < b.tape ? -1 : 1)) };
}
