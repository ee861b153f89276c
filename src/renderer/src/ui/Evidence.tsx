import { Popover } from '@base-ui/react/popover';
import { memo, type ReactElement } from 'react';
import type { Evidence as Known } from '../../../shared/model/index.ts';
import styles from './Evidence.module.css';

/** How far an answer is proven. `verified` and `differs` come with captured requests. */
export type EvidenceState = Known['state'] | 'verified' | 'differs';

const MEANINGS: readonly (readonly [EvidenceState, string])[] = [
  ['recorded', 'the request itself is recorded'],
  ['verified', 'derived, and equal to the request'],
  ['differs', 'derived, but not what was sent'],
  ['derived', 'from the entries, by tested rules'],
  ['inferred', 'chosen by the recorded usage'],
  ['unknown', 'the log does not say'],
];

/** What each state means, in a few words. */
export const EVIDENCE_WORDS = Object.fromEntries(MEANINGS) as Readonly<Record<EvidenceState, string>>;

/** Green where a request bears it out, the tone of a warning where one does not. */
const toneOf = (state: EvidenceState): string => (state === 'verified' ? 'ok' : state === 'differs' ? 'warn' : 'ink');

/** A disc filled as far as the answer is proven. It never comes without its word. */
const Disc = ({ state }: { state: EvidenceState }) => (
  <svg className={`${styles.disc} ${toneOf(state)} rigid relative`} data-state={state} viewBox="0 0 12 12" aria-hidden="true">
    <circle cx="6" cy="6" r="4.5" className={`${styles.ring} no-fill`} />
    {state === 'derived' && <path d="M6 1.5a4.5 4.5 0 0 0 0 9z" className={styles.fill} />}
    {(state === 'recorded' || state === 'differs') && <circle cx="6" cy="6" r="4.5" className={styles.fill} />}
    {state === 'verified' && <circle cx="6" cy="6" r="2.7" className={styles.fill} />}
  </svg>
);

/** What each disc means, the present one marked. */
export function EvidenceLegend({ state }: { state: EvidenceState | null }) {
  return (
    <dl className={`${styles.legend} small`}>
      {MEANINGS.map(([one, means]) => (
        <div key={one} className="grid baseline leading-20 dim" data-here={one === state}>
          <dt className="row baseline gap-2">
            <Disc state={one} />
            {one}
          </dt>
          <dd>{means}</dd>
        </div>
      ))}
    </dl>
  );
}

interface Mark {
  state: EvidenceState;
  rule: string;
  /** What leads on from here; it closes the legend. */
  onward?: ReactElement;
}

/** How a context is known: a disc with its word; a click says what it rests on and shows the legend. */
export const EvidenceMark = memo(function EvidenceMark({ state, rule, onward }: Mark) {
  return (
    <Popover.Root>
      <Popover.Trigger className={styles.mark} title={rule}>
        <Disc state={state} />
        <span>{state}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner side="bottom" align="end" sideOffset={6} className={styles.over}>
          <Popover.Popup
            className={`${styles.popup} pad-y-3 pad-x-4 on-panel boxed-strong round small no-outline`}
            aria-label="How this is known"
          >
            <Popover.Title className="medium bold">How this is known</Popover.Title>
            <Popover.Description className="margin-top-1 margin-bottom-2 dim leading-18">{rule}</Popover.Description>
            <EvidenceLegend state={state} />
            {onward && <Popover.Close render={onward} className="margin-top-2" />}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
});
