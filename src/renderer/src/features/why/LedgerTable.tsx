import { useSpot, useView } from '../../data/hooks.ts';
import { useStore } from '../../state/store.ts';
import { formatNumber } from '../../ui/format.ts';
import { signed } from '../context/figures.ts';
import styles from './LedgerTable.module.css';
import { ledgerOf } from './ledger.ts';

/** What the request at the playhead was made of, closing on its size. */
export function LedgerTable() {
  const tape = useStore((state) => state.tape);
  const policy = useStore((state) => state.policy);
  const spot = useSpot();
  const view = useView(tape, spot, policy).data;
  if (view === undefined) return <div className={`${styles.ledger} pad-x-4 pad-y-3 line-below small`} />;
  const { total, basis, rows } = ledgerOf(view);
  const name = view.step === null ? 'Next request' : `Step ${formatNumber(view.step)}`;
  return (
    <section className={`${styles.ledger} pad-x-4 pad-y-3 line-below small`} aria-label={`Ledger of ${name.toLowerCase()}`}>
      <h3 className="row apart margin-bottom-1 small">
        <span>{name}</span>
        <span>
          {basis === 'estimated' && '~'}
          {formatNumber(total)} {basis}
        </span>
      </h3>
      <table className="full-width">
        <tbody>
          {rows.map(({ tone, name: row, note, tokens, added }) => (
            <tr key={row} data-tone={tone}>
              <td className="regular text-left nowrap">
                <i className="swatch block round-tiny tall-8" aria-hidden="true" />
              </td>
              <th className="regular text-left nowrap" scope="row">
                {row}
              </th>
              <td className={`${styles.note} regular text-left nowrap tiny dim`}>{note}</td>
              <td className="regular nowrap text-right">{added ? signed(tokens) : formatNumber(tokens).replace('-', '−')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
