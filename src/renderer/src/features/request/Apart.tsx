import type { ApartRequest } from '../../../../shared/model/index.ts';
import { purposeWords } from '../../../../shared/model/proof.ts';
import { contextSize } from '../../../../shared/model/vocabulary.ts';
import { useApart } from '../../data/requestHooks.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { count, formatNumber } from '../../ui/format.ts';
import styles from './Request.module.css';

const Line = ({ one }: { one: ApartRequest }) => {
  const { openTape } = useStore.getState();
  const open = () => openTape(one.tape, one.step === null ? { entry: one.entry } : { step: one.step, panel: 'request' });
  return (
    <li>
      <Button look="quiet" onClick={open}>
        {purposeWords(one)}
      </Button>{' '}
      <span className="dim">
        {[one.model, one.usage && `${formatNumber(contextSize(one.usage))} tokens`, one.failed && 'failed'].filter(Boolean).join(' · ')}
      </span>
    </li>
  );
};

/** Requests that were captured of the session and are none of its steps: for titles, for summaries, to count tokens. */
export function Apart({ tape }: { tape: string }) {
  const apart = useApart(tape);
  if (apart === undefined || apart.total === 0) return null;
  return (
    <section className={`${styles.section} grid line-below name-column pad-y-2 pad-left-4`} aria-label="Requests without a step">
      <h3 className="small bold">
        Without a step{' '}
        <small className="block regular dim">{count(apart.total, 'request')} of this session that its log does not have</small>
      </h3>
      <ul className="margin-top-1">
        {apart.items.map((one) => (
          <Line key={`${one.tape} ${one.entry}`} one={one} />
        ))}
      </ul>
      {apart.inferred !== undefined && <p className="dim">{apart.inferred}</p>}
    </section>
  );
}
