import { useEffect } from 'react';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { KeyCaps } from '../keyboard/KeyHints.tsx';
import { runCommand, useKeys } from '../keyboard/useKeys.ts';
import styles from './Tour.module.css';
import { STOPS, useOpenSamples, useTour } from './useTour.ts';

/** A line above the footer with one thing to try on the sample; what was tried gives way to the next. */
export function Tour() {
  const { at, next, end } = useTour();
  const { open } = useOpenSamples();
  useKeys({ ...(open !== null && { tour: () => void open() }) });
  const stop = at === null ? undefined : STOPS[at];
  useEffect(() => {
    if (stop === undefined) return;
    return useStore.subscribe((now, before) => {
      if (stop.tried(now, before)) next();
    });
  }, [stop, next]);
  if (at === null) return null;
  return (
    <aside className="row middle wrap gap-x-3 gap-y-1 pad-x-4 pad-y-1 on-panel line-above-strong" aria-label="Tour">
      <p className="shrink-x" role="status">
        {stop === undefined ? (
          'Now you know the way around. Every key is in one list:'
        ) : (
          <>
            <span className={`${styles.at} dim`}>
              Try it, {at + 1} of {STOPS.length}
            </span>
            {stop.words}
          </>
        )}
      </p>
      <Button onClick={() => runCommand(stop?.id ?? 'keys')}>
        {stop === undefined ? 'All keys' : 'Do it'} <KeyCaps id={stop?.id ?? 'keys'} />
      </Button>
      {stop !== undefined && (
        <Button look="quiet" onClick={next}>
          skip
        </Button>
      )}
      <Button look="quiet" onClick={end}>
        end the tour
      </Button>
    </aside>
  );
}
