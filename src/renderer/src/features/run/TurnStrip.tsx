import type { Run } from '../../../../shared/model/run.ts';
import { formatDuration, formatNumber } from '../../ui/format.ts';
import styles from './TurnStrip.module.css';
import { type TurnSpan, turnSpans } from './turns.ts';
import { useNow } from './useRun.ts';

/** The turns of a run next to each other, each as wide as it took: the model, who was waited for, the calls; below them the size of the context. */
export function TurnStrip({ run }: { run: Run }) {
  const spans = turnSpans(run, useNow(run.running));
  const largest = Math.max(1, ...spans.map(({ context }) => context ?? 0));
  if (spans.length === 0) return null;
  return (
    <ol
      className={`${styles.strip} row rigid on-panel line-below tiny leading-16 dim gap-tight pad-top-2 pad-bottom-1 pad-x-4`}
      aria-label="Turns by time"
    >
      {spans.map((span) => (
        <Span key={span.step} span={span} largest={largest} />
      ))}
    </ol>
  );
}

const WORDS = { model: 'model', waits: 'waiting for you', call: 'call' } as const;

const Span = ({ span: { step, word, ms, stretches, context, live }, largest }: { span: TurnSpan; largest: number }) => {
  const parts = stretches.map(({ what, ms: took }) => `${WORDS[what]} ${formatDuration(took)}`);
  const size = context === null ? '' : `, ${formatNumber(context)} tokens`;
  return (
    <li
      className="grow grid clip"
      style={{ flexGrow: Math.max(ms, 1) }}
      data-live={live}
      title={`Turn ${formatNumber(step)}: ${parts.join(', ')}${size}`}
    >
      <span className="cut">
        <b>{formatNumber(step)}</b> {word}
      </span>
      <span className={`${styles.stretches} row`} aria-hidden="true">
        {stretches.map(({ what, ms: took }, at) => (
          <i key={String(at)} className="grow" data-what={what} style={{ flexGrow: took }} />
        ))}
      </span>
      <span className={`${styles.context} row`} aria-hidden="true">
        <i className="full-width" style={{ height: `${Math.round((12 * (context ?? 0)) / largest)}px` }} />
      </span>
    </li>
  );
};
