import { useId } from 'react';
import type { MergeOptions, MergePreview, Verdict } from '../../../../../shared/model/index.ts';
import { Button } from '../../../ui/Button.tsx';
import { Failure } from '../../../ui/Failure.tsx';
import { Bar } from '../../../ui/Skeleton.tsx';
import { READ_ONLY } from '../actions.ts';
import styles from './MergeAnswer.module.css';
import { figuresOf, verdictWords } from './sentences.ts';

type Way = Omit<MergeOptions, 'names'>;

interface Props {
  /** Null where there is none to be had. */
  preview: MergePreview | undefined | null;
  way: Way;
  onWay: (part: Partial<Way>) => void;
  /** Undefined until it is known, null where there is none. */
  gate: string | null | undefined;
  gated: boolean;
  onGated: (gated: boolean) => void;
  verdict: Verdict | null;
  judging: boolean;
  onJudge: (() => void) | null;
  /** Why the merge cannot be made; null where it can. */
  why: string | null;
  merging: boolean;
  onMerge: () => void;
  failure: Error | null;
}

const orders = [
  { value: 'append', label: 'append', hint: 'each fork after the tail of the session, in its own order' },
  { value: 'time', label: 'time', hint: 'forks that merge together are interleaved by time' },
] as const;
const dedups = [
  { value: 'none', label: 'none', hint: 'appends every entry' },
  { value: 'digest', label: 'digest', hint: 'leaves out entries that the tape already has, word for word' },
  { value: 'tool-call-id', label: 'tool call id', hint: 'leaves out calls that the tape already has, with their results' },
] as const;
const strategies = [
  { value: 'refuse', label: 'refuse', hint: 'a conflict stops the merge' },
  { value: 'keep-both', label: 'keep both', hint: 'keeps and marks both' },
  { value: 'prefer-parent', label: 'prefer parent', hint: 'appends the fork’s side, marked superseded' },
  { value: 'prefer-fork', label: 'prefer fork', hint: 'the fork’s side wins; the other stays, marked superseded' },
] as const;

const Choice = <T extends string>(props: {
  label: string;
  value: T;
  options: readonly { value: T; label: string; hint: string }[];
  onChange: (value: T) => void;
}) => (
  <fieldset className={`row baseline gap-2 nowrap`} aria-label={props.label}>
    <span className="dim" aria-hidden="true">
      {props.label}
    </span>
    {props.options.map(({ value, label, hint }) => (
      <button
        key={value}
        type="button"
        className="choice pad-x-tight"
        aria-pressed={value === props.value}
        title={hint}
        onClick={() => props.onChange(value)}
      >
        {label}
      </button>
    ))}
  </fieldset>
);

const Figures = ({ preview }: { preview: MergePreview }) =>
  figuresOf(preview).map(({ value, words, tone }) => (
    <span key={value + words} className={tone === 'warn' ? styles.warn : undefined}>
      <b>{value}</b> {words}
    </span>
  ));

/** The command that judges, and what it said. */
const Gate = ({ gate, gated, onGated, verdict, judging, onJudge }: Props) => {
  if (gate == null)
    return (
      <p className={`${styles.gate} row middle wrap gap-y-1 gap-x-3`}>
        {gate === null && 'No gate. config.json of the workspace may name a command that judges merges.'}
      </p>
    );
  return (
    <div className={`${styles.gate} row middle wrap gap-y-1 gap-x-3`}>
      <label className="nowrap" title="Without it nothing judges the merge.">
        <input type="checkbox" checked={gated} onChange={(event) => onGated(event.target.checked)} /> judged by
      </label>
      <code className="cut shrink-x max-full ink" title={gate}>
        {gate}
      </code>
      <Button
        aria-disabled={judging || onJudge === null}
        title={onJudge === null ? READ_ONLY : undefined}
        onClick={() => !judging && onJudge?.()}
      >
        {judging ? 'Judging…' : verdict === null ? 'Run the gate' : 'Run it again'}
      </Button>
      {verdict && <span className={verdict.verdict === 'survives' ? 'semibold ok' : 'semibold error'}>{verdictWords(verdict)}</span>}
    </div>
  );
};

/** As many lines as there are, but no more than fit next to the rest. */
const outputRows = (output: string): number => Math.min(5, output.trimEnd().split('\n').length);

/** The answer first, then the choices it follows from, the gate, and the one thing to do. */
export function MergeAnswer(props: Props) {
  const { preview, way, onWay, verdict, why, merging, failure } = props;
  const reason = useId();
  return (
    <div className="pad-x-4 pad-bottom-2 on-panel line-below small dim">
      <div className={`${styles.row} row middle wrap gap-y-1 gap-x-5`}>
        <p className={`${styles.figures} row wrap gap-x-4 medium`} role="status">
          {preview === undefined && <Bar width="280px" />}
          {preview && <Figures preview={preview} />}
        </p>
        <span id={reason} className={`${styles.why} grow shrink-x text-right`}>
          {why}
        </span>
        <Button
          look="strong"
          aria-disabled={why !== null || merging}
          aria-describedby={reason}
          onClick={() => why === null && !merging && props.onMerge()}
        >
          {merging ? 'Merging…' : 'Merge'}
        </Button>
      </div>
      <div className={`${styles.row} row middle wrap gap-y-1 gap-x-5`}>
        <Choice label="order" value={way.order} options={orders} onChange={(order) => onWay({ order })} />
        <Choice label="duplicates by" value={way.dedup} options={dedups} onChange={(dedup) => onWay({ dedup })} />
        <Choice label="on conflict" value={way.onConflict} options={strategies} onChange={(onConflict) => onWay({ onConflict })} />
        <label className="nowrap" title="Anchors, insights, and the entries that they cite; no prose.">
          <input
            type="checkbox"
            className="margin-right-1"
            checked={way.insightsOnly}
            onChange={(event) => onWay({ insightsOnly: event.target.checked })}
          />{' '}
          insights only
        </label>
      </div>
      <Gate {...props} />
      {verdict !== null && verdict.output.trim() !== '' && (
        <textarea
          className={`${styles.output} block full-width pad-x-3 pad-y-1 on-sunk round-small code ink break-anywhere margin-top-1`}
          readOnly
          rows={outputRows(verdict.output)}
          value={verdict.output.trimEnd()}
          aria-label="What the gate printed"
        />
      )}
      {failure && <Failure error={failure} />}
    </div>
  );
}
