import type { Comparison } from '../../../../shared/model/index.ts';
import { useStore } from '../../state/store.ts';
import { useOutside } from '../tape/useOutside.ts';
import type { Row } from './rows.ts';

/** Whether neither block of a row is of the steps that are selected on the open tape. Where no side is of that tape, all rows count. */
export function useRowOutside({ pair, sides }: Comparison): (row: Row | undefined) => boolean {
  const tape = useStore((state) => state.tape);
  const outside = useOutside(tape);
  const [a, b] = pair.sides.map((side) => sides[side]?.tape === tape);
  if (outside === null || !(a || b)) return () => false;
  return (row) => row?.type === 'pair' && !((a && row.a && !outside(row.a.entries)) || (b && row.b && !outside(row.b.entries)));
}
