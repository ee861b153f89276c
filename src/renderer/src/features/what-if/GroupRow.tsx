import { decisionWords, type SharedGroup } from '../../../../shared/model/index.ts';
import { formatNumber } from '../../ui/format.ts';
import { spellHidden } from '../run/run-text.ts';
import { useWhatIfState } from './state.ts';
import type { Trial } from './useTrial.ts';
import { keyOf, type Variant } from './variation.ts';
import styles from './WhatIfPanel.module.css';

interface Props {
  trial: Trial;
  group: SharedGroup;
  variants: readonly Variant[];
  names: readonly string[];
}

/** One decision, and how many answers of each variation came to it. */
export function GroupRow({ trial, group: { decision, answers, recorded }, variants, names }: Props) {
  const words = spellHidden(decisionWords(decision));
  const current = variants.findIndex(({ key }) => key === keyOf(trial.edited));
  const all = (answers[current] ?? answers.at(-1) ?? []).length;
  return (
    <article className={`${styles.group} pad-y-2 line-above`} aria-label={words}>
      <h3 className="row baseline gap-2 leading-20">
        {decision.type === 'calls' ? <code className="cut">{words}</code> : <span className="cut">{words}</span>}
        {recorded && <span className={`${styles.recorded} rigid round-small tiny leading-16 pad-x-1`}>recorded</span>}
        <b className="push">{formatNumber(all)}</b>
      </h3>
      {variants.map((variant, at) => (
        <p
          key={variant.key}
          className={`${styles.share} grid middle gap-2 leading-18 dim`}
          data-current={variant.key === keyOf(trial.edited)}
        >
          <span className="cut" title={names[at]}>
            {names[at]}
          </span>
          <Dots trial={trial} variant={variant} places={answers[at] ?? []} />
          <span>
            {formatNumber(answers[at]?.length ?? 0)} of {formatNumber(variant.answers.filter((one) => one.decision !== null).length)}
          </span>
        </p>
      ))}
    </article>
  );
}

/** A dot for each answer, which shows it. */
const Dots = ({ trial: { place, bench }, variant: { key }, places }: { trial: Trial; variant: Variant; places: readonly number[] }) => (
  <span className={`${styles.dots} row middle wrap`}>
    {places.map((at) => (
      <button
        key={at}
        type="button"
        className="disc tall-16"
        aria-label={`Answer ${formatNumber(at + 1)}`}
        aria-pressed={bench.read?.key === key && bench.read.at === at}
        onClick={() => useWhatIfState.getState().change(place, () => ({ read: { key, at } }))}
      />
    ))}
  </span>
);
