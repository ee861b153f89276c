import styles from './Kbd.module.css';

export function Kbd({ children }: { children: string }) {
  return <kbd className={`${styles.key} inline-block text-center dim on-panel nowrap pad-x-1`}>{children}</kbd>;
}
