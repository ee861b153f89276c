import { useState } from 'react';
import { useInfo } from '../../data/appHooks.ts';
import { useRefs } from '../../data/graphHooks.ts';
import { TextField } from '../../ui/TextField.tsx';
import { Fact } from '../inspector/Facts.tsx';
import styles from './Graph.module.css';

/** A fact of the inspector: names of this point, and a field to give it one. They are kept in Tapescope's own data, never in the log. */
export function RefsHere({ tape, seq }: { tape: string; seq: number }) {
  const { list, set, remove } = useRefs(tape);
  const readOnly = useInfo().data?.readOnly ?? true;
  const [typing, setTyping] = useState(false);
  const here = list.data?.items.filter((ref) => ref.seq === seq) ?? [];
  const failed = set.error ?? remove.error;
  const name = (text: string) => {
    setTyping(false);
    if (text.trim() !== '') set.mutate({ name: text.trim(), seq });
  };
  if (readOnly && here.length === 0) return null;
  return (
    <Fact name="names">
      <span className={`${styles.refs} row middle wrap gap-1`}>
        {here.map((ref) => (
          <span key={ref.name} className={`${styles.ref} rigid boxed-strong tiny margin-left-2 pad-x-2 round-full`}>
            {ref.name}
            {!readOnly && (
              <button type="button" aria-label={`Remove the name ${ref.name}`} onClick={() => remove.mutate(ref.name)}>
                ×
              </button>
            )}
          </span>
        ))}
        {!readOnly && !typing && (
          <button type="button" className="link same-colour" onClick={() => setTyping(true)}>
            name this point
          </button>
        )}
        {typing && (
          <TextField
            autoFocus
            className={styles.refField}
            aria-label="Name of this point"
            placeholder="before-refactor"
            maxLength={100}
            onBlur={(event) => name(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') name(event.currentTarget.value);
              if (event.key === 'Escape') setTyping(false);
            }}
          />
        )}
        {failed && <span className="dim">{failed.message}</span>}
      </span>
    </Fact>
  );
}
