import type { Plan } from '../../../../shared/model/index.ts';
import { useMoney } from '../../data/appHooks.ts';
import { count, formatNumber } from '../../ui/format.ts';
import { Heads } from '../../ui/Heads.tsx';
import { dollarsOf } from '../../ui/money.ts';
import { tokensShort } from '../context/figures.ts';
import type { Trial } from './useTrial.ts';
import styles from './WhatIf.module.css';

/** What both requests weigh, and what each costs to send. */
export function PlanFigures({ trial: { plan, before } }: { trial: Trial }) {
  const money = useMoney();
  return (
    <div className={`${styles.foot} margin-top-1 margin-bottom-2 margin-x-4`}>
      <table className={`${styles.figures} full-width`} aria-label="Tokens and cost">
        <Heads
          columns={[plan.data?.model ?? '', 'in blocks', 'whole request', 'sent', ...(money ? ['cost to send'] : [])]}
          className="text-right regular dim tiny"
        />
        <tbody>
          <Line name="unedited" plan={before.data} money={money} />
          <Line name="with your edits" plan={plan.isError ? undefined : plan.data} money={money} />
        </tbody>
      </table>
      {money && plan.data && !plan.isError && <Cached plan={plan.data} />}
    </div>
  );
}

const Line = ({ name, plan, money }: { name: string; plan: Plan | undefined; money: boolean }) => (
  <tr>
    <th className="text-right regular" scope="row">
      {name}
    </th>
    <td className="text-right regular">{plan ? tokensIn(plan) : '–'}</td>
    <td
      className="text-right regular"
      title="With system prompt, tools and whatever else its agent sends: the size of the step in every view."
    >
      {plan ? tokensShort(plan.tokens.whole.edited) : '–'}
    </td>
    <td
      className="text-right regular"
      title="What would be sent from here, estimated by the same weights: without what is not in the log, and without thinking."
    >
      {plan ? `~${formatNumber(plan.tokens.request)}` : '–'}
    </td>
    {money && (
      <td className="text-right regular" title="Without the answer, each token at the input price.">
        {plan ? dollarsOf(plan.cost.edited) : '–'}
      </td>
    )}
  </tr>
);

/** What a cache would spare, and what that rests on. */
const Cached = ({ plan: { cache } }: { plan: Plan }) => (
  <details className="tiny dim pretty pad-top-tight">
    <summary className="cursor-default">
      <b>From a cache:</b> ~{count(cache.read, 'token')} read, ~{formatNumber(cache.written)} written
      {cache.cost.edited !== null && `, ${dollarsOf(cache.cost.edited)}; unedited ${dollarsOf(cache.cost.unedited)}`}
    </summary>
    Written from the first change on. {cache.assumed}
  </details>
);

const tokensIn = ({ tokens: { edited } }: Plan): string =>
  `${edited.estimated > 0 ? '~' : ''}${formatNumber(edited.counted + edited.estimated)}`;
