import { isOnePlace, placeName, placeOf } from '../../../../shared/model/place.ts';
import { useHere } from '../../data/hooks.ts';
import { usePick } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import styles from './Compare.module.css';

/** Before two steps are taken: what comparing is, and how to take them. */
export function Nothing() {
  const { sides, toggleSide, setPanel } = usePick('sides', 'toggleSide', 'setPanel');
  const [taken] = sides;
  const here = useHere();
  const isHere = taken !== undefined && here !== null && isOnePlace(taken, here) && taken.policy === here.policy;
  return (
    <section className={styles.nothing} aria-label="Compare">
      <h2>{taken ? `Taken: ${placeName(placeOf(taken))}. Add one more to compare them.` : 'Compare what two steps had in context'}</h2>
      <p>
        Compare two forks of one session, two leaves after a rewind, two tapes of one family, any two steps, or a step and the next request:
        what both had, what only one had, and whether they started from the same place.
      </p>
      <p>
        {isHere ? 'Move the playhead, or open another tape, and press ' : 'Take the request at the playhead with '}
        <Kbd>d</Kbd>, or Ctrl-click what to compare it with: a node of the graph, a step of the timeline, a tape of the library.
      </p>
      <p className={styles.actions}>
        {here !== null && (
          <Button onClick={() => toggleSide(here)}>
            {isHere ? 'Take out' : 'Take'} {placeName(placeOf(here))}
          </Button>
        )}
        <Button onClick={() => setPanel('graph')}>Show the graph</Button>
      </p>
    </section>
  );
}
