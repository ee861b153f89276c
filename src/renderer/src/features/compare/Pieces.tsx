import styles from './CompareRow.module.css';
import type { Piece } from './rows.ts';

interface Props {
  pieces: readonly Piece[];
  side: 'a' | 'b';
  /** Characters that were not compared. */
  cut: number;
  open: boolean;
}

/** One side of a text diff: its own words are marked. */
export function Pieces({ pieces, side, cut, open }: Props) {
  return (
    <p className={`${styles.text} code clamp`} data-diff="true" data-open={open}>
      {pieces.map((piece, at) =>
        piece === null ? (
          <span key={`gap ${String(at)}`} className="faint">
            {' … '}
          </span>
        ) : piece.own ? (
          <mark key={`own ${String(at)}`} data-side={side}>
            {piece.text}
          </mark>
        ) : (
          <span key={`same ${String(at)}`}>{piece.text}</span>
        ),
      )}
      {cut > 0 && <span className="faint"> and {cut.toLocaleString('en-GB')} characters that were not compared</span>}
    </p>
  );
}
