import type { ReactNode } from 'react';
import type { Hit } from '../../../../shared/rpc/contract.ts';
import { ALTERED, formatNumber, formatWhen } from '../../ui/format.ts';
import { kindColour, kindWord } from '../../ui/kinds.ts';
import { Option } from '../../ui/Option.tsx';
import { seen } from '../../ui/steering.tsx';
import styles from './Search.module.css';
import { pieces } from './snippet.ts';

interface Props {
  id: string;
  hit: Hit;
  active: boolean;
  /** Title of the hit's tape, where several are searched. */
  tape: string | null;
  /** What is at its end, in place of where it is. */
  side?: ReactNode;
  onPoint: () => void;
  onGo: () => void;
}

/** One hit. The text comes from the log: it is only ever shown as text. */
export function HitRow({ id, hit, active, tape, side, onPoint, onGo }: Props) {
  return (
    <Option
      id={id}
      active={active}
      className={`${styles.hit} grid full-width gap-3 pad-x-3 pad-y-2 line-below cursor-default`}
      onPoint={onPoint}
      onClick={onGo}
    >
      <span className="swatch small semibold cut" style={{ color: kindColour(hit.kind, hit.role) }}>
        {kindWord(hit.kind, hit.role)}
      </span>
      <span className={`${styles.snippet} code clamp self-start`}>
        {hit.altered && <b className="error">{ALTERED}</b>}
        {pieces(hit.snippet, hit.matches).map((piece) =>
          piece.hit ? (
            <mark key={piece.from} className="inline-block bold">
              {seen(piece.text)}
            </mark>
          ) : (
            <span key={piece.from}>{seen(piece.text)}</span>
          ),
        )}
      </span>
      {side ?? (
        <span className="grid tiny dim content-start items-end">
          <span>{hit.step === null ? '' : `step ${formatNumber(hit.step)}`}</span>
          {tape === null ? (
            <span>#{hit.seq}</span>
          ) : (
            <span className={`${styles.tape} cut`}>{[formatWhen(hit.time), tape].filter(Boolean).join(' · ')}</span>
          )}
        </span>
      )}
    </Option>
  );
}
