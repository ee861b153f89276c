import type { Grouped } from '../../../../shared/model/index.ts';
import { useGrouped } from '../../data/whatIfHooks.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { count, formatNumber } from '../../ui/format.ts';
import { dollarsOf } from '../../ui/money.ts';
import { Scroller } from '../../ui/Scroller.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { GroupRow } from './GroupRow.tsx';
import { Outcome } from './Outcome.tsx';
import { ReadAnswer } from './ReadAnswer.tsx';
import { answered, goneAnswers, useWhatIfState } from './state.ts';
import { knownSystem, stopWords, type Trial, type useSending } from './useTrial.ts';
import { keyOf, sidesOf, type Variant, variationNames } from './variation.ts';
import styles from './WhatIfPanel.module.css';

interface Props {
  trial: Trial;
  sending: ReturnType<typeof useSending>;
}

/** What came back, grouped by what it decided; then what the edits change, and in what the request is not the one that was sent. */
export function Results({ trial, sending }: Props) {
  const { bench, tape, now, then, plan, place } = trial;
  const gone = goneAnswers(place, bench);
  return (
    <Scroller className={`${styles.results} shrink-y pad-x-4 pad-top-2 pad-bottom-4 grow scroll-y`} aria-label="Answers">
      {bench.problem !== null && (
        <p className="error break-anywhere" role="alert">
          {bench.problem}
        </p>
      )}
      {gone > 0 && (
        <p className="dim pretty">
          {count(gone, 'answer')} arrived before this window was reloaded or reopened, and {gone === 1 ? 'is' : 'are'} no longer shown.
          Requests and answers are kept among the captures.
        </p>
      )}
      {answered(bench).length > 0 && <Decided trial={trial} sending={sending} />}
      <AblationWords trial={trial} />
      <ReplayWords trial={trial} />
      <section aria-label="What would be different">
        {now.data !== undefined && then.data !== undefined && !then.isPlaceholderData && !now.isPlaceholderData ? (
          <Outcome tape={tape.id} now={now.data} then={then.data} plan={plan.data} names={['now', 'instead']} />
        ) : (
          !then.isError && <SkeletonRows rows={5} height={30} label="Assembling both contexts" />
        )}
      </section>
      {plan.data && plan.data.unlike.length > 0 && (
        <section className={`${styles.unlike} pad-top-2 line-above dim pretty`} aria-label="Not identical to what was sent">
          <h3 className="ink">Not identical to what was sent</h3>
          <ul>
            {plan.data.unlike.map(({ note }) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </section>
      )}
    </Scroller>
  );
}

/** Variations that are drawn next to each other. */
const SHOWN = 4;

const Decided = ({ trial, sending }: Props) => {
  const { bench, asIs, edited, plan, place, tape, spot } = trial;
  const { change } = useWhatIfState.getState();
  const variants = answered(bench).slice(-SHOWN);
  const recorded = plan.data?.recorded ?? null;
  const grouped = useGrouped(
    variants.map(({ answers }) => answers.map(({ decision }) => decision)),
    recorded,
  ).data;
  const current = variants.find(({ key }) => key === keyOf(edited)) ?? variants.at(-1);
  const sent = variants.map(({ variation }) => variation);
  const names = variationNames(sent, asIs);
  if (grouped === undefined || current === undefined) return <SkeletonRows rows={4} height={40} label="Grouping the answers" />;
  const at = variants.indexOf(current);
  const sides = sidesOf(tape.id, spot, sent, knownSystem(trial));
  return (
    <section aria-label="Decisions">
      <p className="pad-top-tight pad-bottom-2 dim">
        <b className="medium ink">{headline(grouped, at, current)}</b> {spreadWords(grouped.spread[at] ?? null)}
      </p>
      {grouped.groups.map((group, place) => (
        <GroupRow key={String(place)} trial={trial} group={group} variants={variants} names={names} />
      ))}
      <Failed variant={current} />
      <ReadAnswer trial={trial} sending={sending} variants={variants} names={names} recorded={recorded} />
      <p className="row middle wrap gap-2 pad-top-3 pad-bottom-2">
        {!variants.some(({ key }) => key === keyOf(asIs)) && (
          <Button aria-disabled={!sending.can} onClick={sending.sendAsIs}>
            Send it unchanged too
          </Button>
        )}
        {sides.length > 1 && <Button onClick={() => useStore.getState().compare(sides)}>Compare what was sent</Button>}
        {!bench.busy && (
          <Button
            look="quiet"
            onClick={() => change(place, () => ({ variants: [], ablation: null, replay: null, problem: null, read: null }))}
          >
            discard
          </Button>
        )}
      </p>
      <p className="dim pretty">They are kept here until this window is closed or reloaded.</p>
      <ul className="dim pretty">
        {variants.map((variant, index) => (
          <li key={variant.key}>
            {names[index]}: {count(variant.requests, 'request')}, {count(variant.usage.input, 'token')} in,{' '}
            {formatNumber(variant.usage.output)} out, {dollarsOf(variant.cost)}
          </li>
        ))}
      </ul>
    </section>
  );
};

const headline = ({ groups }: Grouped, at: number, { answers }: Variant): string => {
  const made = answers.filter(({ decision }) => decision !== null).length;
  const recorded = groups.find((group) => group.recorded);
  if (made === 0) return 'No answer came.';
  if (recorded === undefined)
    return `${count(groups.filter((group) => group.answers[at]?.length).length, 'decision')} in ${count(made, 'answer')}.`;
  const same = recorded.answers[at]?.length ?? 0;
  return `${formatNumber(same)} of ${formatNumber(made)} ${same === 1 ? 'decides' : 'decide'} as recorded.`;
};

const spreadWords = (spread: number | null): string =>
  spread === null ? '' : spread === 0 ? 'All decide the same.' : `${Math.round(100 * spread)} % of their pairs differ.`;

const Failed = ({ variant: { answers } }: { variant: Variant }) => {
  const failed = [...new Set(answers.flatMap(({ failed: why }) => why ?? []))];
  return failed.map((why) => (
    <p key={why} className="error break-anywhere">
      {why}
    </p>
  ));
};

const AblationWords = ({ trial: { bench, edited } }: { trial: Trial }) => {
  const { ablation } = bench;
  if (ablation === null) return null;
  const { tried, untried, base, spending } = ablation.found;
  const changing = tried.filter(({ changed }) => (changed ?? 0) > 0).length;
  return (
    <section className={`${styles.ablation} pad-top-2 line-above dim pretty`} aria-label="Ablation">
      <h3 className="ink">Ablation</h3>
      <p>
        <b>
          {formatNumber(changing)} of {count(tried.length, 'block')}
        </b>{' '}
        {changing === 1 ? 'changes' : 'change'} the decision when left out. With all blocks{' '}
        {formatNumber(base.answers - (base.changed ?? 0))} of {formatNumber(base.answers)} agree. {count(spending.requests, 'request')},{' '}
        {dollarsOf(spending.cost)}.{ablation.key !== keyOf(edited) && ' The context has been edited since, so its bars are not shown.'}
      </p>
      {stopWords(spending) !== null && <p className="error break-anywhere">{stopWords(spending)}</p>}
      {[...Map.groupBy(untried, ({ why }) => why)].map(([why, list]) => (
        <p key={why} className="dim pretty">
          {count(list.length, 'block')} not tried: {why}
        </p>
      ))}
    </section>
  );
};

/** How far a replay decided as recorded, and the tape that it is on. */
const ReplayWords = ({ trial: { bench } }: { trial: Trial }) => {
  const openTape = useStore((state) => state.openTape);
  const { replay } = bench;
  if (replay === null) return null;
  const { same, steps, stop, usage, cost, tape } = replay;
  return (
    <section className={`${styles.ablation} pad-top-2 line-above dim pretty`} aria-label="Replay">
      <h3 className="ink">Replay</h3>
      <p>
        <b>
          {same.length === 0 ? 'No step' : count(same.length, 'step')} decided as recorded
          {same.length > 1 && `, ${formatNumber(same[0] ?? 0)} to ${formatNumber(same.at(-1) ?? 0)}`}.
        </b>{' '}
        {stop.message}
      </p>
      <p>
        {count(steps, 'request')}, {count(usage.input + usage.cacheRead + usage.cacheWrite, 'token')} in, {formatNumber(usage.output)} out,{' '}
        {dollarsOf(cost)}.
      </p>
      <p className="row middle wrap gap-2 pad-top-3 pad-bottom-2">
        <Button onClick={() => openTape(tape.id, { panel: 'context' })}>Open the replay</Button> It is a tape of its own, which names this
        one.
      </p>
    </section>
  );
};
