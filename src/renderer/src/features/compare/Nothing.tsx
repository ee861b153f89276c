import { usePlayhead } from '../../data/hooks.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import styles from './Compare.module.css';

/** Before two steps are taken: what comparing is, and how to take them. */
export const Nothing = () => {
  const { tape, policy, sides, toggleSide, setPanel } = useStore();
  const step = usePlayhead();
  const taken = sides[0];
  const isHere = taken !== undefined && taken.tape === tape && taken.step === step && taken.policy === policy;
  return (
    <section className={styles.nothing} aria-label="Compare">
      <h2>{taken ? `Step ${taken.step} is taken. One more, and they stand side by side.` : 'Compare what two steps had in context'}</h2>
      <p>
        Two forks of one session, two leaves after a rewind, two tapes of one family, or any two steps: what both had, what only one had,
        and whether they really began from the same place.
      </p>
      <p>
        {isHere ? 'Move the playhead, or open another tape, and press ' : 'Take the step at the playhead with '}
        <Kbd>d</Kbd>, or Ctrl-click nodes in the graph.
      </p>
      <p className={styles.actions}>
        {tape !== null && step !== null && (
          <Button onClick={() => toggleSide({ tape, step, policy })}>
            {isHere ? 'Take out' : 'Take'} step {step}
          </Button>
        )}
        <Button onClick={() => setPanel('graph')}>Show the graph</Button>
      </p>
    </section>
  );
};
