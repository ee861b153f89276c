import { useEffect, useState } from 'react';
import type { SearchLine, TapeRow } from '../../../../shared/model/index.ts';
import { useStays } from '../../data/residencyHooks.ts';
import type { SearchHitOf } from '../../data/searchHooks.ts';
import { ALTERED, count, formatNumber } from '../../ui/format.ts';
import { kindColour } from '../../ui/kinds.ts';
import { Option } from '../../ui/Option.tsx';
import styles from './SearchPage.module.css';
import { endOf, reachedWords } from './says.ts';
import { pieces } from './snippet.ts';

/** Milliseconds that a hit is on screen before somebody asks for it: a list that is scrolled through asks nothing. */
const REST = 300;
/** Longer tapes take seconds, which nobody has asked for who only looks at a list. */
const SMALL = 100_000;

/** Step and entry of a hit, and whether the model received it: worked out for those on screen alone. */
function Reached({ hit, tape }: { hit: SearchHitOf; tape: TapeRow | undefined }) {
  const [rests, setRests] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRests(true), REST);
    return () => clearTimeout(timer);
  }, []);
  const asks = rests && tape !== undefined && tape.steps > 0 && tape.entries <= SMALL;
  const found = useStays(hit.tape, hit.seq, 'as-recorded', null, asks).data;
  // A result belongs to no step; the first that saw it is where it is read.
  const step = hit.step ?? found?.stays[0]?.from ?? null;
  const reached = found && reachedWords(found);
  return (
    <span className={`${styles.aside} grid tiny leading-16 dim items-end`}>
      <b className="small ink">{step === null ? '' : `step ${formatNumber(step)}`}</b>
      <span>#{formatNumber(hit.seq)}</span>
      <span className={styles.reached} data-tone={reached?.tone}>
        {reached?.words}
      </span>
    </span>
  );
}

/** A line of content with its matches; `own` is the line of the match that is meant. */
export function Line({ line, own }: { line: SearchLine; own: boolean }) {
  return (
    <span className={`${styles.line} block clip dim`} data-own={own || line.matches.length > 0}>
      {pieces(line.text, line.matches).map((piece) =>
        piece.hit ? (
          <mark key={piece.from} className="bold">
            {piece.text}
          </mark>
        ) : (
          <span key={piece.from}>{piece.text}</span>
        ),
      )}
      {line.text === '' && ' '}
    </span>
  );
}

/** Tool and place of a hit: "Read · src/errors/map.ts · line 41 of 214". */
const placeWords = (hit: SearchHitOf): string => {
  const own = hit.lines.find(({ matches }) => matches.length > 0);
  return [
    hit.tool ?? '',
    hit.file === null ? '' : endOf(hit.file, 3),
    own && hit.of > 1 ? `line ${formatNumber(own.line)} of ${formatNumber(hit.of)}` : '',
    hit.same.length > 0 ? `the same ${count(hit.same.length + 1, 'time')}` : '',
  ]
    .filter(Boolean)
    .join(' · ');
};

interface Props {
  id: string;
  hit: SearchHitOf;
  tape: TapeRow | undefined;
  active: boolean;
  onChoose: () => void;
  onOpen: () => void;
}

/** One hit, with its neighbours in grey and whether the model received it. The text comes from the log: it is only ever shown as text. */
export function HitItem({ id, hit, tape, active, onChoose, onOpen }: Props) {
  return (
    <Option
      id={id}
      active={active}
      className={`${styles.hit} hover-shade grid full-width full-height gap-3 line-below text-left cursor-default top-aligned pad-y-2 pad-x-4`}
      onClick={active ? onOpen : onChoose}
      onDoubleClick={onOpen}
    >
      <span className="swatch small semibold leading-18 nowrap" style={{ color: kindColour(hit.what, hit.role) }}>
        {hit.what}
      </span>
      <span className="shrink-x code">
        <span className={`${styles.where} block dim cut`}>
          {hit.altered && <b className="error">{ALTERED}</b>}
          {placeWords(hit) || ' '}
        </span>
        {hit.lines.map((line) => (
          <Line key={line.line} line={line} own={false} />
        ))}
      </span>
      <Reached hit={hit} tape={tape} />
    </Option>
  );
}
