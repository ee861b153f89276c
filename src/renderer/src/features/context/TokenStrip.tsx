import { type PointerEvent, useMemo, useRef, useState } from 'react';
import type { View } from '../../../../shared/model/index.ts';
import { formatNumber } from '../../ui/format.ts';
import { kindColour, kindWord } from '../../ui/kinds.ts';
import { useSize } from '../tape/useCanvas.ts';
import { baseOf, blockWord, restOf, tokensShort } from './figures.ts';
import { blockAt, type Segment, type Strip, sharesOf, stripOf } from './strip.ts';
import styles from './TokenStrip.module.css';

interface Props {
  view: View;
  onShow: (block: number) => void;
}

/** Where the tokens go, block by block from top to bottom. A click leads to the block under the pointer. */
export function TokenStrip({ view, onShow }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const height = useSize(box)?.height ?? 0;
  const [pointer, setPointer] = useState<number | null>(null);
  const rest = restOf(view);
  const strip = useMemo(() => stripOf(view.blocks, rest, height), [view.blocks, rest, height]);
  const pixel = (event: PointerEvent) => event.clientY - (box.current?.getBoundingClientRect().top ?? 0);
  return (
    <div
      ref={box}
      className="relative line-right cursor-pointer"
      role="img"
      aria-label={shareWords(view)}
      onPointerMove={(event) => setPointer(pixel(event))}
      onPointerLeave={() => setPointer(null)}
      onPointerDown={(event) => {
        const block = blockAt(strip, height, pixel(event));
        if (block !== null) onShow(block);
      }}
    >
      {strip.rest > 0 && (
        <div
          className={`${styles.stripRest} true-colours absolute line-below`}
          data-base={baseOf(view) > 0}
          style={{ height: strip.rest }}
        />
      )}
      {strip.segments.map((segment) => (
        <div
          key={segment.first}
          className={`${styles.segment} absolute left-0 right-0`}
          style={{ ...wholePixels(segment), background: kindColour(segment.tone) }}
        />
      ))}
      {pointer !== null && (
        <span
          className={`${styles.stripTip} absolute pad-x-2 on-panel boxed-strong round-small tiny leading-20 ink nowrap no-pointer`}
          style={{ top: Math.max(0, Math.min(height - 22, pointer - 11)) }}
        >
          {tipOf(view, strip, height, pointer)}
        </span>
      )}
    </div>
  );
}

/** Edges on whole pixels, so that no background shines through between two segments. */
const wholePixels = ({ top, height }: Segment) => ({ top: Math.round(top), height: Math.round(top + height) - Math.round(top) });

const tipOf = (view: View, strip: Strip, height: number, y: number): string => {
  const index = blockAt(strip, height, y);
  const block = index === null ? undefined : view.blocks[index];
  if (block === undefined) return `${baseOf(view) > 0 ? 'base and events' : 'not in this log'} · ${formatNumber(restOf(view))} tokens`;
  return `${blockWord(block)} ${block.request ? block.label : `#${block.entries[0] ?? 0}`} · ${tokensShort(block.tokens)} tokens`;
};

const shareWords = ({ blocks }: View): string => {
  const shares = sharesOf(blocks).map(({ tone, percent }) => `${kindWord(tone)} ${Math.round(percent)} %`);
  return `Where the tokens go: ${shares.join(', ') || 'no blocks'}`;
};
