import { Bar, SkeletonRows } from '../../ui/Skeleton.tsx';
import styles from './Files.module.css';

/** The shape of the workspace before anything is known. */
export function FilesSkeleton() {
  return (
    <div className={`${styles.workspace} grid full-height on-bg`}>
      <div className="shrink-y clip line-right">
        <div className={styles.filter} />
        <SkeletonRows rows={16} height={27} label="Reading the folders" />
      </div>
      <div className={`${styles.main} grid shrink-x shrink-y`}>
        <div className="grid shrink-x gap-2 pad-x-4 pad-top-3 pad-bottom-2 on-panel line-below">
          <Bar width="180px" />
        </div>
        <SkeletonRows rows={10} height={48} label="Reading the context file" />
      </div>
    </div>
  );
}
