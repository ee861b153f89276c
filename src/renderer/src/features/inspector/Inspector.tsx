import { useSpot } from '../../data/hooks.ts';
import { useStore } from '../../state/store.ts';
import { EntryInspector } from './EntryInspector.tsx';
import styles from './Inspector.module.css';
import { NextInspector } from './NextInspector.tsx';
import { ProblemInspector } from './ProblemInspector.tsx';
import { StepInspector } from './StepInspector.tsx';

/** The selected entry or line in full; with nothing selected, the step under the playhead. */
export const Inspector = () => {
  const tape = useStore((state) => state.tape);
  const entry = useStore((state) => state.entry);
  const part = useStore((state) => state.part);
  const problem = useStore((state) => state.problem);
  const next = useSpot() === 'next';
  if (tape === null) return null;
  return (
    <aside className={styles.inspector} aria-label="Inspector">
      {problem !== null && <ProblemInspector key={problem.offset} tape={tape} problem={problem} />}
      {problem === null && entry !== null && <EntryInspector tape={tape} seq={entry} part={part} />}
      {problem === null && entry === null && (next ? <NextInspector tape={tape} /> : <StepInspector tape={tape} />)}
    </aside>
  );
};
