import type { Plan, View } from '../../../../shared/model/index.ts';
import { count } from '../../ui/format.ts';
import { limitWords } from '../context/figures.ts';
import { useWindowOf } from '../context/useWindowOf.ts';
import { ChangedTexts } from './ChangedTexts.tsx';
import { differenceOf } from './difference.ts';
import { Figures } from './Figures.tsx';
import { OneSidedList } from './OneSidedList.tsx';

interface Props {
  tape: string;
  now: View;
  then: View;
  /** The request of the second; absent while nobody knows it. */
  plan: Plan | undefined;
  /** What the two contexts are called. */
  names: readonly [string, string];
}

/** That two contexts have the same blocks, where some of them have other words too. */
export function sameWords(blocks: number, reworded: boolean): string {
  const what = blocks === 1 ? 'block' : count(blocks, 'block');
  return reworded ? `Both have the same ${what}, with your words where you changed them.` : `Both are the same ${what}.`;
}

/** Two contexts compared with each other: their figures, and the blocks that only one of them has. */
export function Outcome({ tape, now, then, plan, names }: Props) {
  const texts = plan?.texts ?? [];
  const { gained, lost, same } = differenceOf(now, then);
  const wide = useWindowOf(then);
  const fresh = then.warnings.filter((warning) => !now.warnings.includes(warning));
  return (
    <>
      <Figures now={now} then={then} edited={plan && texts.length > 0 ? plan.tokens.edited : null} names={names} />
      {wide.limit !== null && (
        <p className="pad-top-1 line-above tiny dim">
          {names[1]} {limitWords(wide)}
        </p>
      )}
      <ChangedTexts texts={texts} names={names} />
      {fresh.map((warning) => (
        <p key={warning} className="pad-top-2 warn pretty">
          {warning}
        </p>
      ))}
      {gained.length + lost.length === 0 ? (
        <p className="pad-top-3 dim">{sameWords(same, texts.length > 0)}</p>
      ) : (
        <div className="grid gap-3 pad-top-3">
          <OneSidedList tape={tape} title="lost" items={lost} />
          <OneSidedList tape={tape} title="gained" items={gained} />
        </div>
      )}
    </>
  );
}
