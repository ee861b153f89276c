import { type CSSProperties, useState } from 'react';
import type { Part } from '../../../../shared/model/index.ts';
import { useImage } from '../../data/hooks.ts';
import { formatBytes, formatNumber } from '../../ui/format.ts';
import styles from './Inspector.module.css';

type Image = NonNullable<Part['image']>;

/** "1,440 × 900 px · 76 kB". */
export function imageWords({ width, height, bytes }: Image): string {
  return `${formatNumber(width)} × ${formatNumber(height)} px · ${formatBytes(bytes)}`;
}

/** Pixels that a picture is wide and tall at most, until somebody wants it whole. */
const WIDEST = 252;
const TALLEST = 320;

/** As wide as the panel at most and never larger than it is, so that its place is known before its bytes have come. */
const sizeOf = ({ width, height }: Image, whole: boolean): CSSProperties => ({
  width: whole ? width : Math.min(width, WIDEST, Math.round((TALLEST * width) / height)),
  aspectRatio: `${width} / ${height}`,
});

interface Props {
  tape: string;
  seq: number;
  image: Image;
}

/** An image from the log, drawn by the browser's own decoder from bytes that came with its entry: nothing is fetched from elsewhere. */
export function Picture({ tape, seq, image }: Props) {
  const [whole, setWhole] = useState(false);
  const [broken, setBroken] = useState(false);
  const answer = useImage(tape, seq, image.at);
  const failed = broken ? 'The image is damaged: only its header can be read.' : answer.error?.message;
  if (failed !== undefined) return <p className={`${styles.image} hatched pad-3 round-small small dim`}>{failed}</p>;
  const words = whole ? 'Show it smaller' : 'Show it in full size';
  return (
    <button
      type="button"
      className={`${styles.picture} block max-full`}
      style={sizeOf(image, whole)}
      title={words}
      onClick={() => setWhole(!whole)}
    >
      {answer.data === undefined ? null : (
        <img
          className="block full-width on-sunk"
          src={answer.data}
          width={image.width}
          height={image.height}
          alt={`${image.type}, ${imageWords(image)}`}
          onError={() => setBroken(true)}
        />
      )}
    </button>
  );
}
