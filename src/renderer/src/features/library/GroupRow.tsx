import { memo } from 'react';
import type { LibraryGroup, LibraryRow } from '../../../../shared/model/index.ts';
import { count } from '../../ui/format.ts';
import { roles, Totalled } from './cells.tsx';
import styles from './LibraryPage.module.css';
import { useTable } from './table.ts';

interface GroupProps {
  id: string;
  row: Extract<LibraryRow, { type: 'project' }> & { top: number };
  active: boolean;
  /** What the rows are grouped by. */
  group: LibraryGroup | undefined;
}

/** The heading of a group, with the sums of what is below it. */
export const GroupRow = memo(function GroupRow({ id, row, active, group }: GroupProps) {
  const { toggle, setActive } = useTable.getState();
  const fold = () => {
    setActive(row.key);
    toggle(row.key);
  };
  return (
    <div
      {...roles.row(row.index + 3, {
        'aria-level': row.level,
        'aria-posinset': row.position,
        'aria-setsize': row.siblings,
        'aria-expanded': row.expanded ?? false,
        onClick: fold,
      })}
      id={id}
      className={`${styles.row} ${styles.tape} ${styles.group} hover-shade absolute on-sunk bold cursor-default grid gap-x-3 middle nowrap pinned pad-left-3 pad-right-4`}
      data-active={active}
      style={{ transform: `translateY(${row.top + 4}px)` }}
    >
      <span {...roles.cell} />
      <span {...roles.cell} className={styles.title} title={row.path}>
        <i className={`${styles.fold} grid rigid dim`} data-open={row.expanded} aria-hidden="true" />
        <span className={styles.name}>{row.name}</span>
        <em>{count(row.tapes, 'session')}</em>
      </span>
      {row.totals && <Totalled totals={row.totals} group={group} />}
    </div>
  );
});
