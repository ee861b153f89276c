import { useEffect } from 'react';
import { useInfo } from '../../data/appHooks.ts';
import { useStore } from '../../state/store.ts';
import styles from './Footer.module.css';

const SHOWN_FOR = 6000;

/** One line on what just happened, for a moment. */
export function Notice() {
  const notice = useStore((state) => state.notice);
  const setNotice = useStore((state) => state.setNotice);
  useEffect(() => {
    if (notice === null) return;
    const timer = setTimeout(() => setNotice(null), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [notice, setNotice]);
  const started = useInfo().data?.note ?? null;
  useEffect(() => {
    if (started !== null) setNotice(started);
  }, [started, setNotice]);
  return (
    <span className={styles.notice} role="status">
      {notice}
    </span>
  );
}
