import type { CacheFate, CacheMisses, StepRow, Usage } from '../../../../shared/model/index.ts';
import { useMoney } from '../../data/appHooks.ts';
import { useTape } from '../../data/hooks.ts';
import { useFate, useMisses, usePriceBook, usePrices, useSessionCost } from '../../data/moneyHooks.ts';
import { useStore } from '../../state/store.ts';
import { formatClock, formatNumber, formatShort } from '../../ui/format.ts';
import { Heads } from '../../ui/Heads.tsx';
import { dollarsOf } from '../../ui/money.ts';
import { fateTitle, reasonWord, savedWords } from './fate-text.ts';
import styles from './Money.module.css';
import { partsOf, priceLines, sessionWords } from './sums.ts';

/** The pause drawn: how long the cache was kept of the time since the request that it could have been read from. Only where that is why it was missed. */
function Pause({ fate, time }: { fate: CacheFate; time: number | null }) {
  const { pause, lifetime, before, step } = fate;
  if (fate.reason !== 'expired' || pause === null || lifetime === null || time === null) return null;
  const kept = Math.min(100, (100 * lifetime) / pause);
  return (
    <figure className={`${styles.pause} margin-top-3`} aria-hidden="true">
      <figcaption className="row apart tiny dim">
        <span>
          step {before}, {formatClock(time - pause)}
        </span>
        <span>
          step {step}, {formatClock(time)}
        </span>
      </figcaption>
      <div className="margin-top-1 tall-8">
        <i className="block full-height" style={{ width: `${kept}%` }} />
      </div>
    </figure>
  );
}

/** What a request cost: its tokens by price, and their sum; a cost that the log records takes the place of the sum. */
const Prices = ({ step, fate }: { step: StepRow & { usage: Usage }; fate: CacheFate | undefined }) => {
  const book = usePriceBook();
  if (book === null) return null;
  const lines = priceLines(step, fate, book);
  const computed = book.cost(step.model, step.time, step.usage);
  return (
    <table className={`${styles.prices} full-width margin-top-3`} aria-label="What this step cost">
      <Heads columns={[{ name: 'what', unseen: true }, 'tokens', 'per million', 'cost']} className="regular text-right tiny dim" />
      <tbody>
        {lines.map(({ name, tokens, rate, dollars }) => (
          <tr key={name}>
            <th className="regular text-right" scope="row">
              <i className="dot" data-line={name} aria-hidden="true" />
              {name}
            </th>
            <td className="regular text-right nowrap">{formatNumber(tokens)}</td>
            <td className={`${styles.dim} margin-top-1 dim regular text-right`}>{rate === null ? '–' : `$${rate.toFixed(2)}`}</td>
            <td className="regular text-right nowrap">{dollars === null ? '–' : dollarsOf(dollars)}</td>
          </tr>
        ))}
        <tr>
          <th className="text-right line-above bold" scope="row">
            this step{step.cost !== undefined && ', recorded'}
          </th>
          <td className="text-right line-above bold" />
          <td className="text-right line-above bold" />
          <td className="text-right line-above bold">{dollarsOf(step.cost ?? computed)}</td>
        </tr>
      </tbody>
    </table>
  );
};

/** The dearest misses of a session, or those with the most tokens where no price is known; each leads to its step. */
const Misses = ({ misses, step }: { misses: CacheMisses; step: number }) => {
  const moveTo = useStore((state) => state.moveTo);
  const book = usePriceBook();
  const { again, worst } = misses;
  if (worst.length === 0) return null;
  return (
    <section className="pad-top-3 line-above margin-top-3" aria-label="Sent again in this session">
      <h4 className="row apart small bold">
        Sent again in this session{' '}
        <b>{book === null ? formatShort(again.reduce((sum, one) => sum + one, 0)) : dollarsOf(misses.dollars ?? 0)}</b>
      </h4>
      <ol className={styles.misses}>
        {worst.map((fate) => (
          <li key={fate.step}>
            <button
              type="button"
              className="grid gap-2 full-width pad-y-1 text-right hover-shade"
              aria-current={fate.step === step ? 'step' : undefined}
              title={fate.text}
              onClick={() => moveTo(fate.step)}
            >
              <span>{formatNumber(fate.step)}</span>
              <span>{reasonWord(fate)}</span>
              <span>{formatShort(fate.again)}</span>
              {book !== null && <span>{fate.cost === null ? 'no price' : dollarsOf(fate.cost)}</span>}
            </button>
          </li>
        ))}
      </ol>
      {again.length > worst.length && (
        <p className={`${styles.dim} margin-top-1 dim`}>{formatNumber(again.length - worst.length)} more in the timeline</p>
      )}
    </section>
  );
};

/** What the session came to, its sub-agents and captured requests apart, and which prices were used. */
const Session = ({ tape }: { tape: string }) => {
  const costs = useSessionCost(tape);
  const prices = usePrices();
  const setOverlay = useStore((state) => state.setOverlay);
  const shown = useMoney();
  if (costs === undefined || !shown) return null;
  const { total } = costs;
  return (
    <section className="pad-top-3 line-above margin-top-3" aria-label="What the session cost">
      <p className="row apart">
        session <b>{sessionWords(total)}</b>
      </p>
      {partsOf(costs.items, tape).map(({ words, sum }) => (
        <p key={words} className="row apart">
          of which {words} <span>{sum}</span>
        </p>
      ))}
      <p className={`${styles.dim} margin-top-1 dim`}>
        {total.recorded > 0 && total.computed === 0 && 'As the log records it. '}
        {total.computed > 0 &&
          `Computed at list prices of ${prices?.date ?? costs.prices.date}${total.recorded > 0 ? ', in part recorded' : ''}. `}
        {total.unpriced > 0 && `No price is known for ${total.unpricedModels.map((model) => model || 'the model').join(', ')}. `}
        {costs.prices.problem !== null && `${costs.prices.problem} `}
        <button type="button" className="link same-colour" onClick={() => setOverlay('settings')}>
          settings
        </button>
      </p>
    </section>
  );
};

/** Some agents record what all requests of a session used together, and nothing of each. */
const SumAlone = ({ tape }: { tape: string }) => {
  const usage = useTape(tape).data?.tape.usage;
  const misses = useMisses(tape);
  if (usage === undefined || misses === undefined || misses.recorded > 0) return null;
  const { input, output, cacheRead, cacheWrite } = usage;
  if (input + output + cacheRead + cacheWrite === 0) return null;
  return (
    <section className="pad-top-3 line-above small margin-top-3" aria-label="Cache and cost">
      <p className="dim break-anywhere margin-top-tight">
        The log records tokens of the session as a whole, not of each step: {formatNumber(input)} new, {formatNumber(cacheRead)} read from
        cache, {formatNumber(cacheWrite)} written to cache, {formatNumber(output)} of output.
      </p>
      <Session tape={tape} />
    </section>
  );
};

/** Why the cache of a step was read or missed, what was sent again, and what all of it cost. */
export function StepMoney({ tape, step }: { tape: string; step: StepRow }) {
  const misses = useMisses(tape);
  const fate = useFate(tape, step.step);
  const { usage } = step;
  if (usage === null) return <SumAlone tape={tape} />;
  if (step.borrowed) return null;
  return (
    <section className="pad-top-3 line-above small margin-top-3" aria-label="Cache and cost">
      {fate !== undefined && (
        <>
          <h3 className={`${styles.title} medium bold`}>{fateTitle(fate)}</h3>
          <p className="dim break-anywhere margin-top-tight">
            {fate.text}
            {fate.saved !== null && savedWords(fate.saved)}
          </p>
          <Pause fate={fate} time={step.time} />
        </>
      )}
      <Prices step={{ ...step, usage }} fate={fate} />
      {misses !== undefined && <Misses misses={misses} step={step.step} />}
      <Session tape={tape} />
    </section>
  );
}
