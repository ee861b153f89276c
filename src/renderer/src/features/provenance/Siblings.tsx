import type { PairedProvenance, PairedSource, Policy } from '../../../../shared/model/index.ts';
import { isOnePlace, type Place } from '../../../../shared/model/place.ts';
import { placeAt, useTape } from '../../data/hooks.ts';
import { type AskedContext, usePairedProvenance } from '../../data/provenanceHooks.ts';
import { useStore } from '../../state/store.ts';
import { Failure } from '../../ui/Failure.tsx';
import { formatNumber } from '../../ui/format.ts';
import { MidCut } from '../../ui/MidCut.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { useNarrow } from '../../ui/useMedia.ts';
import { differenceOf } from './answer.ts';
import { MirrorFlow } from './MirrorFlow.tsx';
import styles from './Siblings.module.css';
import { useSelection } from './selection.ts';
import { choose, useLitGraph } from './useGraph.ts';

type Sibling = { tape: string; policy: Policy } & Place;

/** The other context: one that Compare has, else the newest of the tapes that this one was forked from, or that were forked from it. */
const useSibling = ({ tape, spot, policy }: AskedContext): Sibling | null => {
  const sides = useStore((state) => state.sides);
  const related = useTape(tape).data?.related ?? [];
  const here = { tape, policy, ...placeAt(spot) };
  const side = sides.find((one) => !(isOnePlace(one, here) && one.policy === policy));
  if (side !== undefined) return side;
  const fork = related.find(({ relation, steps }) => relation !== 'sub-agent' && relation !== 'capture' && steps > 0);
  return fork ? { tape: fork.id, policy: 'as-recorded', step: fork.steps } : null;
};

/** A context and a sibling, mirrored around one list of their sources. */
export function Siblings({ asked }: { asked: AskedContext }) {
  const sibling = useSibling(asked);
  const pair = usePairedProvenance(asked, sibling);
  return (
    <section className={`${styles.siblings} rigid scroll-y on-panel line-above small`} aria-label="Siblings">
      {sibling === null ? (
        <p className="pad-x-4 pad-y-3 dim">
          There is no sibling yet. Press <kbd>d</kbd> at another step, or in another session, to compare its context with this one.
        </p>
      ) : pair.error ? (
        <Failure error={pair.error} onRetry={() => void pair.refetch()} />
      ) : pair.data === undefined ? (
        <SkeletonRows rows={6} height={22} label="Finding where both contexts came from" />
      ) : (
        <Mirrored pair={pair.data} asked={asked} sibling={sibling} />
      )}
    </section>
  );
}

const Mirrored = ({ pair, asked, sibling }: { pair: PairedProvenance; asked: AskedContext; sibling: Sibling }) => {
  const narrow = useNarrow();
  const { graph, lit } = useLitGraph(asked);
  /** What A has is lit above; what B has alone is lit where B is. */
  const show = ({ id, a }: PairedSource): void => {
    const found = graph?.sources.find((source) => source.id === id);
    if (a > 0) {
      choose(found);
      return;
    }
    useSelection.setState({ source: id, block: null, entry: null });
    const { tape, policy, ...place } = sibling;
    useStore.getState().openTape(tape, { policy, ...stepOf(place), panel: 'provenance' });
  };
  return (
    <>
      <header className={`${styles.head} grid gap-4 on-panel top-0 raised pad-y-2 pad-x-4`}>
        <Side letter="A" side={pair.a} />
        <p>
          <b>{formatNumber(pair.same)} tokens from the same text.</b> {differenceOf(pair)}
        </p>
        <Side letter="B" side={pair.b} />
      </header>
      {narrow ? (
        <ul className="pad-bottom-2 pad-x-4" aria-label="Sources of both">
          {pair.sources.map((source) => (
            <Row key={source.id} source={source} most={Math.max(pair.a.total, pair.b.total)} onShow={() => show(source)} />
          ))}
        </ul>
      ) : (
        <MirrorFlow pair={pair} lit={lit} onShow={show} />
      )}
    </>
  );
};

/** A place without a step is the next request: what comes after an entry has no playhead. */
const stepOf = (place: Place): { step: number | null; next: boolean } =>
  'step' in place ? { step: place.step, next: false } : { step: null, next: true };

const Side = ({ letter, side }: { letter: 'A' | 'B'; side: PairedProvenance['a'] }) => (
  <p className={`${styles.side} row shrink-x nowrap gap-2`} data-side={letter}>
    <b className="bold">{letter}</b> <span className="cut">{side.title}</span>{' '}
    <small className="dim">
      {formatNumber(side.total)}
      {side.step !== null && ` at step ${formatNumber(side.step)}`}
    </small>
  </p>
);

/** One source: what A has to the left, what B has to the right; grey is the same text. */
const Row = ({ source, most, onShow }: { source: PairedSource; most: number; onShow: () => void }) => {
  const { name, code, a, b, same } = source;
  const only = a === 0 ? 'B' : b === 0 ? 'A' : '';
  return (
    <li className={`${styles.row} grid middle gap-2`}>
      <span className={`${styles.figure} tiny dim text-right`}>{a > 0 && formatNumber(a)}</span>
      <Bars side="A" own={a - same} same={same} most={most} />
      <button
        type="button"
        className={`${styles.name} shrink-x clip tiny text-center nowrap`}
        data-only={only}
        data-code={code}
        onClick={onShow}
      >
        <MidCut text={name} />
      </button>
      <Bars side="B" own={b - same} same={same} most={most} />
      <span className={`${styles.figure} tiny dim text-right`} data-end>
        {b > 0 && formatNumber(b)}
      </span>
    </li>
  );
};

const Bars = ({ side, own, same, most }: { side: 'A' | 'B'; own: number; same: number; most: number }) => (
  <span className={`${styles.bars} row`} data-side={side} aria-hidden="true">
    <i className="full-height" data-same style={{ width: `${(100 * same) / most}%` }} />
    <i className="full-height" style={{ width: `${(100 * own) / most}%` }} />
  </span>
);
