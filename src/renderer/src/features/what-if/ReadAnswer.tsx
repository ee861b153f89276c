import type { Decision } from '../../../../shared/model/index.ts';
import { Button } from '../../ui/Button.tsx';
import { formatDuration, formatNumber } from '../../ui/format.ts';
import { Prose } from '../inspector/Prose.tsx';
import { KeyCaps } from '../keyboard/KeyHints.tsx';
import { useKeys } from '../keyboard/useKeys.ts';
import { spellHidden } from '../run/run-text.ts';
import { useWhatIfState } from './state.ts';
import type { Trial, useSending } from './useTrial.ts';
import type { Variant } from './variation.ts';
import styles from './WhatIfPanel.module.css';

interface Props {
  trial: Trial;
  sending: ReturnType<typeof useSending>;
  variants: readonly Variant[];
  names: readonly string[];
  recorded: Decision | null;
}

/** One answer as it came, and the recorded one below it. */
export function ReadAnswer({ trial: { place, bench }, sending, variants, names, recorded }: Props) {
  const { change } = useWhatIfState.getState();
  const all = variants.flatMap((variant, index) =>
    variant.answers.map((answer, at) => ({
      key: variant.key,
      variation: variant.variation,
      name: names[index],
      of: variant.answers.length,
      at,
      answer,
    })),
  );
  const found = all.findIndex(({ key, at }) => key === bench.read?.key && at === bench.read.at);
  const index = Math.max(0, found);
  const step = (by: -1 | 1) => {
    const next = all[index + by];
    if (next !== undefined) change(place, () => ({ read: { key: next.key, at: next.at } }));
  };
  useKeys({ 'what-if.next': () => step(1), 'what-if.previous': () => step(-1) });
  const shown = all[index];
  if (shown === undefined) return null;
  const { answer } = shown;
  return (
    <section className={`${styles.answer} pad-top-2 line-above`} aria-label="Answer">
      <h3 className="row baseline gap-2 pad-y-tight nowrap">
        Answer {formatNumber(shown.at + 1)} of {formatNumber(shown.of)}
        <span className="cut">
          {shown.name} · {formatDuration(answer.ms)}
          {answer.cut && ' · cut off at the length limit'}
        </span>
        <span className="rigid push">
          <KeyCaps id="what-if.next" /> <KeyCaps id="what-if.previous" />
        </span>
      </h3>
      {answer.decision === null ? <p className="error break-anywhere">{answer.failed}</p> : <Whole decision={answer.decision} />}
      {answer.decision !== null && answer.decision.type !== 'none' && (
        <p className="row middle wrap gap-2 pad-top-3 pad-bottom-2">
          <Button aria-disabled={!sending.can} onClick={() => sending.proceed(shown.variation, answer)}>
            Continue in a new tape
          </Button>
        </p>
      )}
      {recorded !== null && (
        <>
          <h3 className="row baseline gap-2 pad-y-tight nowrap">Recorded</h3>
          <Whole decision={recorded} />
        </>
      )}
    </section>
  );
}

const laidOut = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

/** Words as prose, calls with all their arguments. */
const Whole = ({ decision: { text, calls } }: { decision: Decision }) => (
  <div className={`${styles.whole} scroll on-sunk round-small pad-y-1 pad-x-3`}>
    {text.trim() !== '' && <Prose text={text} />}
    {calls.map(({ name, arguments: input }, at) => (
      <pre className="pre-wrap break-anywhere" key={String(at)}>
        {spellHidden(`${name} ${laidOut(input)}`)}
      </pre>
    ))}
    {text.trim() === '' && calls.length === 0 && <p>(nothing)</p>}
  </div>
);
