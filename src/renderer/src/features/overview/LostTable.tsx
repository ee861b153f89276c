import type { LostSums } from '../../../../shared/model/index.ts';
import { NOWHERE, toHash } from '../../state/hash.ts';
import { count, formatNumber } from '../../ui/format.ts';
import { Heads } from '../../ui/Heads.tsx';
import { FigureLink } from './FigureLink.tsx';
import { LookedNote } from './Looked.tsx';
import styles from './Overview.module.css';

const Session = ({ session }: { session: LostSums['sessions'][number] }) => {
  const { tape, title, project, compactions, instructions, lost, worst } = session;
  const there = toHash({ ...NOWHERE, tape, panel: 'handoffs', phase: worst });
  return (
    <tr>
      <th scope="row" title={title}>
        <a href={toHash({ ...NOWHERE, tape })}>{title}</a>
      </th>
      <td className={styles.text}>{project}</td>
      <FigureLink text={formatNumber(compactions)} to={toHash({ ...NOWHERE, tape, panel: 'residency' })} zero={false} />
      <FigureLink text={formatNumber(instructions)} to={there} zero={instructions === 0} />
      <FigureLink text={formatNumber(lost)} to={there} zero={false} more={styles.strong} />
    </tr>
  );
};

/** Sessions whose compactions lost what a person wrote, the most first; each leads to the compaction that lost most. */
export function LostTable({ sums }: { sums: LostSums }) {
  const { total, sessions, unread, left } = sums;
  return (
    <>
      <table className={`${styles.sums} full-width small nowrap`}>
        <Heads columns={['Session', { name: 'Project', className: styles.text }, 'Compactions', 'Instructions that left', 'Lost']} />
        <tbody>
          <tr className={styles.total}>
            <th scope="row">{count(sessions.length + left, 'session')} that lost some</th>
            <td />
            {[total.compactions, total.instructions, total.lost].map((figure, at) => (
              <td key={['compactions', 'instructions', 'lost'][at]}>{formatNumber(figure)}</td>
            ))}
          </tr>
          {sessions.map((session) => (
            <Session key={session.tape} session={session} />
          ))}
        </tbody>
      </table>
      <LookedNote sums={sums}>
        An instruction is anything that a person wrote. It counts as lost if a compaction removed it from the context and the summary
        neither repeats its words nor cites it. Only the words are compared, not their meaning.
        {unread > 0 && ` The logs of ${count(unread, 'session')} could not be read.`}
        {left > 0 && ` ${count(left, 'more session')} only in the CSV.`}
      </LookedNote>
    </>
  );
}
