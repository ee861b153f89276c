import type { Agreed, ViewVerdict } from '../../../../shared/model/index.ts';
import { agreedIn } from '../../../../shared/model/proof.ts';
import { useNameOf } from '../../data/formatHooks.ts';
import { formatNumber } from '../../ui/format.ts';
import { Heads } from '../../ui/Heads.tsx';
import styles from './Overview.module.css';

const BLOCKS: readonly (keyof Agreed)[] = ['equal', 'differs', 'onlySent', 'onlyDerived'];
const HEADS = ['Steps', 'Verified', 'Differ', 'Blocks equal', 'Different', 'Only sent', 'Only in the view'];

const Blocks = ({ agreed }: { agreed: Agreed }) =>
  BLOCKS.map((name) => (
    <td key={name} data-zero={agreed[name] === 0}>
      {formatNumber(agreed[name])}
    </td>
  ));

/** An agent's version, and below it its blocks by kind. */
const Verdict = ({ verdict: { agent, version, steps, verified, differs, byKind } }: { verdict: ViewVerdict }) => {
  const nameOf = useNameOf();
  const kinds = Object.entries(byKind).toSorted(([, a], [, b]) => b.equal - a.equal);
  return (
    <tbody>
      <tr className={styles.total}>
        <th scope="row">{nameOf(agent)}</th>
        <td className={styles.text}>{version ?? 'not recorded'}</td>
        {[steps, verified, differs].map((figure, at) => (
          <td key={HEADS[at]}>{formatNumber(figure)}</td>
        ))}
        <Blocks agreed={agreedIn(byKind)} />
      </tr>
      {kinds.map(([kind, agreed]) => (
        <tr key={kind}>
          <th scope="row">{kind}</th>
          <td />
          <td />
          <td />
          <td />
          <Blocks agreed={agreed} />
        </tr>
      ))}
    </tbody>
  );
};

/** How often the views of each agent and version were what was sent, with their blocks by kind. */
export function VerdictsTable({ verdicts }: { verdicts: readonly ViewVerdict[] }) {
  if (verdicts.length === 0)
    return (
      <p className="pad-x-4 pad-y-5 dim">
        No session has a captured request to compare its view with. The Request tab of a session says how to capture the next ones.
      </p>
    );
  return (
    <>
      <table className={`${styles.sums} full-width small nowrap`}>
        <Heads columns={['Agent', { name: 'Version', className: styles.text }, ...HEADS]} />
        {verdicts.map((verdict) => (
          <Verdict key={`${verdict.agent} ${verdict.version}`} verdict={verdict} />
        ))}
      </table>
      <p className="dim small pad-top-3 pad-bottom-5 pad-x-4">
        Counts every session whose requests were captured or are in its log, whatever the filter. A view is verified if each of its blocks
        was sent unchanged, and nothing was sent that the log could hold and the view lacks. Rows by version leave out the system prompt and
        tools.
      </p>
    </>
  );
}
