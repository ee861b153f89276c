import type { ComparePair } from '../../../../shared/model/index.ts';
import { formatDigest } from '../../ui/format.ts';
import styles from './Compare.module.css';

/** Whether the fork is hermetic: the two witnesses of what both share, and the verdict in words. */
export const PrefixLine = ({ pair }: { pair: ComparePair }) => {
  const { prefix } = pair;
  if (prefix === null) return <p className={styles.prefix}>Nothing is shared: neither ids nor text, from the first entry on.</p>;
  const [a, b] = prefix.witnesses;
  return (
    <div className={styles.prefix}>
      <Witness name="id chain" a={a.ids} b={b.ids} same={prefix.sameIds} />
      <Witness name="rendered text" a={a.text} b={b.text} same={prefix.sameText} />
      <p className={prefix.hermetic ? styles.hermetic : styles.leaks}>{prefix.words}</p>
    </div>
  );
};

const Witness = ({ name, a, b, same }: { name: string; a: string; b: string; same: boolean }) => (
  <span className={styles.witness} title={`${a}\n${b}`}>
    {name} <code>{formatDigest(a).slice(0, 9)}</code> {same ? '=' : '≠'} <code>{formatDigest(b).slice(0, 9)}</code>
  </span>
);
