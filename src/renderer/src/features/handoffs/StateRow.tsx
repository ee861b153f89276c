import { useMemo } from 'react';
import type { StateNode } from '../../../../shared/model/index.ts';
import { formatNumber } from '../../ui/format.ts';
import shared from './Handoffs.module.css';
import { eachOnce } from './labels.ts';
import { RefLink } from './RefLink.tsx';
import styles from './StateRow.module.css';
import { type SectionChange, sectionChanges } from './sections.ts';
import { isContainer, isLong, type Row } from './tree.ts';
import type { Whole } from './useRowActs.ts';

interface Props {
  id: string;
  node: Row;
  /** The text in full, where the reader unfolded it. */
  whole: Whole | null;
  active: boolean;
  /** It holds what is looked for. */
  hit: boolean;
  onActive: () => void;
  onToggle: () => void;
  onCopy: (what: 'path' | 'value') => void;
  onEntry: (tape: string, seq: number) => void;
}

const STEP = 16;
/** Deeper values are below each other, so that there is always room for them. */
const DEEPEST = 10;

const keyText = ({ path }: StateNode): string => {
  const last = path.at(-1);
  return last === undefined ? '' : String(last);
};

/** One value of a state. */
export function StateRow({ id, node, whole, active, hit, onActive, onToggle, onCopy, onEntry }: Props) {
  return (
    <div
      id={id}
      className={`${shared.node} relative break-anywhere pad-y-tight pad-right-4`}
      role="treeitem"
      aria-level={node.path.length}
      aria-selected={active}
      {...(isContainer(node) && node.count > 0 && { 'aria-expanded': node.open })}
      {...(isLong(node) && { 'aria-expanded': whole !== null })}
      tabIndex={-1}
      data-active={active}
      data-hit={hit}
      data-change={node.change ?? undefined}
      style={{ paddingLeft: Math.min(DEEPEST, node.path.length - 1) * STEP }}
      onPointerDown={onActive}
    >
      {node.gap ? (
        <button type="button" tabIndex={-1} className={`${styles.fold} block full-width relative pre-wrap pad-left-4`} onClick={onToggle}>
          <span className={`${styles.count} faint`}>{gapWords(node.gap)}</span>
        </button>
      ) : isContainer(node) ? (
        <button
          type="button"
          tabIndex={-1}
          className={`${styles.fold} block full-width relative pre-wrap pad-left-4`}
          disabled={node.count === 0}
          onClick={onToggle}
        >
          <span className={`${styles.arrow} absolute`} data-open={node.open} aria-hidden="true" />
          <i className="dim">{keyText(node)}</i> <span className={`${styles.count} faint`}>{sizeWords(node)}</span>
        </button>
      ) : (
        <span className={`${styles.leaf} pre-wrap pad-left-4 clamp`} data-whole={whole !== null}>
          <i className="dim">{keyText(node)}</i>{' '}
          {node.ref ? <RefLink refTo={node.ref} onEntry={onEntry} /> : <Value node={node} whole={whole} />}
        </span>
      )}
      {isLong(node) && (
        <button type="button" tabIndex={-1} className={`${styles.more} pad-left-4 dim link hover-ink`} onClick={onToggle}>
          {whole !== null ? 'less' : `all ${formatNumber(node.chars)} characters${node.change === 'changed' ? ', and what changed' : ''}`}
        </button>
      )}
      {node.cites && node.cites.length > 0 && (
        <span className={`${shared.within} row wrap gap-1 pad-left-4`}>
          {eachOnce(node.cites).map((ref) => (
            <RefLink key={`${ref.text} ${ref.tape} ${ref.seq}`} refTo={ref} onEntry={onEntry} />
          ))}
        </span>
      )}
      {!node.gap && <Copies onCopy={onCopy} />}
    </div>
  );
}

/** "4,000 more values, from 1,000 on". */
const gapWords = ({ from, count }: NonNullable<Row['gap']>): string =>
  `${formatNumber(count)} more ${count === 1 ? 'value' : 'values'}, from ${formatNumber(from)} on`;

const Copies = ({ onCopy }: Pick<Props, 'onCopy'>) => (
  <span className={`${shared.copies} absolute gap-2 pad-x-2 on-bg dim top-0`}>
    <button type="button" className="hover-link" tabIndex={-1} title="Copy the path (C)" onClick={() => onCopy('path')}>
      path
    </button>
    <button type="button" className="hover-link" tabIndex={-1} title="Copy the value (c)" onClick={() => onCopy('value')}>
      value
    </button>
  </span>
);

const sizeWords = ({ type, count, change, open }: StateNode): string => {
  const size = type === 'object' ? `{${formatNumber(count)}}` : `[${formatNumber(count)}]`;
  return change === 'added' ? `${size} added` : change === 'removed' ? `${size} removed` : open ? '' : size;
};

/** What stands for a value that is too deep to be unfolded, or empty. */
const deepText = ({ type, count }: StateNode): string => {
  const inside = count === 0 ? '' : '…';
  return type === 'array' ? `[${inside}]` : `{${inside}}`;
};

/** Line breaks of a text are shown as such; everything else stands as JSON has it. */
const plain = (json: string): string => (json.startsWith('"') ? json.replaceAll(String.raw`\n`, '\n') : json);

/** What it was is shown by its beginning, so that a long text does not push out what it is now. */
const shortened = (text: string): string => (text.length > 160 ? `${text.slice(0, 120)}…` : text);

/** Characters of a text that are drawn at once; copying it takes all. */
const MOST_DRAWN = 50_000;

const inFull = (text: string): string =>
  text.length > MOST_DRAWN ? `${text.slice(0, MOST_DRAWN)}… and ${formatNumber(text.length - MOST_DRAWN)} more characters` : text;

/** A long text part by part: what stayed is a heading to unfold, what changed has both sides. */
const Sections = ({ parts }: { parts: readonly SectionChange[] }) => (
  <span className="block">
    {parts.map(({ heading, was, now }) =>
      was === now ? (
        <details key={`${heading} ${now}`} className="pad-y-tight">
          <summary className="faint">{heading || 'beginning'} · unchanged</summary>
          {inFull(now ?? '')}
        </details>
      ) : (
        <section key={`${heading} ${was} ${now}`} className="pad-y-tight">
          <b>{heading || 'beginning'}</b> {was === null ? 'new' : now === null ? 'gone' : 'changed'}
          {was !== null && <del className="block">{inFull(was)}</del>}
          {now !== null && <ins className="block">{inFull(now)}</ins>}
        </section>
      ),
    )}
  </span>
);

/** A plain value, as it was before and as it is now. */
const Value = ({ node, whole }: { node: StateNode; whole: Whole | null }) => {
  const { change, before } = node;
  const now = whole === null ? plain(node.text || deepText(node)) : inFull(whole.text);
  const was = before === null ? null : plain(before);
  const parts = useMemo(() => (whole === null || whole.was === null ? null : sectionChanges(whole.was, whole.text)), [whole]);
  if (parts !== null) return <Sections parts={parts} />;
  // The beginnings of two long texts do not show how they differ: struck through, the older one would look removed.
  if (change === 'changed' && whole === null && isLong(node))
    return (
      <>
        <mark className={`${styles.changed} round-tiny`}>changed</mark> {now}
      </>
    );
  return (
    <>
      {change === 'changed' && was !== null && <del>{whole === null ? shortened(was) : was}</del>}{' '}
      {change === 'removed' ? <del>{now}</del> : change === 'same' || change === null ? now : <ins>{now}</ins>}
    </>
  );
};
