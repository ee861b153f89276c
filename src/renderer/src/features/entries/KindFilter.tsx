import { useMemo } from 'react';
import { formatNumber } from '../../ui/format.ts';
import { kindColour, kindWord } from '../../ui/kinds.ts';
import type { Columns } from '../tape/columns.ts';
import styles from './Entries.module.css';
import { kindCounts } from './pages.ts';

interface Props {
  held: Columns;
  /** Kinds that are shown; none is all. */
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

const toggled = (chosen: ReadonlySet<string>, kind: string): ReadonlySet<string> =>
  chosen.has(kind) ? new Set([...chosen].filter((other) => other !== kind)) : new Set([...chosen, kind]);

/** Which kinds are listed, each with how many there are. */
export function KindFilter({ held, chosen, onChange }: Props) {
  const counts = useMemo(() => kindCounts(held), [held]);
  return (
    <fieldset className={styles.filter} aria-label="Kinds shown">
      <button type="button" aria-pressed={chosen.size === 0} onClick={() => onChange(new Set())}>
        all <span>{formatNumber(held.entries)}</span>
      </button>
      {counts.map(({ kind, count }) => (
        <button key={kind} type="button" aria-pressed={chosen.has(kind)} onClick={() => onChange(toggled(chosen, kind))}>
          <i style={{ background: kindColour(kind) }} aria-hidden="true" />
          {kindWord(kind)} <span>{formatNumber(count)}</span>
        </button>
      ))}
    </fieldset>
  );
}
