import type { Phase } from '../../../../shared/model/index.ts';
import { formatNumber } from '../../ui/format.ts';
import { kindColour, kindWord } from '../../ui/kinds.ts';
import { phaseLength, phaseType, phaseWhen, tokenFigure } from './labels.ts';
import styles from './PhaseCard.module.css';

interface Props {
  phase: Phase;
  /** The tape's title where another one begins here. */
  tape: string | null;
  chosen: boolean;
  /** Steps are selected, and none of them is in it. */
  outside: boolean;
  /** What came back to it from forks, or went back from it; '' for nothing. */
  merges: string;
  onChoose: () => void;
}

/** One phase: who, when, what it is made of, and how it ended. */
export function PhaseCard({ phase, tape, chosen, outside, merges, onChoose }: Props) {
  const option = { role: 'option', 'aria-selected': chosen, tabIndex: chosen ? 0 : -1, 'data-outside': outside } as const;
  return (
    <button
      type="button"
      {...option}
      className={`${styles.card} rigid relative pad-x-3 pad-y-2 on-panel boxed round hover-line`}
      onClick={onChoose}
    >
      {tape !== null && <span className={`${styles.tape} absolute tiny dim cut`}>{tape}</span>}
      <span className={`${styles.head} baseline gap-2 anchor`}>
        <b className="cut" title={phase.name}>
          {phase.name}
        </b>
        {phase.altered && (
          <em className="push tiny error nowrap" title="its line was altered after it was written">
            altered
          </em>
        )}
        {phase.refs.broken > 0 && (
          <em className="push tiny error nowrap" title="broken references in its state">
            {phase.refs.broken} broken
          </em>
        )}
      </span>
      <span className="tiny dim cut">{phaseWhen(phase) || phaseType(phase)}</span>
      <Kinds byTone={phase.byTone} />
      <span className={`${styles.facts} apart gap-2 tiny dim nowrap`}>
        <Figure value={formatNumber(phase.steps)} name={phase.steps === 1 ? 'step' : 'steps'} />
        <Figure value={tokenFigure(phase.context)} name="context at end" />
        <Figure value={formatNumber(phase.errors)} name={phase.errors === 1 ? 'error' : 'errors'} some={phase.errors > 0} />
      </span>
      <span className={`${styles.outcome} tiny dim apart gap-2 margin-top-1 pad-top-1 line-above nowrap`}>
        <span className="cut" title={phase.outcome}>
          {phase.outcome}
        </span>
        <span>{phaseLength(phase)}</span>
      </span>
      {merges !== '' && (
        <span className={`${styles.merged} cut absolute left-0 tiny dim`} title={merges}>
          {merges}
        </span>
      )}
    </button>
  );
}

const Figure = ({ value, name, some = false }: { value: string; name: string; some?: boolean }) => (
  <span>
    <strong className="block medium bold ink" data-some={some}>
      {value}
    </strong>{' '}
    <span>{name}</span>
  </span>
);

/** Its entries by kind, as one bar. */
const Kinds = ({ byTone }: { byTone: Phase['byTone'] }) => (
  <span
    className={styles.kinds}
    role="img"
    aria-label={Object.entries(byTone)
      .map(([tone, many]) => `${many} ${kindWord(tone)}`)
      .join(', ')}
  >
    {Object.entries(byTone)
      .filter(([, many]) => many > 0)
      .map(([tone, many]) => (
        <i key={tone} title={`${formatNumber(many)} ${kindWord(tone)}`} style={{ flex: many, background: kindColour(tone) }} />
      ))}
  </span>
);
