import { useSpot } from '../../data/hooks.ts';
import { useStore } from '../../state/store.ts';
import { SubAgent } from '../conversation/SubAgent.tsx';
import { Whence } from '../conversation/Whence.tsx';
import { PartInspector } from '../policy/PartInspector.tsx';
import { SourceInspector } from '../provenance/SourceInspector.tsx';
import { useSelection } from '../provenance/selection.ts';
import { EntryInspector } from './EntryInspector.tsx';
import { NextInspector } from './NextInspector.tsx';
import { ProblemInspector } from './ProblemInspector.tsx';
import { StepInspector } from './StepInspector.tsx';

/** Nothing of the tape is selected: a part of the policy, or what the playhead is at. */
const Unselected = ({ tape }: { tape: string }) => {
  const spot = useSpot();
  const part = useStore((state) => state.selectedPart);
  if (part !== null && spot !== null) return <PartInspector key={part} tape={tape} spot={spot} at={part} />;
  return spot === 'next' ? <NextInspector tape={tape} /> : <StepInspector key={tape} tape={tape} />;
};

/** The selected entry or line in full; with nothing selected, the step under the playhead. */
export function Inspector() {
  const tape = useStore((state) => state.tape);
  const entry = useStore((state) => state.entry);
  const part = useStore((state) => state.part);
  const problem = useStore((state) => state.problem);
  const panel = useStore((state) => state.panel);
  const chosen = useSelection((state) => state.entry);
  const traced = useStore((state) => state.panel === 'provenance') && problem === null && entry === chosen;
  const agent = useStore((state) => (state.panel === 'conversation' ? state.agent : null));
  if (tape === null) return null;
  if (agent !== null) return <SubAgent key={agent} tape={agent} />;
  return (
    <aside className={`fill-last stack full-height shrink-x clip on-panel`} aria-label="Inspector">
      {panel !== 'conversation' && <Whence tape={tape} keys={panel !== 'residency'} />}
      {problem !== null && <ProblemInspector key={problem.offset} tape={tape} problem={problem} />}
      {traced && <SourceInspector />}
      {!traced && problem === null && entry !== null && <EntryInspector tape={tape} seq={entry} part={part} />}
      {!traced && problem === null && entry === null && <Unselected tape={tape} />}
    </aside>
  );
}
