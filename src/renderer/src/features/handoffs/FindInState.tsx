import { useMemo, useState } from 'react';
import type { StatePath } from '../../../../shared/model/index.ts';
import { type PhaseAt, useStateFind } from '../../data/handoffHooks.ts';
import { formatNumber } from '../../ui/format.ts';
import { TextField } from '../../ui/TextField.tsx';
import { useRested } from '../../ui/useRested.ts';
import styles from './Handoffs.module.css';
import { pathKey } from './tree.ts';

export interface Finding {
  query: string;
  setQuery(query: string): void;
  /** Places that hold the text, in order; the first thousand. */
  paths: readonly StatePath[];
  /** Their keys. */
  hits: ReadonlySet<string>;
  /** How many there are; null before it is known. */
  total: number | null;
}

/** What a reader looks for in a state. */
export function useFinding(at: PhaseAt): Finding {
  const [query, setQuery] = useState('');
  const rested = useRested(query.trim(), 150);
  const found = useStateFind(at, rested).data;
  const sought = rested === '' ? undefined : found;
  const hits = useMemo(() => new Set(sought?.paths.map(pathKey)), [sought]);
  return { query, setQuery, paths: sought?.paths ?? [], hits, total: sought?.total ?? null };
}

/** The field, and how often it is there. Enter continues to the next place, with Shift to the one before. */
export function FindInState({ finding, onGo }: { finding: Finding; onGo: (by: 1 | -1) => void }) {
  return (
    <div className={`${styles.find} row middle gap-3`}>
      <TextField
        placeholder="Find in the state"
        aria-label="Find in the state"
        value={finding.query}
        onChange={(event) => finding.setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onGo(event.shiftKey ? -1 : 1);
          if (event.key === 'Escape') finding.setQuery('');
        }}
      />
      {finding.total !== null && (
        <span className={`${styles.dim} small dim`}>{formatNumber(finding.total)} found · Enter for the next</span>
      )}
    </div>
  );
}
