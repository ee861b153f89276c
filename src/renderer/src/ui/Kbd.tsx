import styles from './Kbd.module.css';

export const Kbd = ({ children }: { children: string }) => <kbd className={styles.key}>{children}</kbd>;
