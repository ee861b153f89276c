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
    <div className="full-height scroll-y pad-top-3 pad-bottom-5 pad-x-4">
      <h2 className={`${styles.title} large`}>Next request</h2>
      <p className="small dim break-anywhere high-18 margin-top-tight margin-bottom-3">What the agent would send if it were asked now.</p>
      {view && <LeftOut view={view} />}
      {view && (
        <section className="pad-y-3 line-above small">
          <h3 className="small bold margin-bottom-1">How this is known</h3>
          <p className="leading-18 dim margin-bottom-2">{view.evidence.rule}</p>
          <EvidenceLegend state={view.evidence.state} />
        </section>
      )}
      <p className="pad-y-2 small dim">Select a block or an entry to see it here in full.</p>
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
  <section className="pad-y-3 line-above small">
    <h3 className="small bold margin-bottom-1">Left out of the next request</h3>
    {view.omissions.length === 0 && <p className="leading-18 dim margin-bottom-2">Nothing: every entry of the tape is sent.</p>}
    <table className={`${next.sums} full-width`}>
      <tbody>
        {sumsOf(view.omissions).map(({ reason, entries, tokens, partly }) => (
          <tr key={reason}>
            <th className="regular text-left" scope="row">
              {reasonWords(reason)}
            </th>
            <td className="dim text-right pad-left-3 nowrap">{count(entries, 'entry', 'entries')}</td>
            <td className="dim text-right pad-left-3 nowrap" title={partly ? 'Some have no weight.' : undefined}>
              {tokens === 0 ? '–' : `~${formatNumber(tokens)}`}
              {partly && tokens > 0 && '+'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
