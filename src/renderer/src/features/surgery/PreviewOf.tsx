import type { CheckRule, SurgeryPreview } from '../../../../shared/model/index.ts';
import { useStore } from '../../state/store.ts';
import { count, formatNumber, formatShort } from '../../ui/format.ts';
import { Heads } from '../../ui/Heads.tsx';
import styles from './Surgery.module.css';

/** What stays and what goes, and whether the contract of a transcript holds before and after. */
export function PreviewOf({ preview, stale }: { preview: SurgeryPreview; stale: boolean }) {
  return (
    <section className="grid gap-2 pad-top-3 line-above small margin-top-2 busy-fade" aria-label="Preview" aria-busy={stale}>
      {preview.reason !== null && (
        <p className="error" role="alert">
          {preview.reason}
        </p>
      )}
      {preview.after.length > 0 && (
        <div className="grid boxed round-small halves">
          <Share verb={['stays', 'stay']} share={preview.stays} />
          <Share verb={['goes', 'go']} share={preview.goes} gone />
        </div>
      )}
      {preview.reparented > 0 && (
        <p className="dim">{count(preview.reparented, 'entry has', 'entries have')} another parent in the copy.</p>
      )}
      {preview.summary && (
        <p className="dim">
          The summary cites {count(preview.summary.sources, 'entry', 'entries')}: <q>{preview.summary.text.slice(0, 300)}</q>
        </p>
      )}
      {preview.after.length > 0 &&
        preview.notes.map((note) => (
          <p key={note} className="dim">
            {note}
          </p>
        ))}
      {preview.after.length > 0 && <Rules before={preview.before} after={preview.after} />}
    </section>
  );
}

const SHOWN = 6;

const Share = ({
  verb,
  share,
  gone = false,
}: {
  verb: readonly [one: string, many: string];
  share: SurgeryPreview['stays'];
  gone?: boolean;
}) => {
  const select = useStore((state) => state.select);
  const more = share.ranges.length - SHOWN;
  return (
    <div className={`${styles.share} ${gone && share.entries > 0 ? 'hatched' : ''} shrink-x pad-x-3 pad-y-2`}>
      <p>
        <b className="large">{formatNumber(share.entries)}</b> {share.entries === 1 ? `entry ${verb[0]}` : `entries ${verb[1]}`}
      </p>
      <p className="dim">
        {count(share.steps, 'step')} · ~{formatShort(share.tokens)} tokens
      </p>
      <p className="row wrap gap-x-3 margin-top-1">
        {share.ranges.slice(0, SHOWN).map(([from, to]) => (
          <button key={from} type="button" className="dim link" onClick={() => select(from)}>
            {from === to ? `#${from}` : `#${from} – ${to}`}
          </button>
        ))}
        {more > 0 && <span className="dim">and {count(more, 'range')} more</span>}
      </p>
    </div>
  );
};

const words: Record<CheckRule['verdict'], string> = { kept: 'kept', broken: 'broken', none: 'nothing to check' };

const Rules = ({ before, after }: { before: readonly CheckRule[]; after: readonly CheckRule[] }) => (
  <table className={`${styles.rules} full-width`}>
    <Heads columns={['rule', 'source', 'copy']} className="tiny dim" />
    <tbody>
      {before.map((rule) => {
        const then = after.find((other) => other.rule === rule.rule);
        return (
          <tr key={rule.rule}>
            <th scope="row">{rule.title}</th>
            <Verdict rule={rule} />
            <Verdict rule={then} />
          </tr>
        );
      })}
    </tbody>
  </table>
);

const Verdict = ({ rule }: { rule: CheckRule | undefined }) =>
  rule === undefined ? (
    <td className="dim">not checked</td>
  ) : (
    <td data-verdict={rule.verdict} title={rule.offenders.map(({ text }) => text).join('\n') || undefined}>
      {rule.broken > 0 && rule.broken === rule.inherited ? 'broken as in the source' : words[rule.verdict]}
      {rule.verdict === 'broken' && ` ${formatNumber(rule.broken)} ×`}
    </td>
  );
