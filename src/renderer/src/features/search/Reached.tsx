import { useEffect, useState } from 'react';
import type { TapeRow } from '../../../../shared/model/index.ts';
import { useStays } from '../../data/residencyHooks.ts';
import type { SearchHitOf } from '../../data/searchHooks.ts';
import { formatNumber } from '../../ui/format.ts';
import styles from './SearchPage.module.css';
import { reachedWords } from './says.ts';

/** Milliseconds that a hit is on screen before somebody asks for it: a list that is scrolled through asks nothing. */
const REST = 300;
/** Longer tapes take seconds, which nobody has asked for who only looks at a list. */
const SMALL = 100_000;

/** Step and entry of a hit, and whether the model received it: worked out for those on screen alone. */
export function Reached({ hit, tape }: { hit: SearchHitOf; tape: TapeRow | undefined }) {
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
    <span className={`${styles.aside} grid tiny leading-16 dim`}>
      <b className="small ink">{step === null ? '' : `step ${formatNumber(step)}`}</b>
      <span>#{formatNumber(hit.seq)}</span>
      <span className={styles.reached} data-tone={reached?.tone}>
        {reached?.words}
      </span>
    </span>
  );
}
