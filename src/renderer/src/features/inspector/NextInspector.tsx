import type { Omission, View } from '../../../../shared/model/index.ts';
import { useView } from '../../data/hooks.ts';
import { useStore } from '../../state/store.ts';
import { EvidenceLegend } from '../../ui/Evidence.tsx';
import { count, formatNumber } from '../../ui/format.ts';
import { reasonWords } from '../context/figures.ts';
import styles from './Inspector.module.css';
import next from './NextInspector.module.css';

/** The request that was not sent yet, while nothing is selected: what it leaves out, and how it is known. */
export function NextInspector({ tape }: { tape: string }) {
  const policy = useStore((state) => state.policy);
  const view = useView(tape, 'next', policy).data;
  return (
    <div className={styles.scroll}>
      <h2 className={styles.title}>Next request</h2>
      <p className={styles.place}>What the agent would send if it were asked now.</p>
      {view && <LeftOut view={view} />}
      {view && (
        <section className={`${next.part} pad-y-3 line-above small`}>
          <h3>How this is known</h3>
          <p className={`${next.rule} leading-18 dim`}>{view.evidence.rule}</p>
          <EvidenceLegend state={view.evidence.state} />
        </section>
      )}
      <p className={`${styles.hint} pad-y-2 small`}>Select a block or an entry to see it here in full.</p>
    </div>
  );
}

interface Sum {
  readonly reason: Omission['reason'];
  readonly entries: number;
  readonly tokens: number;
  /** Not every omission of this reason was weighed. */
  readonly partly: boolean;
}

/** Omissions by reason, the heaviest first. */
const sumsOf = (omissions: readonly Omission[]): Sum[] =>
  [...Map.groupBy(omissions, ({ reason }) => reason)]
    .map(([reason, of]) => ({
      reason,
      entries: of.reduce((sum, { count: entries }) => sum + entries, 0),
      tokens: of.reduce((sum, { tokens }) => sum + (tokens?.value ?? 0), 0),
      partly: of.some(({ tokens }) => tokens === null),
    }))
    .sort((a, b) => b.tokens - a.tokens || b.entries - a.entries);

const LeftOut = ({ view }: { view: View }) => (
  <section className={`${next.part} pad-y-3 line-above small`}>
    <h3>Left out of the next request</h3>
    {view.omissions.length === 0 && <p className={`${next.rule} leading-18 dim`}>Nothing: every entry of the tape is sent.</p>}
    <table className={next.sums}>
      <tbody>
        {sumsOf(view.omissions).map(({ reason, entries, tokens, partly }) => (
          <tr key={reason}>
            <th className="regular text-left" scope="row">
              {reasonWords(reason)}
            </th>
            <td>{count(entries, 'entry', 'entries')}</td>
            <td title={partly ? 'Some have no weight.' : undefined}>
              {tokens === 0 ? '–' : `~${formatNumber(tokens)}`}
              {partly && tokens > 0 && '+'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
