import { useEffect, useRef } from 'react';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import shared from './CommandLine.module.css';
import styles from './SaidLines.module.css';
import type { Said } from './state.ts';

const LINKS = 40;

/** The entries that an answer is about; each selects its entry. */
const Ids = ({ ids, word }: { ids: readonly number[]; word: string }) => {
  const select = useStore((state) => state.select);
  return (
    <p className="row wrap gap-x-2 tiny dim">
      {word}{' '}
      {ids.slice(0, LINKS).map((id) => (
        <button key={id} type="button" className={`${styles.id} link hover-ink`} onClick={() => select(id)}>
          #{id}
        </button>
      ))}
      {ids.length > LINKS && <span>and {ids.length - LINKS} more</span>}
    </p>
  );
};

const One = ({ said }: { said: Said }) => (
  <li className={styles.one} data-did={said.did}>
    <p className="code bold pre-wrap break-anywhere">{said.line}</p>
    {said.did === 'asked' && <p className={`${styles.answer} code dim pre-wrap break-anywhere`}>…</p>}
    {said.lines.length > 0 && <pre className={`${styles.answer} code dim pre-wrap break-anywhere`}>{said.lines.join('\n')}</pre>}
    {said.ids.length > 0 && <Ids ids={said.ids} word={said.did === 'appended' ? 'appended as' : ''} />}
  </li>
);

/** What was entered and what came of it, the newest at the bottom. */
export function SaidLines({ said, onHide }: { said: readonly Said[]; onHide: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (said.length > 0) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [said]);
  return (
    <div className={`${shared.said} row absolute on-panel left-0 right-0 line-above-strong`}>
      <div
        className={`${styles.scroll} grow shrink-x scroll-y pad-x-4 pad-y-2 no-outline`}
        ref={box}
        role="log"
        aria-label="Answers"
        tabIndex={-1}
      >
        <ul>
          {said.map((one) => (
            <One key={one.id} said={one} />
          ))}
        </ul>
      </div>
      <Button look="quiet" className={styles.hide ?? ''} onClick={onHide}>
        hide
      </Button>
    </div>
  );
}
