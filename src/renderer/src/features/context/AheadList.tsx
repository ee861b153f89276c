import { type RefObject, useLayoutEffect } from 'react';
import type { Ahead } from '../../../../shared/model/index.ts';
import { kindColour, kindHint } from '../../ui/kinds.ts';
import { Cell, Grid } from '../entries/scroll/Grid.tsx';
import { useScroll } from '../entries/scroll/useScroll.ts';
import styles from './BlockRow.module.css';
import shared from './Context.module.css';
import { blockWord, emptyWords, tokensLong, tokensShort } from './figures.ts';
import { HEIGHTS, OVER, PADDING } from './heights.ts';
import type { Reached } from './useAhead.ts';

const { block: HEIGHT } = HEIGHTS;

type AheadBlock = Ahead['blocks'][number];

/** The blocks of a request that was read from the end of its log: as tall as they will be, and none of them leads anywhere yet. */
export function AheadList({ blocks, reached }: { blocks: readonly AheadBlock[]; reached: RefObject<Reached | null> }) {
  const scroll = useScroll(blocks.length * HEIGHT + 2 * PADDING);
  const { now } = scroll;
  // The other list may take this one's place before the browser has told of the last scroll.
  useLayoutEffect(
    () => () => {
      const offset = now();
      const block = Math.max(0, Math.floor((offset - PADDING) / HEIGHT));
      reached.current = { block, pixels: offset - block * HEIGHT };
    },
    [now, reached],
  );
  const first = Math.max(0, Math.floor((scroll.offset - OVER) / HEIGHT));
  const drawn = blocks.slice(first, Math.ceil((scroll.offset + scroll.view + OVER) / HEIGHT));
  return (
    <div className={`${shared.context} grid shrink-y`}>
      <span />
      <Grid
        scroll={scroll}
        label="Blocks of the context"
        count={blocks.length}
        items={drawn.map((_, at) => ({ index: first + at, top: (first + at) * HEIGHT + PADDING, key: first + at }))}
        active={null}
        onPick={() => {}}
        row={(index) => blocks[index] && <AheadRow block={blocks[index]} />}
      />
    </div>
  );
}

const AheadRow = ({ block }: { block: AheadBlock }) => {
  const notes = [...(block.cleared ? ['cleared: the agent sent a placeholder instead'] : []), ...(block.why ? [block.why] : [])].join(
    ' · ',
  );
  return (
    <Cell className={`${styles.block} grid gap-x-3`} data-cleared={block.cleared ?? false}>
      <span className="stack shrink-x">
        <span
          className={`${shared.word} swatch row baseline shrink-x small semibold leading-18 nowrap`}
          style={{ color: kindColour(block.tone, block.role) }}
        >
          <span title={kindHint(block.tone)}>{blockWord(block)}</span>
        </span>
      </span>
      <div className="shrink-x">
        <p className={`${styles.text} ${notes ? 'cut' : styles.two} code break-anywhere`}>{block.text || emptyWords(block)}</p>
        {notes && <p className="small leading-18 dim cut">{notes}</p>}
      </div>
      <span className={`${shared.weight} tiny leading-18 dim text-right nowrap`} title={tokensLong(block.tokens)}>
        {block.tokens.value > 0 && tokensShort(block.tokens)}
      </span>
    </Cell>
  );
};
