import type { Omission } from '../../../../shared/model/index.ts';
import { count, formatNumber } from '../../ui/format.ts';
import { Cell } from '../entries/scroll/Grid.tsx';
import shared from './Context.module.css';
import styles from './OmissionRow.module.css';
import { kindsWords, omissionTokens } from './words.ts';

interface Props {
  omission: Omission;
  open: boolean;
  /** The selected entry, where it is one of those left out. */
  holds: number | null;
}

/** What the model did not get here, how much of it, and why. The row opens in place. */
export const OmissionRow = ({ omission, open, holds }: Props) => {
  const tokens = omissionTokens(omission);
  const kinds = kindsWords(omission.byKind);
  return (
    <Cell className={shared.omissionCell}>
      <div className={`${shared.omission} hatched`}>
        <span aria-hidden="true">⋯</span>
        <span className={styles.words}>
          <span className={shared.reason} title={`${count(omission.count, 'entry', 'entries')} ${omission.note}${kinds && `: ${kinds}`}`}>
            <b>{count(omission.count, 'entry', 'entries')}</b> {omission.note}
            {tokens !== '' && ` · ${tokens}`}
            {holds !== null && <span className={styles.holds}> · holds #{formatNumber(holds)}</span>}
          </span>
          <span className={styles.kinds}>{kinds}</span>
        </span>
        <button type="button" tabIndex={-1} className={styles.toggle} aria-expanded={open} data-toggle>
          {open ? 'hide' : 'show'}
        </button>
      </div>
    </Cell>
  );
};
