import { Bar, SkeletonRows } from '../../ui/Skeleton.tsx';
import styles from './Files.module.css';

/** The shape of the workspace before anything is known. */
export function FilesSkeleton() {
  return (
    <div className={styles.workspace}>
      <div className={styles.side}>
        <div className={styles.filter} />
        <SkeletonRows rows={16} height={27} label="Reading the folders" />
      </div>
      <div className={styles.main}>
        <div className={styles.head}>
          <Bar width="180px" />
        </div>
        <SkeletonRows rows={10} height={48} label="Reading the context file" />
      </div>
    </div>
  );
}
