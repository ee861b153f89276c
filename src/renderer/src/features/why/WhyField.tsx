import { useEffect, useRef, useState } from 'react';
import { usePick } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { FIELD, isWanted } from './ask.ts';
import { useAsked } from './useAsked.ts';
import styles from './Why.module.css';

/** Takes pasted text; Enter asks, Escape clears. */
export function WhyField({ tape }: { tape: string }) {
  const { why, setWhy } = usePick('why', 'setWhy');
  const [text, setText] = useState(why ?? '');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => setText(why ?? ''), [why]);
  useEffect(() => {
    if (isWanted()) input.current?.focus();
  }, []);
  const clear = () => {
    setText('');
    setWhy(null);
  };
  return (
    <div className="row middle gap-4 pad-x-4 pad-y-2">
      <form
        key={tape}
        className={`${styles.ask} row middle grow shrink-x gap-2 pad-x-3 on-panel boxed-strong round medium bar-high`}
        onSubmit={(event) => {
          event.preventDefault();
          setWhy(text.trim() === '' ? null : text.trim());
          // The keys of the answer are single letters.
          input.current?.blur();
        }}
      >
        <label className="rigid dim" htmlFor={FIELD}>
          Why not in context?
        </label>
        <input
          ref={input}
          id={FIELD}
          value={text}
          maxLength={20_000}
          placeholder="Paste words from the session"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.preventDefault();
            clear();
            event.currentTarget.blur();
          }}
        />
        {why !== null && (
          <Button look="quiet" aria-label="Clear the question" onClick={clear}>
            ×
          </Button>
        )}
      </form>
      {why !== null && <Hits tape={tape} />}
    </div>
  );
}

/** How many entries have it. */
const Hits = ({ tape }: { tape: string }) => {
  const why = useAsked(tape).data;
  if (why === undefined) return null;
  const found = why.items.length + (why.more ?? 0);
  return (
    <span className="rigid small dim">
      <b className="ink">{formatNumber(found)}</b>
      {why.more === null && '+'} of {formatNumber(why.searched.of)} entries {found === 1 ? 'contains' : 'contain'}{' '}
      {why.found === 'words' && found > 0 ? 'its words' : 'it'}
    </span>
  );
};
