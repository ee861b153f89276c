import { useStore } from '../../state/store.ts';
import { count, formatNumber } from '../../ui/format.ts';
import { kindColour } from '../../ui/kinds.ts';
import { Bar } from '../../ui/Skeleton.tsx';
import { blockWord, emptyWords, tokensLong, tokensShort } from '../context/figures.ts';
import { usePreview } from '../context/usePreview.ts';
import { useShowInspector } from '../inspector/useShowInspector.ts';
import { type OneSided, weightOf, whyOf } from './difference.ts';
import styles from './WhatIf.module.css';

/** The heaviest are named; the comparison has all of them. */
const SHOWN = 5;

interface Props {
  tape: string;
  title: 'lost' | 'gained';
  items: readonly OneSided[];
}

/** Blocks that only one of the two contexts has; each leads to its entry. */
export function OneSidedList({ tape, title, items }: Props) {
  return (
    <section className="shrink-x" aria-label={`Blocks ${title}`}>
      <h3 className="pad-bottom-1 small regular dim">
        <b className="ink">
          {items.length === 0 ? 'No block' : count(items.length, 'block')} {title}
        </b>{' '}
        {weightWords(items)}
      </h3>
      <ul>
        {items.slice(0, SHOWN).map((item) => (
          <Row key={item.seq} tape={tape} title={title} item={item} />
        ))}
      </ul>
      {items.length > SHOWN && <p className="tiny leading-16 dim nowrap">and {formatNumber(items.length - SHOWN)} lighter ones</p>}
    </section>
  );
}

const weightWords = (items: readonly OneSided[]): string => {
  const { counted, estimated } = weightOf(items);
  return [
    ...(counted > 0 ? [`${formatNumber(counted)} tokens`] : []),
    ...(estimated > 0 ? [`~${formatNumber(estimated)} tokens`] : []),
  ].join(' and ');
};

const Row = ({ tape, title, item }: Omit<Props, 'items'> & { item: OneSided }) => {
  const select = useStore((state) => state.select);
  const show = useShowInspector();
  const { seq, block } = item;
  const preview = usePreview(tape, seq);
  const why = whyOf(item, title);
  const open = () => {
    select(seq);
    show();
  };
  return (
    <li>
      <button
        type="button"
        className={`${styles.row} grid full-width gap-2 line-above text-left pad-y-tight`}
        title="Show this entry in the inspector"
        onClick={open}
      >
        <span className="swatch semibold leading-18 cut" style={{ color: kindColour(block.tone, block.role) }}>
          {blockWord(block)}
        </span>
        <span className="grid shrink-x">
          <span className="shrink-x code cut">
            {preview === undefined ? <Bar width="60%" /> : preview?.text.replace(/\s+/g, ' ') || emptyWords(block)}
          </span>
          <span className="tiny leading-16 dim nowrap">
            #{seq}
            {why !== '' && ` · ${why}`}
          </span>
        </span>
        <span className={`${styles.weight} leading-18 text-right`} title={tokensLong(block.tokens)}>
          {tokensShort(block.tokens)}
        </span>
      </button>
    </li>
  );
};
