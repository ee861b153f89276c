import type { Provenance } from '../../../../shared/model/index.ts';
import { useTape } from '../../data/hooks.ts';
import { type AskedContext, useSourceBlocks } from '../../data/provenanceHooks.ts';
import { useStore } from '../../state/store.ts';
import { EvidenceMark } from '../../ui/Evidence.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { count, formatNumber } from '../../ui/format.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { policyWords } from '../../ui/policies.ts';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { useNarrow } from '../../ui/useMedia.ts';
import { useKeys } from '../keyboard/useKeys.ts';
import { usePolicyKeys } from '../policy/usePolicyKeys.ts';
import { answerOf } from './answer.ts';
import { Flow } from './Flow.tsx';
import styles from './Provenance.module.css';
import { Siblings } from './Siblings.tsx';
import { SourceList } from './SourceList.tsx';
import { useSelection } from './selection.ts';
import { choose, chooseBlock, useAsked, useLitGraph } from './useGraph.ts';
import { useTryWithout } from './useTryWithout.ts';

/** Where each part of the context at the playhead is from, how it came in, and where it is now. */
export function ProvenancePanel() {
  const asked = useAsked();
  const entries = useTape(asked?.tape ?? null).data?.tape.entries;
  if (asked === null || entries === 0)
    return (
      <section className="stack full-height shrink-y on-bg" aria-label="Provenance">
        {entries === 0 && (
          <p className="pad-x-4 pad-y-5 dim">This tape has no entries yet. What its next request is made of will appear here.</p>
        )}
      </section>
    );
  return <ProvenanceOf key={asked.tape} asked={asked} />;
}

const ProvenanceOf = ({ asked }: { asked: AskedContext }) => {
  const { query, graph } = useLitGraph(asked);
  const sibling = useSelection((state) => state.sibling);
  return (
    <section className="stack full-height shrink-y on-bg" aria-label="Provenance" aria-busy={query.isPlaceholderData || query.isPending}>
      {query.error ? (
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      ) : graph === undefined ? (
        <SkeletonRows rows={12} height={28} label="Finding where this context came from" />
      ) : (
        <>
          <Head graph={graph} />
          {graph.total === 0 ? <p className="pad-x-4 pad-y-5 dim">Nothing is in this context.</p> : <Body asked={asked} graph={graph} />}
          {sibling && <Siblings asked={asked} />}
          <Foot graph={graph} />
        </>
      )}
    </section>
  );
};

const placeWords = ({ step, next, after }: Provenance): string => {
  if (step !== null) return `at step ${formatNumber(step)}`;
  return next || after === undefined ? 'in the next request' : `after #${formatNumber(after)}`;
};

const Head = ({ graph }: { graph: Provenance }) => {
  const answer = answerOf(graph);
  const { blocks, sibling, open } = useSelection();
  return (
    <header className="row middle wrap rigid line-below small dim nowrap gap-y-1 gap-x-4 bar-high pad-y-1 pad-x-4">
      <p className="large ink">
        {answer === null ? (
          'Nothing is in this context'
        ) : (
          <>
            <b>{answer.share}</b> {answer.words}
          </>
        )}
      </p>
      <span>
        <b>
          {graph.recorded && graph.over === 0 ? '' : '~'}
          {formatNumber(graph.total)}
        </b>{' '}
        {graph.recorded && graph.over === 0 ? 'recorded' : 'estimated'} {placeWords(graph)}
      </span>
      <EvidenceMark {...graph.evidence} />
      {graph.policy !== 'as-recorded' && <span className="cut">{policyWords(graph.policy)}</span>}
      {graph.over > 0 && <span title="The weights of its blocks are estimates.">{formatNumber(graph.over)} more than recorded</span>}
      <span className="row middle push gap-3">
        {open.length > 0 && (
          <button type="button" className="pressed-ink" onClick={() => useSelection.setState({ open: [] })}>
            fold {count(open.length, 'group')}
          </button>
        )}
        <button type="button" className="pressed-ink" aria-pressed={blocks} onClick={() => useSelection.setState({ blocks: !blocks })}>
          blocks <Kbd>B</Kbd>
        </button>
        <button type="button" className="pressed-ink" aria-pressed={sibling} onClick={() => useSelection.setState({ sibling: !sibling })}>
          sibling <Kbd>S</Kbd>
        </button>
      </span>
    </header>
  );
};

/** The graph where there is room for it, else its list; and the keys of both. */
const Body = ({ asked, graph }: { asked: AskedContext; graph: Provenance }) => {
  const narrow = useNarrow();
  const { lit, open } = useLitGraph(asked);
  const { blocks, block } = useSelection();
  const items = useSourceBlocks(asked, open, lit).data?.items ?? [];
  const { setPanel, select } = useStore.getState();
  const tryWithout = useTryWithout(asked, block === null ? items : items.filter(({ at }) => at === block));
  usePolicyKeys();
  const walk = (by: 1 | -1): void => {
    if (blocks && lit !== null && items.length > 1) {
      const next = items[items.findIndex(({ at }) => at === block) + by];
      if (next) {
        chooseBlock(lit, next.at, next.entry);
        return;
      }
    }
    const next = graph.sources[graph.sources.findIndex(({ id }) => id === lit) + by];
    if (next) choose(next);
  };
  useKeys({
    'row.next': () => walk(1),
    'row.previous': () => walk(-1),
    'row.open': () => {
      const entry = items.find(({ at }) => at === block)?.entry ?? items[0]?.entry ?? null;
      if (entry === null) return;
      // Who comes back finds the source again.
      useSelection.setState({ entry });
      select(entry);
      setPanel('entries');
    },
    'source.blocks': () => useSelection.setState({ blocks: !blocks }),
    'source.without': tryWithout,
    'source.sibling': () => useSelection.setState(({ sibling }) => ({ sibling: !sibling })),
  });
  return narrow ? <SourceList graph={graph} lit={lit} /> : <Flow graph={graph} lit={lit} items={blocks ? items : []} />;
};

const Foot = ({ graph: { counts } }: { graph: Provenance }) => (
  <footer className={`${styles.foot} row middle rigid clip gap-4 pad-x-4 line-above tiny dim nowrap tall-24`}>
    <span>
      <Kbd>j</Kbd> <Kbd>k</Kbd> source
    </span>
    <span>
      <Kbd>Tab</Kbd> follow the path
    </span>
    <span>
      <Kbd>↵</Kbd> open
    </span>
    <span>
      <Kbd>W</Kbd> try without
    </span>
    <span className="push">
      {count(counts.blocks, 'block')} from {count(counts.sources, 'source')}
      {counts.omitted > 0 && ` · left out: ${count(counts.omitted, 'entry', 'entries')}`}
    </span>
  </footer>
);
