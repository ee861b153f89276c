import type { PreviewedNext, View } from '../../../../shared/model/index.ts';
import { useStore } from '../../state/store.ts';
import { EvidenceMark } from '../../ui/Evidence.tsx';
import { count, formatNumber } from '../../ui/format.ts';
import { partsOf, shareWords, signed, totalOf } from '../context/figures.ts';
import styles from './NextPreview.module.css';

type Shown = Pick<View, 'tokens' | 'expected' | 'limit' | 'blocks' | 'omissions' | 'evidence' | 'warnings' | 'policy'>;

/** The next request that would come of what is previewed, against the one of now: what each weighs, what leaves and comes, how it is known. */
export function NextPreview({ next }: { next: PreviewedNext | undefined }) {
  return (
    <section className="pad-y-2 small dim" aria-label="Next request">
      {next === undefined ? (
        <p>
          <strong className="head bold">Next request</strong> …
        </p>
      ) : (
        <>
          <Sizes next={next} />
          <Made next={next} />
          {next.warnings.map((warning) => (
            <p key={warning} className="margin-top-1 pad-left-2 leading-18 warn-edge">
              {warning}
            </p>
          ))}
        </>
      )}
    </section>
  );
}

/** The request that would come below each other with the one of now, figure under figure, and what makes the difference. */
const Sizes = ({ next }: { next: PreviewedNext }) => {
  const { now } = next;
  const change = totalOf(next) - totalOf(now);
  return (
    <div className={`${styles.sizes} grid baseline gap-y-1 gap-x-4`}>
      <strong className="head bold">Next request</strong>
      <b>~{formatNumber(totalOf(next))} tokens</b>
      <span>{count(next.blocks.length, 'block')}</span>
      <span className="row baseline apart gap-3 nowrap">
        <b>{change === 0 ? 'the same size' : signed(change)}</b>
        <EvidenceMark {...next.evidence} />
      </span>
      <span>now</span>
      <span>~{formatNumber(totalOf(now))} tokens</span>
      <span>{count(now.blocks.length, 'block')}</span>
      <span className="row baseline wrap gap-x-3">
        <Entries verb="removed" ranges={next.leaves} />
        <Entries verb="added" ranges={next.comes} />
      </span>
    </div>
  );
};

/** What it is made of. */
const Made = ({ next }: { next: PreviewedNext }) => (
  <p className="row baseline wrap gap-x-3 margin-top-tight tiny">
    {partsOf(next).map(({ value, words, hint }) => (
      <span key={words} title={hint}>
        {value} {words}
      </span>
    ))}
    <span title="Of the window of this model.">{shareWords(next)}</span>
    <span>{leftWords(next)}</span>
    {next.policy !== 'as-recorded' && <code className="tiny">{next.policy}</code>}
  </p>
);

const MOST = 4;

const Entries = ({ verb, ranges }: { verb: 'added' | 'removed'; ranges: PreviewedNext['leaves'] }) => {
  const select = useStore((state) => state.select);
  const entries = ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0);
  if (entries === 0) return <span>nothing {verb}</span>;
  return (
    <span>
      {count(entries, 'entry', 'entries')} {verb}
      {verb === 'removed' &&
        ranges.slice(0, MOST).map(([from, to]) => (
          <button key={from} type="button" className={`${styles.range} dim`} onClick={() => select(from)}>
            {from === to ? `#${from}` : `#${from}–${to}`}
          </button>
        ))}
      {verb === 'removed' && ranges.length > MOST && ' …'}
    </span>
  );
};

const leftWords = ({ omissions }: Shown): string => {
  const left = omissions.reduce((sum, { count: entries }) => sum + entries, 0);
  return left === 0 ? 'nothing left out' : `${count(left, 'entry', 'entries')} left out`;
};
