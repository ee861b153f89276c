import { useMemo, useRef } from 'react';
import type { PairedProvenance, PairedSource } from '../../../../shared/model/index.ts';
import { formatNumber } from '../../ui/format.ts';
import { MidCut } from '../../ui/MidCut.tsx';
import { useSize } from './Flow.tsx';
import { BAR } from './layout.ts';
import { FIGURE, LEAST, type MirrorBar, mirrorOf, NAMES, WORDS } from './mirror.ts';
import styles from './Siblings.module.css';

interface Props {
  pair: PairedProvenance;
  lit: string | null;
  onShow: (source: PairedSource) => void;
}

const only = ({ a, b }: PairedSource): string => (a === 0 ? 'B' : b === 0 ? 'A' : '');

/** Both contexts with ribbons as wide as their tokens: outside their places, in the middle the sources of both. Grey is the same text. */
export function MirrorFlow({ pair, lit, onShow }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const { width } = useSize(box);
  const mirror = useMemo(() => mirrorOf(pair, Math.max(LEAST, width)), [pair, width]);
  const middle = Math.max(LEAST, width) / 2;
  return (
    <div ref={box} className="scroll-x pad-top-1 pad-bottom-3">
      {width > 0 && (
        <div className={`${styles.canvas} relative`} style={{ height: mirror.height }}>
          <svg className="absolute fill" width="100%" height={mirror.height} aria-hidden="true">
            {mirror.ribbons.map(({ key, side, source, same, path }) => (
              <path key={key} d={path} data-side={side} data-same={same} data-lit={source === lit} />
            ))}
            {[...mirror.places, ...mirror.sources].map(({ side, id, x, y, height }) => (
              <rect key={`${side} ${x} ${id}`} x={x} y={y} width={BAR} height={Math.max(1, height)} data-side={side} />
            ))}
          </svg>
          {mirror.places.map((bar) => (
            <PlaceWords key={`${bar.side} ${bar.id}`} bar={bar} />
          ))}
          <ul aria-label="Sources of both">
            {pair.sources.map((source, at) => (
              <li
                key={source.id}
                className={`${styles.middle} grid absolute leading-16 gap-2 pad-x-2`}
                style={{ top: (mirror.rows[at] ?? 0) - 8, left: middle - NAMES / 2 - FIGURE, width: NAMES + 2 * FIGURE }}
              >
                <span className={`${styles.figure} tiny dim text-right`} data-end>
                  {source.a > 0 && formatNumber(source.a)}
                </span>
                <button
                  type="button"
                  className={`${styles.name} shrink-x clip tiny text-center nowrap`}
                  data-only={only(source)}
                  data-code={source.code}
                  aria-pressed={source.id === lit}
                  onClick={() => onShow(source)}
                >
                  <MidCut text={source.name} />
                </button>
                <span className={`${styles.figure} tiny dim text-right`}>{source.b > 0 && formatNumber(source.b)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

const PlaceWords = ({ bar: { side, name, tokens, x, middle } }: { bar: MirrorBar }) => (
  <p
    className={`${styles.at} row absolute leading-16 nowrap gap-2`}
    data-side={side}
    style={{ top: middle - 8, left: side === 'a' ? 6 : x + BAR + 6, width: WORDS - 12 }}
  >
    <span className="cut">{name}</span> <b>{formatNumber(tokens)}</b>
  </p>
);
