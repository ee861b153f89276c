import { useEffect, useRef } from 'react';
import type { TapeRow } from '../../../../../shared/model/index.ts';
import { useStore } from '../../../state/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { count } from '../../../ui/format.ts';
import { Kbd } from '../../../ui/Kbd.tsx';
import styles from './Merge.module.css';

interface Props {
  /** The session that takes the entries. */
  into: string;
  forks: readonly TapeRow[];
  names: readonly string[];
  onNames: (names: string[]) => void;
}

/** Which forks go into what. The focus begins here, so that what is read first is said first. */
export function MergeHead({ into, forks, names, onNames }: Props) {
  const title = useRef<HTMLHeadingElement>(null);
  const setPanel = useStore((state) => state.setPanel);
  useEffect(() => {
    const before = document.activeElement;
    title.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const toggle = (name: string) => onNames(names.includes(name) ? names.filter((other) => other !== name) : [...names, name]);
  return (
    <header className="row baseline gap-x-4 gap-y-2 pad-x-4 pad-top-3 pad-bottom-2 on-panel">
      <h2 ref={title} tabIndex={-1} className={`${styles.title} large cut no-outline`} title={`Merge into ${into}`}>
        Merge into {into}
      </h2>
      <fieldset className={`${styles.forks} row wrap grow shrink-x scroll-y gap-x-4 small`} aria-label="Forks to merge">
        {forks.map((fork) => {
          const name = fork.native?.fork ?? '';
          return (
            <label key={fork.id} className="cut" title={`${name}: ${count(fork.entries, 'entry', 'entries')}, its shared part included`}>
              <input type="checkbox" className="margin-right-1" checked={names.includes(name)} onChange={() => toggle(name)} /> {name}
            </label>
          );
        })}
      </fieldset>
      {forks.length > 0 && (
        <Button look="quiet" onClick={() => useStore.getState().setOverlay('discard')}>
          discard…
        </Button>
      )}
      <Button look="quiet" className="rigid" onClick={() => setPanel('context')}>
        back to the tape
      </Button>
      <Kbd>Esc</Kbd>
    </header>
  );
}
