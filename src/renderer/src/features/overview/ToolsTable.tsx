import type { ToolSum, ToolSums } from '../../../../shared/model/index.ts';
import { useNameOf } from '../../data/formatHooks.ts';
import { NOWHERE, type SearchPlace, toHash } from '../../state/hash.ts';
import { formatDuration, formatNumber } from '../../ui/format.ts';
import { Heads } from '../../ui/Heads.tsx';
import { FigureLink } from './FigureLink.tsx';
import { LookedNote } from './Looked.tsx';
import styles from './Overview.module.css';
import { type Period, timesOf } from './period.ts';

/** The calls of a tool where they were made, in the days that are added up. */
const callsOf = ({ name, agents }: ToolSum, period: Period, more: SearchPlace['filters']): string =>
  toHash({
    ...NOWHERE,
    search: { query: '', mode: 'words', filters: { agent: agents, tool: [name], ...timesOf(period), ...more }, sort: 'newest' },
  });

const Tool = ({ tool, most, period }: { tool: ToolSum; most: number; period: Period }) => {
  const nameOf = useNameOf();
  const { name, calls, failed, sessions, timed, total, median, longest } = tool;
  const all = callsOf(tool, period, { kind: ['call'] });
  const end = longest && toHash({ ...NOWHERE, tape: longest.tape, entry: longest.seq, panel: 'entries' });
  return (
    <tr>
      <th scope="row" title={name}>
        <a href={all}>{name || 'no name'}</a>
      </th>
      <td className={styles.text}>{tool.agents.map(nameOf).join(', ')}</td>
      <FigureLink text={formatNumber(sessions)} to={all} zero={sessions === 0} more={styles.wide} />
      <FigureLink text={formatNumber(calls)} to={all} zero={calls === 0} />
      <FigureLink
        text={formatNumber(failed)}
        to={callsOf(tool, period, { error: true })}
        zero={failed === 0}
        more={failed > 0 ? styles.errors : undefined}
      />
      <FigureLink
        text={timed === 0 ? 'no times' : formatDuration(total)}
        to={timed === 0 ? null : all}
        zero={total === 0}
        more={styles.strong}
      />
      <td className={styles.weight} aria-hidden="true">
        <i className="block" style={{ width: `${most > 0 ? (100 * total) / most : 0}%` }} />
      </td>
      <FigureLink text={median === null ? '–' : formatDuration(median)} to={all} zero={median === null} />
      <FigureLink text={longest === null ? '–' : formatDuration(longest.took)} to={end} zero={longest === null} />
    </tr>
  );
};

const COLUMNS = [
  ...['Tool', { name: 'Agents', className: styles.text }, { name: 'Sessions', className: styles.wide }],
  ...['Calls', 'Failed', 'Time', '', 'Median', 'Longest'],
];

/** Tools by the time that their calls took together, each figure with the calls that it is of. */
export function ToolsTable({ sums, period }: { sums: ToolSums; period: Period }) {
  const most = sums.tools.reduce((all, { total }) => Math.max(all, total), 0);
  return (
    <>
      <table className={`${styles.sums} full-width small nowrap`}>
        <Heads columns={COLUMNS} />
        <tbody>
          {sums.tools.map((tool) => (
            <Tool key={tool.name} tool={tool} most={most} period={period} />
          ))}
        </tbody>
      </table>
      {sums.tools.length === 0 && sums.looked === sums.of && <p className="pad-x-4 pad-y-5 dim">No tool was called in these sessions.</p>}
      <LookedNote sums={sums}>
        Time runs from a call to its result, including any wait for approval; calls that ran in parallel each count in full.
        {sums.left > 0 && ` ${formatNumber(sums.left)} more tools only in the CSV.`}
      </LookedNote>
    </>
  );
}
